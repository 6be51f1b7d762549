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

// Clouds of a layer that bends down to the horizon; they are gray below and white toward the sun.
vec3 add_clouds(vec3 sky, vec3 direction, float toward) {
    float height = max(direction.y, 0.0);
    vec2 at = 0.16 * direction.xz / (height + 0.12), drift = options.x * WIND;
    float large = texture(cloud_map, at + drift).r, fine = texture(cloud_map, 3.7 * at + 1.7 * drift).g;
    float thick = large + 0.22 * (fine - 0.5);
    float cover = smoothstep(0.53, 0.82, thick) * smoothstep(0.02, 0.22, height);
    vec3 white = vec3(1.55, 1.50, 1.42) + vec3(1.2, 0.9, 0.5) * pow(max(toward, 0.0), 8.0);
    vec3 color = mix(white, vec3(0.95, 1.00, 1.08), smoothstep(0.62, 0.95, thick));
    return mix(sky, color, 0.9 * cover);
}

void main() {
    vec3 direction = normalize(ray);
    vec3 color = sky_color(direction);
    float toward = dot(direction, sun.xyz);
    color += vec3(14.0, 12.0, 9.0) * smoothstep(0.99955, 0.99975, toward);
    color += vec3(0.8, 0.6, 0.35) * pow(max(toward, 0.0), 700.0);
    result = vec4(add_clouds(color, direction, toward), 1.0);
}
#endif
