// Surface of water. The water itself is in light.glsl, as what it does to all that is seen through it; here are waves,
// what they mirror, the glitter of sun and moon, and foam along the shores. Colors are times alpha.
#include "frame.glsl"

#ifdef VERTEX
in vec2 in_corner;
out vec3 place;
flat out vec4 shores;
flat out vec2 current;
void main() {
    shores = water_shores[gl_InstanceID];
    current = water_level[gl_InstanceID].yz;
    vec2 at = mix(shores.xy, shores.zw, in_corner);
    place = vec3(at.x, water_level[gl_InstanceID].x, at.y);
    gl_Position = view_projection * vec4(place, 1.0);
}
#else
#include "light.glsl"
#include "shadow_map.glsl"
in vec3 place;
flat in vec4 shores;
flat in vec2 current;
out vec4 result;

// Slope of waves: directions by the golden angle, so that no two of them meet again; short ones fade with the distance.
vec2 slope(vec2 at, float distance) {
    vec2 sum = vec2(0.0);
    float angle = 0.6, number = 1.1, steep = 0.040;
    for (int i = 0; i < 7; ++i) {
        vec2 way = vec2(cos(angle), sin(angle));
        float speed = sqrt(9.81 * number), clear = 1.0 / (1.0 + 0.0006 * number * number * distance * distance);
        float phase = number * dot(way, at) - speed * options.x + 1.7 * float(i);
        phase += 0.6 * sin(0.37 * number * dot(vec2(-way.y, way.x), at) + float(i));
        sum += way * steep * clear * cos(phase);
        angle += 2.4;
        number *= 1.62;
        steep *= 0.93;
    }
    return sum;
}

void main() {
    float distance = length(place);
    vec3 ray = place / max(distance, 1e-4);
    vec2 at = place.xz + eye.xz - current * options.x;
    vec2 lean = slope(at, distance);
    vec3 normal = normalize(vec3(-lean.x, 1.0, -lean.y));
    bool below = place.y > 0.0;  // the eye is in the water
    if (below) normal = -normal;
    float facing = max(-dot(ray, normal), 0.02), rest = 1.0 - facing;
    float mirror = 0.02 + 0.98 * rest * rest * rest * rest * rest;
    if (below) mirror = smoothstep(0.72, 0.60, facing);  // beyond that angle all light stays in the water
    vec3 way = reflect(ray, normal);
    way.y = below ? way.y : abs(way.y);
    vec3 seen = below ? 1.2 * WATER_LIGHT : sky_color(way);
    float lit = sun_light(place, vec3(0.0, 1.0, 0.0));
    vec3 color = mirror * seen;
    float alpha = mirror;
    if (!below) {
        color += SUN_LIGHT * lit * 6.0 * pow(max(dot(way, sun.xyz), 0.0), 350.0);
        color += 0.10 * WATER_LIGHT * (1.0 - mirror);
        alpha += 0.10 * (1.0 - mirror);
        vec2 edge = min(place.xz - shores.xy, shores.zw - place.xz);
        float wash = 0.5 + 0.5 * sin(1.9 * at.x + 1.3 * sin(1.3 * at.y) + 0.9 * options.x);
        float foam = smoothstep(0.07 + 0.08 * wash, 0.0, min(edge.x, edge.y)) * (0.4 + 0.4 * wash);
        color = mix(color, 0.8 * (SKY_LIGHT + lit * max(sun.y, 0.0) * SUN_LIGHT), 0.5 * foam);
        alpha = mix(alpha, 1.0, 0.5 * foam);
    }
    float depth = sky_horizon.w * distance, fog = exp(-depth * sqrt(depth));
    if (below) fog = exp(-0.3 * distance);  // the surface itself fades into the water
    result = vec4(mix((below ? WATER_LIGHT : horizon_color(place)), color / max(alpha, 1e-3), fog), 1.0) * alpha;
}
#endif
