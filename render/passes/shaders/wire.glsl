// Edges of bodies, in the mean color of their material. SHAPE as in shape.glsl.
#include "frame.glsl"

#ifdef VERTEX
#include "light.glsl"
#include "tone.glsl"
#include "shape.glsl"
uniform sampler2D material_table;
uniform sampler2DArray color_map;
in vec4 in_place;  // w: material, and MARKED more on a surface with marks every meter
in vec4 in_rotation;
in vec4 in_size;
in vec4 in_tint;
out vec3 color;

void main() {
    int material = int(in_place.w + 0.5) % MARKED;
    vec3 mean = textureLod(color_map, vec3(0.5, 0.5, texelFetch(material_table, ivec2(0, material), 0).x), 99.0).rgb;
    color = mean * mean * texelFetch(material_table, ivec2(1, material), 0).rgb * abs(in_size.w);
    color = mix(color, to_linear(in_tint.rgb), in_tint.a);
    if (in_size.w < 0.0) color = mix(color, vec3(0.25, 0.65, 0.9), 0.6);  // a sensor
    vec3 place = in_place.xyz + rotate(in_rotation, shape_place(in_size.xyz));
    color = add_fog(0.36 * mix(color, vec3(0.5), 0.15), place);  // darker than the ground and the sky
    gl_Position = view_projection * vec4(place, 1.0);
}
#else
in vec3 color;
out vec4 result;
void main() { result = vec4(color, 1.0); }
#endif
