// White where the selected body would be seen if nothing stood before it. SHAPE as in opaque.glsl.
#include "frame.glsl"

#ifdef VERTEX
in vec3 in_position;
in float in_side;
in vec4 in_place;
in vec4 in_rotation;
in vec4 in_size;
void main() {
#if SHAPE == 0
    vec3 local = in_position * in_size.xyz;
#else
    vec3 local = in_position * in_size.x + vec3(0.0, in_side * in_size.y, 0.0);
#endif
    gl_Position = view_projection * vec4(in_place.xyz + rotate(in_rotation, local), 1.0);
}
#else
out vec4 result;
void main() { result = vec4(1.0); }
#endif
