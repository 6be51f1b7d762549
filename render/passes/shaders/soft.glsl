// Soft bodies: every vertex is where it is in this picture, relative to the eye.
#include "frame.glsl"

#ifdef VERTEX
uniform sampler2D look_table;
in vec3 in_position;
in vec3 in_normal;
in float in_strain;
in vec3 in_spot;
in vec3 in_paint;
in float in_look;
in float in_half;
in float in_width;
out vec3 place;
out vec3 side;          // out of the surface
out vec3 spot;          // place on the texture [tiles]
out float strain;
flat out vec3 paint;    // linear
flat out vec4 surface;  // layer, roughness, metal, reflectance
flat out vec4 inside;   // bump, sheen, through, clear
flat out float width;   // of the body [m]

void main() {
    side = in_normal;
    spot = in_spot;
    strain = in_strain;
    paint = in_paint;
    width = in_width;
    int look = int(in_look + 0.5);
    surface = texelFetch(look_table, ivec2(0, look), 0);
    inside = texelFetch(look_table, ivec2(1, look), 0);
    // A sheet is seen half of its thickness nearer to the eye, whichever side that is.
    float facing = -dot(in_normal, normalize(in_position + vec3(0.0, 1e-6, 0.0)));
    place = in_position + in_normal * in_half * clamp(4.0 * facing, -1.0, 1.0);
    gl_Position = view_projection * vec4(place, 1.0);
}
#else
#include "light.glsl"
#include "ambient.glsl"
#include "tone.glsl"
in vec3 place;
in vec3 side;
in vec3 spot;
in float strain;
flat in vec3 paint;
flat in vec4 surface;
flat in vec4 inside;
flat in float width;
uniform float strain_scale;  // 1 over the strain that is red; 0 without the overlay
out vec4 result;

// From blue for no strain over green to red.
vec3 strain_color() {
    float x = clamp(abs(strain) * strain_scale, 0.0, 1.0);
    vec3 color = mix(vec3(0.10, 0.25, 0.90), vec3(0.15, 0.80, 0.25), smoothstep(0.0, 0.5, x));
    return mix(color, vec3(0.92, 0.12, 0.08), smoothstep(0.5, 1.0, x));
}

#if WIRE
void main() {
    vec3 color = strain_scale > 0.0 ? to_linear(strain_color()) : 0.36 * mix(paint, vec3(0.5), 0.15);
    result = vec4(add_fog(color, place), 1.0);
}
#else
#include "shadow_map.glsl"
#if LAMPS_MAX
#include "lamps.glsl"
#endif
uniform sampler2DArray color_map;
uniform sampler2DArray relief_map;

// Textures from the side that the surface faced when the body was at rest. Their slopes along u and v bend the normal
// by what the screen knows of the surface, however it is stretched now (M. Mikkelsen, "Bump mapping unparametrized
// surfaces on the GPU").
void add_texture(inout vec3 color, inout float roughness, inout vec3 normal) {
    vec3 sx = dFdx(spot), sy = dFdy(spot), px = dFdx(place), py = dFdy(place);
    vec3 away = abs(cross(sx, sy));
    vec2 at, dx, dy;
    if (away.z >= max(away.x, away.y)) { at = spot.xy; dx = sx.xy; dy = sy.xy; }
    else if (away.x > away.y) { at = spot.zy; dx = sx.zy; dy = sy.zy; }
    else { at = spot.xz; dx = sx.xz; dy = sy.xz; }
    vec4 texel = textureGrad(color_map, vec3(at, surface.x), dx, dy);
    color *= 2.0 * texel.rgb * texel.rgb;
    roughness = clamp(roughness * 2.0 * texel.a, 0.04, 1.0);
    vec2 slope = (textureGrad(relief_map, vec3(at, surface.x), dx, dy).rg - 0.502) * 4.0 * inside.x;
    float tile = sqrt((dot(px, px) + dot(py, py)) / max(dot(dx, dx) + dot(dy, dy), 1e-20));  // [m]
    vec3 u = cross(py, normal), v = cross(normal, px);
    float area = dot(px, u);
    vec3 gradient = sign(area) * tile * (dot(slope, dx) * u + dot(slope, dy) * v);
    normal = normalize(abs(area) * normal - gradient + 1e-12 * normal);
}

