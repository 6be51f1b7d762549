// Depth of everything that throws a shadow, into its tile of the shadow map. SHAPE as in shape.glsl.
#include "frame.glsl"

#ifdef VERTEX
#include "shape.glsl"
in vec4 in_place;  // w: number of the tile
in vec4 in_rotation;
in vec4 in_size;
out float gl_ClipDistance[4];

void main() {
    int tile = int(in_place.w + 0.5);
    vec4 clip = tile_matrix[tile] * vec4(in_place.xyz + rotate(in_rotation, shape_place(in_size.xyz)), 1.0);
    gl_ClipDistance[0] = 1.0 - clip.x;
    gl_ClipDistance[1] = 1.0 + clip.x;
    gl_ClipDistance[2] = 1.0 - clip.y;
    gl_ClipDistance[3] = 1.0 + clip.y;
    clip.xy = 0.5 * clip.xy + vec2(tile & 1, tile >> 1) - 0.5;
    clip.z = max(clip.z, -0.999);  // what is nearer to the light than the tile still throws a shadow
    gl_Position = clip;
}
#else
void main() {}
#endif
