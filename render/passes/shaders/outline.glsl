// White where the selected body would be seen if nothing stood before it. SHAPE as in shape.glsl.
#include "frame.glsl"

#ifdef VERTEX
#include "shape.glsl"
in vec4 in_place;
in vec4 in_rotation;
in vec4 in_size;
void main() {
    gl_Position = view_projection * vec4(in_place.xyz + rotate(in_rotation, shape_place(in_size.xyz)), 1.0);
}
#else
out vec4 result;
void main() { result = vec4(1.0); }
#endif
