// Soft round spots that face the camera. Color times alpha, so that dust and smoke cover and sparks add in one draw. If
// BALL is 1, they are balls of fire with the depth of a real ball, which what stands in them cuts.
#include "frame.glsl"

#ifdef VERTEX
#include "tone.glsl"
in vec2 in_corner;
in vec3 in_place;
in float in_size;
in vec4 in_color;
in float in_glow;
#if BALL
flat out vec4 ball;  // center, radius [m]
#else
const vec2 CLOSE = vec2(0.16, 0.75);  // width over distance of clouds that begin to fade, and that are gone
in float in_puff;
out float puff;
#endif
out vec2 spot;
out vec3 place;
out vec4 color;
out float glow;

void main() {
    spot = in_corner;
    color = vec4(to_linear(in_color.rgb), in_color.a);
    glow = in_glow;
#if BALL
    // Near the eye a ball is seen wider than its middle, so the square is somewhat larger.
    vec2 offset = 0.6 * in_size * in_corner;
    ball = vec4(in_place, 0.5 * in_size);
#else
    vec2 offset = 0.5 * in_size * in_corner;
    puff = in_puff;
#endif
    place = in_place + offset.x * normalize(ray_right.xyz) + offset.y * normalize(ray_up.xyz);
    gl_Position = view_projection * vec4(place, 1.0);
#if !BALL
    // Its depth is nearer by its radius: surfaces that it touches must not cut it along a hard edge.
    vec4 front = view_projection * vec4(place * max(1.0 - 0.5 * in_size / max(length(place), 1e-3), 0.1), 1.0);
    if (front.w > 0.0) gl_Position.z = front.z / front.w * gl_Position.w;
    // A cloud that is close to the eye is thinner: it must not hide what one looks at.
    color.a *= 1.0 - in_puff * smoothstep(CLOSE.x, CLOSE.y, in_size / max(length(in_place), 1e-3));
#endif
}
#else
#include "light.glsl"
in vec2 spot;
in vec3 place;
in vec4 color;
in float glow;
out vec4 result;

#if BALL
flat in vec4 ball;

// Hot cells that move as it grows, a brighter rim, a thin soft edge.
void main() {
    vec3 ray = normalize(place);
    float middle = dot(ray, ball.xyz), square = ball.w * ball.w - dot(ball.xyz, ball.xyz) + middle * middle;
    float reach = sqrt(max(square, 0.0)), near = middle - reach, start = max(near, 0.06);
    if (square <= 0.0 || middle + reach <= 0.06) discard;
    vec4 clip = view_projection * vec4(ray * start, 1.0);
    gl_FragDepth = clamp(0.5 * clip.z / clip.w + 0.5, 0.0, 1.0);

    vec3 at = (ray * near - ball.xyz) / ball.w;
    float phase = 5.0 * ball.w, depth = reach / ball.w, rim = 1.0 - depth;
    float cells = sin(5.0 * at.x + phase) * sin(6.0 * at.y - 1.3 * phase) + sin(9.0 * at.y + 4.0 * at.z + phase);
    cells += 0.5 * sin(13.0 * at.x - 7.0 * at.z + 2.0 * phase);
    float heat = clamp(0.55 + 0.22 * cells, 0.0, 1.0), edge = clamp(3.0 * depth, 0.0, 1.0);
    vec3 light = mix(color.rgb * vec3(1.2, 0.5, 0.3), color.rgb * 1.6 + vec3(0.3, 0.22, 0.1), heat * heat);
    float alpha = color.a * edge * edge * (0.45 + 0.35 * heat + 0.25 * rim);
    result = vec4(light * (2.0 + 3.5 * rim * rim) * alpha, alpha * (1.0 - glow));
}
#else
in float puff;

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
#endif
