// Lights besides the sun, without shadows; written by render/uniforms.py. Places are relative to the eye [m].
layout(std140) uniform Lamps {
    vec4 lamp_place[LAMPS_MAX];  // w: 1 / reach [1/m]
    vec4 lamp_way[LAMPS_MAX];    // direction; w: cosine of the half angle
    vec4 lamp_color[LAMPS_MAX];  // w of the first: how many there are
};

// Light of all lamps on a surface, in units of its color. It falls with the square of the distance, and is none beyond
// its reach; cones have a soft edge.
vec3 lamp_light(vec3 place, vec3 normal) {
    vec3 sum = vec3(0.0);
    int count = int(lamp_color[0].w + 0.5);
    for (int i = 0; i < count; ++i) {
        vec3 way = lamp_place[i].xyz - place;
        float square = dot(way, way), far = square * lamp_place[i].w * lamp_place[i].w;
        float window = max(1.0 - far * far, 0.0);
        vec3 toward = way * inversesqrt(max(square, 1e-8));
        float edge = lamp_way[i].w, inside = -dot(toward, lamp_way[i].xyz);
        float cone = clamp((inside - edge) / max(0.8 * (1.0 - edge), 1e-3), 0.0, 1.0);
        float part = max(dot(normal, toward), 0.0) * window * window * cone * cone / (square + 0.05);
        sum += part * lamp_color[i].rgb;
    }
    return 3.0 * sum;  // as SUN_LIGHT
}
