// Flat colored triangles on the ground. They are lit as the ground in the sun is; a shadow shows through them.
#include "frame.glsl"

#ifdef VERTEX
#include "tone.glsl"
in vec3 in_place;
in vec4 in_color;
out vec3 place;
out vec4 color;

void main() {
    place = in_place;
    color = vec4(to_linear(in_color.rgb), in_color.a);
    gl_Position = view_projection * vec4(place, 1.0);
    // Its depth is that of a place nearer to the eye: the ground, whose triangles are others, must not cut it. More far
    // away, where depths are coarse and the ground is seen at a slant.
    float distance = length(place), nearer = min(0.015 + 0.004 * distance, 0.5 * distance);
    vec4 front = view_projection * vec4(place * (1.0 - nearer / max(distance, 1e-4)), 1.0);
    if (front.w > 0.0) gl_Position.z = front.z / front.w * gl_Position.w;
}
#else
#include "light.glsl"
in vec3 place;
in vec4 color;
out vec4 result;
void main() {
    result = vec4(add_fog(color.rgb * (SKY_LIGHT + sun.y * SUN_LIGHT), place), color.a);
}
#endif