void main() {
    vec3 color = paint, eye_way = normalize(-place);
    float roughness = surface.y, metal = surface.z, clear = inside.w, through = inside.z;
    float turn = gl_FrontFacing ? 1.0 : -1.0;
    vec3 smooth_normal = normalize(side + vec3(0.0, 1e-6, 0.0)) * turn, normal = smooth_normal;
    add_texture(color, roughness, normal);
    if (strain_scale > 0.0) {
        color = to_linear(strain_color());
        metal = clear = 0.0;
    }
    float facing = max(dot(normal, eye_way), 0.001);
    // Sun light reaches a sheet on the side of the sun, whichever side is seen.
    vec3 slant = cross(dFdx(place), dFdy(place));
    vec3 flat_normal = slant * inversesqrt(max(dot(slant, slant), 1e-36));
    float toward = dot(normal, sun.xyz), lit_side = dot(flat_normal, sun.xyz) < 0.0 && through > 0.0 ? -1.0 : 1.0;
    float sun_part = sun_light(place, lit_side * flat_normal);
    float sky_part = sky_light(place, flat_normal);
    float above = dot(ground.xyz, place) + ground.w;
    if (ground.w > 0.0) sky_part *= mix(0.72, 1.0, smoothstep(-0.05, 0.5, above));

    vec3 base = mix(vec3(surface.w), color, metal), diffuse = color * (1.0 - metal);
    vec3 ambient = ambient_light(normal) * mix(0.28, 1.0, sky_part);
    vec3 mirror = base + (max(vec3(1.0 - roughness), base) - base) * fifth(1.0 - facing);
    vec3 light = diffuse * ambient;
    light += mirror * reflected(reflect(-eye_way, normal), roughness) * mix(0.2, 1.0, sky_part);
    // Fibers that stand off the surface gather light at its edges.
    float rim = (1.0 - facing) * (1.0 - facing);
    light += inside.y * rim * mix(color, vec3(0.5), 0.3) * (ambient + 0.5 * SUN_LIGHT * sun_part * max(toward, 0.0));
    // Sky light through a sheet.
    light += 0.5 * through * color * ambient_light(-normal) * mix(0.28, 1.0, sky_part);

    vec3 half_way = normalize(eye_way + sun.xyz);
    float alpha = max(roughness * roughness, 0.02), square = alpha * alpha;
    float over = max(dot(normal, half_way), 0.0), spread = over * over * (square - 1.0) + 1.0;
    float visible = 0.25 / mix(facing * max(toward, 0.0) + 0.05, 1.0, alpha);
    vec3 fresnel = base + (1.0 - base) * fifth(1.0 - max(dot(eye_way, half_way), 0.0));
    vec3 highlight = fresnel * min(square / (3.1416 * spread * spread) * visible, 12.0);
    vec3 sunny = max(toward, 0.0) * (diffuse + highlight) + max(-toward, 0.0) * through * diffuse;
    float solid = 1.0;
    if (clear > 0.0) {
        // Light goes around the edges and comes out on the far side, in a deeper color the longer its way is. Whether it
        // gets there is asked beyond the body, which would only find its own shadow here.
        float beyond = sun_light(place + 1.1 * width * sun.xyz, sun.xyz);
        beyond = mix(beyond, sun_part, 0.75 * smoothstep(0.1, 0.5, toward));
        float wrapped = max((toward + 0.6 * clear) / (1.0 + 0.6 * clear), 0.0);
        vec3 deep = pow(max(diffuse, 1e-4), vec3(0.55 + 0.75 * facing));
        float against = max(-dot(eye_way, sun.xyz), 0.0);
        float glow = 0.16 + 0.22 * smoothstep(0.3, -0.8, toward) + 0.5 * against * against * against;
        vec3 scattered = mix(wrapped * diffuse, 0.45 * wrapped * diffuse + glow * deep, clear);
        vec3 bent = refract(-eye_way, normal, 0.74);
        light *= 1.0 - 0.45 * clear;
        light += clear * deep * (0.55 * reflected(bent, 0.3) + 0.3 * rim * SKY_LIGHT) * mix(0.5, 1.0, sky_part);
        light += SUN_LIGHT * beyond * scattered;
        sunny = max(toward, 0.0) * highlight;
        solid = 1.0 - 0.30 * smoothstep(0.5, 1.0, clear) * facing;
    }
#if LAMPS_MAX
    light += lamp_light(place, normal) * (diffuse + 0.25 * base);
    light += through * lamp_light(place, -normal) * diffuse;
#endif
    result = vec4(add_fog(light + SUN_LIGHT * sun_part * sunny, place), solid);
}
#endif
#endif
