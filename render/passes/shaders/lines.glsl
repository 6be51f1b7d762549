// Marks: lines and points of a width in pixels; or, if THIN is 1, lines of one pixel.
#include "frame.glsl"

#ifdef VERTEX
#include "tone.glsl"
#if THIN
in vec3 in_place;
in vec4 in_color;
#else
in vec2 in_corner;
in vec3 in_start;
in vec3 in_end;
in vec4 in_start_color;
in vec4 in_end_color;
in float in_size;  // diameter of a point; 0 for a line
out vec2 across;     // pixels from the middle
flat out float radius;  // pixels
#endif
out vec4 color;

vec4 finish(vec4 clip, vec4 end_color) {
    color = vec4(light_of_color(end_color.rgb), end_color.a);
    return vec4(clip.xy, clip.z - 2e-4 * clip.w, clip.w);  // before the surface that it lies on
}

#if THIN
void main() { gl_Position = finish(view_projection * vec4(in_place, 1.0), in_color); }
#else
vec4 line_corner() {
    vec4 a = view_projection * vec4(in_start, 1.0), b = view_projection * vec4(in_end, 1.0);
    // Cut off what is behind the eye, or the division turns it round.
    float near = 1e-3;
    if (a.w < near && b.w < near) return vec4(2.0, 2.0, 2.0, 1.0);
    if (a.w < near) a = mix(a, b, (near - a.w) / (b.w - a.w));
    if (b.w < near) b = mix(b, a, (near - b.w) / (a.w - b.w));
    vec2 on_screen = (b.xy / b.w - a.xy / a.w) * viewport.xy;
    vec2 direction = length(on_screen) > 1e-6 ? normalize(on_screen) : vec2(1.0, 0.0);
    vec2 side = vec2(-direction.y, direction.x);
    radius = max(1.1 * options.z, 0.6);
    vec4 clip = in_corner.x < 0.0 ? a : b;
    across = vec2(0.0, in_corner.y * (radius + 1.0));
    clip.xy += 2.0 * across.y * side * viewport.zw * clip.w;
    return clip;
}

vec4 point_corner() {
    radius = max(0.5 * in_size * options.z, 0.75);
    // Nearer by its own radius: the surface that it lies on must not cut it in half.
    float nearer = 1.0 - min(2.0 * radius * viewport.w * length(ray_up.xyz), 0.5);
    vec4 clip = view_projection * vec4(in_start * nearer, 1.0);
    across = in_corner * (radius + 1.0);
    clip.xy += 2.0 * across * viewport.zw * clip.w;
    return clip;
}

void main() {
    across = vec2(0.0);
    radius = 0.0;
    vec4 clip = in_size > 0.0 ? point_corner() : line_corner();
    gl_Position = finish(clip, in_corner.x < 0.0 ? in_start_color : in_end_color);
}
#endif
#else
in vec4 color;
out vec4 result;
#if THIN
void main() { result = vec4(color.rgb * color.a, color.a); }
#else
in vec2 across;
flat in float radius;
void main() {
    float alpha = color.a * clamp(radius + 0.5 - length(across), 0.0, 1.0);
    if (alpha <= 0.0) discard;
    result = vec4(color.rgb * alpha, alpha);
}
#endif
#endif
