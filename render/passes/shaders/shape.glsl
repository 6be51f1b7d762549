// Where a vertex is in the axes of its shape [m]. SHAPE is 0 for boxes, 1 for balls and capsules, 2 for half-spaces, 3
// for cylinders and cones, 4 for geometries, 5 for many different geometries in one draw: their corners are read from
// textures, a cluster of them for each instance.
#if SHAPE == 5
uniform sampler2D corner_places;
uniform sampler2D corner_normals;
in vec2 in_cluster;  // number, layer of the picture
ivec2 corner() {
    int number = int(in_cluster.x + 0.5) * CLUSTER_CORNERS + gl_VertexID;
    return ivec2(number % TEXTURE_WIDTH, number / TEXTURE_WIDTH);
}
vec3 shape_place(vec3 size) { return texelFetch(corner_places, corner(), 0).xyz; }
vec3 shape_normal() { return texelFetch(corner_normals, corner(), 0).xyz; }
vec3 shape_picture() {
    return vec3(texelFetch(corner_places, corner(), 0).w, texelFetch(corner_normals, corner(), 0).w, in_cluster.y);
}
#else
in vec3 in_position;
in vec3 in_normal;
in float in_side;
vec3 shape_place(vec3 size) {
#if SHAPE == 0
    return in_position * size;
#elif SHAPE == 1
    return in_position * size.x + vec3(0.0, in_side * size.y, 0.0);
#elif SHAPE == 2
    return in_position * 3000.0;
#elif SHAPE == 3
    // size: radius, half height, 1 for a cone: its upper end has no width.
    float width = size.x * (in_position.y > 0.0 ? 1.0 - size.z : 1.0);
    return in_position * vec3(width, size.y, width);
#else
    return in_position;
#endif
}
vec3 shape_normal() { return in_normal; }
#if SHAPE == 4
in vec2 in_uv;
uniform float own_layer;
vec3 shape_picture() { return vec3(in_uv, own_layer); }
#endif
#endif
