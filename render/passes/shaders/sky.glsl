// Sky where nothing else was drawn: the color of the air, the sun, and flat clouds high above that drift with time.
#include "frame.glsl"

#ifdef VERTEX
in vec2 in_corner;
out vec3 ray;
void main() {
    ray = ray_forward.xyz + in_corner.x * ray_right.xyz + in_corner.y * ray_up.xyz;
    gl_Position = vec4(in_corner, 1.0, 1.0);
}
#else
#include "light.glsl"
uniform sampler2D cloud_map;  // how thick clouds are: large ones, and the frayed edges of these
in vec3 ray;
out vec4 result;

const vec2 WIND = vec2(0.001, 0.0005);  // widths of the map per second
const float LAND_LEVEL = -2.0;          // height of the far land [m]

// Clouds of a layer that bends down to the horizon; they are gray below and white toward the sun.
vec3 add_clouds(vec3 sky, vec3 direction, float toward) {
    float height = max(direction.y, 0.0);
    vec2 at = 0.16 * direction.xz / (height + 0.12), drift = options.x * WIND;
    float large = texture(cloud_map, at + drift).r, fine = texture(cloud_map, 3.7 * at + 1.7 * drift).g;
    float thick = large + 0.22 * (fine - 0.5);
    float cover = sky_ambient.w * smoothstep(0.53, 0.82, thick) * smoothstep(0.02, 0.22, height);
    vec3 white = sky_cloud.rgb * (1.0 + vec3(0.77, 0.60, 0.35) * pow(max(toward, 0.0), 8.0));
    return mix(sky, mix(white, sky_cloud_shade.rgb, smoothstep(0.62, 0.95, thick)), 0.9 * cover);
}

// Three numbers from 0 to 1 for each cell (M. Jarzynski, M. Olano, "Hash functions for GPU rendering").
vec3 hash(vec3 cell) {
    uvec3 v = uvec3(ivec3(cell)) * 1664525u + 1013904223u;
    v.x += v.y * v.z; v.y += v.z * v.x; v.z += v.x * v.y;
    v ^= v >> 16u;
    v.x += v.y * v.z; v.y += v.z * v.x; v.z += v.x * v.y;
    return vec3(v >> 8u) / 16777216.0;
}

// One star, or none, in each cell of a net on the six sides of a cube; most are faint. None is smaller than a pixel.
vec3 stars(vec3 direction) {
    vec3 a = abs(direction);
    float most = max(a.x, max(a.y, a.z));
    vec3 side = a.x == most ? direction.yzx : (a.y == most ? direction.zxy : direction.xyz);
    vec2 at = 95.0 * side.xy / most;
    float number = (a.x == most ? 1.0 : (a.y == most ? 2.0 : 3.0)) + (side.z > 0.0 ? 3.0 : 0.0);
    vec3 chance = hash(vec3(floor(at) + 512.0, number));
    vec2 away = fract(at) - 0.15 - 0.7 * chance.xy;
    float width = max(0.045, 0.6 * 95.0 * length(ray_up.xyz) * 2.0 * viewport.w);
    float share = chance.z * chance.z;
    float light = 0.8 * pow(share, 6.0) * exp(-dot(away, away) / (width * width)) * min(1.0, 0.08 / width);
    return light * mix(vec3(1.0, 0.82, 0.65), vec3(0.75, 0.86, 1.15), chance.x);
}

// The band of the galaxy: a haze around a great circle, with dark lanes.
vec3 galaxy(vec3 direction) {
    const vec3 POLE = vec3(0.58, 0.40, 0.71);
    float height = dot(direction, POLE);
    float lanes = texture(cloud_map, 0.35 * direction.xz + 0.2 * direction.yx).r;
    return vec3(0.016, 0.018, 0.026) * exp(-14.0 * height * height) * (0.25 + 1.1 * lanes * lanes);
}

// Sun or moon; the moon has dark seas.
vec3 disk(vec3 direction, float toward) {
    float edge = 1.0 - sky_sun.w, inside = smoothstep(1.05 * edge, 0.90 * edge, 1.0 - toward);
    vec3 across = direction - toward * sun.xyz;
    float seas = texture(cloud_map, 0.2 + 4.0 * across.xz + 2.0 * across.yx).r;
    float face = mix(1.0, 0.55 + 0.5 * smoothstep(0.65, 0.40, seas), 1.0 - smoothstep(1.6, 3.0, sky_disk.r));
    return sky_disk.rgb * face * inside;
}

// Meadows and woods on a plain far away, in the light of the day and in haze.
vec3 far_land(vec3 sky, vec3 direction) {
    float high = eye.y - LAND_LEVEL;
    if (sky_glow.w < 0.5 || direction.y >= 0.0 || high <= 0.0) return sky;
    vec3 place = direction * min(high / -direction.y, 20000.0);
    vec2 at = place.xz + eye.xz;
    float woods = smoothstep(0.46, 0.60, texture(cloud_map, at / 900.0).r + 0.25 * texture(cloud_map, at / 140.0).g - 0.12);
    vec3 color = sky_land.rgb * mix(vec3(1.25, 1.1, 1.0), vec3(0.38, 0.45, 0.55), woods);
    color *= 0.85 + 0.3 * texture(cloud_map, at / 37.0).g;
    return add_fog(color * (SKY_LIGHT + max(sun.y, 0.0) * SUN_LIGHT), place);
}

void main() {
    vec3 direction = normalize(ray);
    float toward = dot(direction, sun.xyz);
    vec3 color = sky_color(direction);
    if (sky_zenith.w > 0.0) {
        float clear = sky_glow.w > 0.5 ? smoothstep(0.0, 0.25, direction.y) : 1.0;
        color += sky_zenith.w * clear * (stars(direction) + galaxy(direction));
    }
    color += disk(direction, toward) + sky_halo.rgb * 2.7 * pow(max(toward, 0.0), 700.0);
    color = sky_ambient.w > 0.0 ? add_clouds(color, direction, toward) : color;
    color = far_land(color, direction);
    result = vec4(eye_is_wet() && direction.y < 0.06 ? WATER_LIGHT : color, 1.0);
}
#endif
