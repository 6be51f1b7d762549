// Bodies and half-spaces. SHAPE as in shape.glsl.
#include "frame.glsl"

#ifdef VERTEX
uniform sampler2D material_table;
#include "shape.glsl"
in vec4 in_place;  // w: material, and MARKED more on a height field
in vec4 in_rotation;
in vec4 in_size;
in vec4 in_tint;
out vec3 place;
out vec3 local;
out vec3 local_normal;
flat out vec4 rotation;
flat out vec4 size;
flat out vec4 tint;
flat out vec4 surface;  // layer, roughness, metal, reflectance
flat out vec4 paint;    // color, alpha
flat out vec4 relief;   // tile [m], bump; 0 a body, 1 ground, 2 ground with marks every meter; light of its own
#if PICTURED
out vec3 spot;          // place in the picture, layer
#endif

void main() {
    rotation = in_rotation;
    size = in_size;
    tint = in_tint;
    int row = int(in_place.w + 0.5), material = row % MARKED;
    surface = texelFetch(material_table, ivec2(0, material), 0);
    paint = texelFetch(material_table, ivec2(1, material), 0);
    relief = texelFetch(material_table, ivec2(2, material), 0).xywz;
#if SHAPE == 2
    relief.z += 1.0;
#else
    relief.z = row >= MARKED ? relief.z + 1.0 : 0.0;
#endif
#if PICTURED
    spot = shape_picture();
#endif
    local = shape_place(in_size.xyz);
    local_normal = shape_normal();
    place = in_place.xyz + rotate(rotation, local);
    gl_Position = view_projection * vec4(place, 1.0);
}
#else
#include "light.glsl"
#include "ambient.glsl"
#include "tone.glsl"
#include "shadow_map.glsl"
#include "surface.glsl"
#if LAMPS_MAX
#include "lamps.glsl"
#endif
in vec3 place;
in vec3 local;
in vec3 local_normal;
flat in vec4 rotation;
flat in vec4 size;
flat in vec4 tint;
flat in vec4 surface;
flat in vec4 paint;
flat in vec4 relief;
#if PICTURED
in vec3 spot;
#endif
out vec4 result;

#if BACKDROP
// What stands far around: open to sun and sky, so that a wall costs little more than a sky.
vec3 shade(Surface s, vec3 normal, vec3 flat_normal) {
    vec3 light = ambient_light(normal) + SUN_LIGHT * max(dot(normal, sun.xyz), 0.0);
#if LAMPS_MAX
    light += lamp_light(place, normal);
#endif
    return s.color * light;
}
#else
vec3 shade(Surface s, vec3 normal, vec3 flat_normal) {
    vec3 eye = normalize(-place);
    float facing = max(dot(normal, eye), 0.001);
    float sun_part = sun_light(place, flat_normal);
    float sky_part = sky_light(place, flat_normal);
    float above = dot(ground.xyz, place) + ground.w;  // height over the ground
#if SHAPE != 2
    if (ground.w > 0.0) sky_part *= mix(0.72, 1.0, smoothstep(-0.05, 0.5, above));
#endif
    vec3 base = mix(vec3(s.reflectance), s.color, s.metal);
    vec3 diffuse = s.color * (1.0 - s.metal);
    vec3 ambient = ambient_light(normal) * mix(0.28, 1.0, sky_part);
    // Fresnel at grazing angles, less on rough surfaces; fit after S. Lazarov.
    float gloss = 1.0 - s.roughness;
    vec3 mirror = base + (max(vec3(gloss), base) - base) * fifth(1.0 - facing);
    vec3 color = diffuse * ambient;
    color += mirror * reflected(reflect(-eye, normal), s.roughness) * mix(0.2, 1.0, sky_part);

    float lit = max(dot(normal, sun.xyz), 0.0) * sun_part;
    vec3 half_way = normalize(eye + sun.xyz);
    float alpha = max(s.roughness * s.roughness, 0.02), square = alpha * alpha;
    float across = max(dot(normal, half_way), 0.0);
    float spread = across * across * (square - 1.0) + 1.0;
    float visible = 0.25 / mix(facing * max(dot(normal, sun.xyz), 0.0) + 0.05, 1.0, alpha);
    vec3 fresnel = base + (1.0 - base) * fifth(1.0 - max(dot(eye, half_way), 0.0));
    vec3 highlight = fresnel * min(square / (3.1416 * spread * spread) * visible, 12.0);
#if LAMPS_MAX
    color += lamp_light(place, normal) * (diffuse + 0.25 * base);
#endif
    return color + SUN_LIGHT * lit * (diffuse + highlight);
}
#endif

void main() {
    vec3 face = normalize(local_normal);
    Surface s;
#if PICTURED
    s = picture_surface(spot, face, surface);
#elif BACKDROP
    s = far_surface(local, face, relief.x, surface);
#elif SHAPE == 0
    s = box_surface(local, face, size, relief.xy, surface);
#elif SHAPE == 1
    s = solid_surface(local, face, vec3(0.0, size.y, 0.0), size.w, relief.xy, surface);
#elif SHAPE == 2
    s = plane_surface(local, size, relief.xyz, surface);
#elif SHAPE == 3
    if (abs(face.y) < 0.5) face = drum_normal(local, size.xyz);
    s = solid_surface(local, face, size.xyx, size.w, relief.xy, surface);
#else
    if (relief.z < 0.5) s = solid_surface(local, face, size.xyz, size.w, relief.xy, surface);
    else s = field_surface(local, face, relief.xyz, surface);
#endif
#if !PICTURED
    s.color *= paint.rgb * abs(size.w);
#endif
    s.color = mix(s.color, to_linear(tint.rgb), tint.a);
    s.metal *= 1.0 - tint.a;
    float alpha = paint.a;
    if (size.w < 0.0) {
        alpha = 0.28;
        s.color = mix(s.color, vec3(0.25, 0.65, 0.9), 0.6);
    }
    vec3 normal = normalize(rotate(rotation, s.normal));
#if SHAPE >= 4 && !BACKDROP
    // The smooth normals of a coarse mesh would let its faces shade themselves.
    vec3 slant = cross(dFdx(place), dFdy(place));
    vec3 flat_normal = slant * inversesqrt(max(dot(slant, slant), 1e-36));
#else
    vec3 flat_normal = rotate(rotation, face);
#endif
    vec3 color = shade(s, normal, flat_normal) + relief.w * s.color;
    if (paint.a < 1.0) alpha = mix(alpha, 1.0, pow(1.0 - max(dot(normal, normalize(-place)), 0.0), 4.0));
#if SHAPE == 0 && !PICTURED
    // Clear panes show by their cut edges, which gather the light of the whole pane.
    if (paint.a < 0.5 && size.w >= 0.0) {
        vec3 inside = size.xyz - abs(local) + 1e3 * step(0.5, abs(face));
        float rim = min(inside.x, min(inside.y, inside.z)), pixel = length(fwidth(local));
        float edge = 1.0 - smoothstep(0.010, 0.022 + pixel, rim);
        float thin = step(min(size.x, min(size.y, size.z)) + 1e-4, 0.25 * dot(abs(face), size.xyz));
        edge = max(edge, 0.45 * thin);
        color += edge * vec3(0.10, 0.22, 0.18) * (ambient_light(normal) + 0.25 * SUN_LIGHT);
        alpha = mix(alpha, 0.8, edge);
    }
#endif
    result = vec4(add_fog(color, place), alpha);
}
#endif
