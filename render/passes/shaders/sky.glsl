// Sky where nothing else was drawn.
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
in vec3 ray;
out vec4 result;
void main() {
    vec3 direction = normalize(ray);
    vec3 color = sky_color(direction);
    float toward = dot(direction, sun.xyz);
    color += vec3(14.0, 12.0, 9.0) * smoothstep(0.99955, 0.99975, toward);
    color += vec3(0.8, 0.6, 0.35) * pow(max(toward, 0.0), 700.0);
    result = vec4(color, 1.0);
}
#endif
