// Soft round spots that face the camera. Color times alpha, so that dust and smoke cover and sparks add in one draw.
#include "frame.glsl"

#ifdef VERTEX
#include "tone.glsl"
in vec2 in_corner;
in vec3 in_place;
in float in_size;
in vec4 in_color;
in float in_glow;
in float in_puff;
out vec2 spot;
out vec3 place;
out vec4 color;
out float glow;
out float puff;

void main() {
    spot = in_corner;
    vec2 offset = 0.5 * in_size * in_corner;
    place = in_place + offset.x * normalize(ray_right.xyz) + offset.y * normalize(ray_up.xyz);
    color = vec4(to_linear(in_color.rgb), in_color.a);
    glow = in_glow;
    puff = in_puff;
    // Its depth is nearer by its radius: surfaces that it touches must not cut it along a hard edge.
    gl_Position = view_projection * vec4(place, 1.0);
    vec4 front = view_projection * vec4(place * max(1.0 - 0.5 * in_size / max(length(place), 1e-3), 0.1), 1.0);
    if (front.w > 0.0) gl_Position.z = front.z / front.w * gl_Position.w;
}
#else
#include "light.glsl"
in vec2 spot;
in vec3 place;
in vec4 color;
in float glow;
in float puff;
out vec4 result;

// A cloud is a ball of mist: brighter toward the sun, and the sky lights all of it.
vec3 cloud(vec3 color, float distance) {
    vec3 normal = spot.x * normalize(ray_right.xyz) + spot.y * normalize(ray_up.xyz);
    normal -= sqrt(1.0 - distance) * ray_forward.xyz;
    float toward = 0.5 + 0.5 * dot(normal, sun.xyz);
    return color * (0.22 * SUN_LIGHT * toward * toward + mix(BOUNCE_LIGHT, SKY_LIGHT, 0.5 + 0.5 * normal.y));
}

void main() {
    float distance = dot(spot, spot);
    if (distance >= 1.0) discard;
    float soft = (1.0 - distance) * (1.0 - distance);
    vec3 dust = add_fog(mix(color.rgb * 1.5, 1.6 * cloud(color.rgb, distance), puff), place);
    vec3 spark = color.rgb * (2.0 + 10.0 * soft * soft);
    float alpha = color.a * soft;
    result = vec4(mix(dust, spark, glow) * alpha, alpha * (1.0 - glow));
}
#endif
