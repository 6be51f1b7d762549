// Reads the shadow map: sun light and sky light that reach a place.
uniform sampler2DShadow shadow_map;

vec2 tile_corner(int tile) { return 0.5 * vec2(tile & 1, tile >> 1); }

// Part of the light, tent filter over 5 x 5 texels in 9 bilinear reads (I. Castano, "Shadow mapping summary").
float filtered(int tile, vec3 clip) {
    float size = options.y, atlas = 2.0 * size;
    vec2 uv = (clip.xy * 0.5 + 0.5) * size;
    vec2 base = floor(uv + 0.5);
    vec2 st = uv + 0.5 - base;
    base = (base - 0.5) / atlas + tile_corner(tile);
    float depth = clip.z * 0.5 + 0.5;
#if FAST
    // The same idea over 3 x 3 texels in 4 reads.
    vec2 w0 = 3.0 - 2.0 * st, w1 = 1.0 + 2.0 * st;
    vec2 o0 = ((2.0 - st) / w0 - 1.0) / atlas, o1 = (st / w1 + 1.0) / atlas;
    float sum = w0.x * w0.y * texture(shadow_map, vec3(base + o0, depth));
    sum += w1.x * w0.y * texture(shadow_map, vec3(base + vec2(o1.x, o0.y), depth));
    sum += w0.x * w1.y * texture(shadow_map, vec3(base + vec2(o0.x, o1.y), depth));
    sum += w1.x * w1.y * texture(shadow_map, vec3(base + o1, depth));
    return sum / 16.0;
#else
    vec2 w0 = 4.0 - 3.0 * st, w2 = 1.0 + 3.0 * st;
    vec2 o0 = (3.0 - 2.0 * st) / w0 - 2.0, o1 = (3.0 + st) / 7.0, o2 = st / w2 + 2.0;
    o0 /= atlas; o1 /= atlas; o2 /= atlas;
    float sum = w0.x * w0.y * texture(shadow_map, vec3(base + o0, depth));
    sum += 7.0 * w0.y * texture(shadow_map, vec3(base + vec2(o1.x, o0.y), depth));
    sum += w2.x * w0.y * texture(shadow_map, vec3(base + vec2(o2.x, o0.y), depth));
    sum += w0.x * 7.0 * texture(shadow_map, vec3(base + vec2(o0.x, o1.y), depth));
    sum += 49.0 * texture(shadow_map, vec3(base + o1, depth));
    sum += w2.x * 7.0 * texture(shadow_map, vec3(base + vec2(o2.x, o1.y), depth));
    sum += w0.x * w2.y * texture(shadow_map, vec3(base + vec2(o0.x, o2.y), depth));
    sum += 7.0 * w2.y * texture(shadow_map, vec3(base + vec2(o1.x, o2.y), depth));
    sum += w2.x * w2.y * texture(shadow_map, vec3(base + o2, depth));
    return sum / 144.0;
#endif
}

// The place is moved off the surface, so that no surface shades itself: by the rise of the surface over the texels that
// the filter reads, which is their distance times the sine of the angle to the sun.
#if FAST
const float FILTER_REACH = 1.7;
#else
const float FILTER_REACH = 2.9;
#endif
float tile_light(int tile, vec3 place, vec3 normal) {
    float toward = max(dot(normal, sun.xyz), 0.0);
    float rise = FILTER_REACH * sqrt(max(1.0 - toward * toward, 0.0));
    vec3 moved = place + (normal * (0.4 + rise) + sun.xyz * 0.6) * tile_texel[tile];
    return filtered(tile, (tile_matrix[tile] * vec4(moved, 1.0)).xyz);
}

float tile_edge(int tile, vec3 place) {
    vec4 clip = abs(tile_matrix[tile] * vec4(place, 1.0));
    return max(clip.x, clip.y);
}

// A different number between 0 and 1 for neighboring pixels (J. Jimenez).
float pixel_noise() { return fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715)))); }

// Part of the sun light, 0 to 1. Tiles blend into one another near their edges; software renderers, which run both sides
// of every branch, change from one to the next at once.
float sun_light(vec3 place, vec3 normal) {
    float limit = 0.96;
    int tile = tile_edge(0, place) < limit ? 0 : (tile_edge(1, place) < limit ? 1 : 2);
    float light = tile_light(tile, place, normal);
#if !FAST
    float fade = smoothstep(0.8, limit, tile_edge(tile, place));
    if (tile < 2 && fade > 0.0) light = mix(light, tile_light(tile + 1, place, normal), fade);
#endif
    float far = smoothstep(0.8, limit, tile_edge(2, place));
    return mix(1.0, light, sun.w * (1.0 - far));
}

// The first four alone are spread around, too.
const vec3 SKY_PROBES[8] = vec3[8](
    vec3(0.17, 0.12, 0.06), vec3(-0.17, 0.16, 0.30), vec3(-0.38, 0.26, -0.22), vec3(0.36, 0.26, -0.40),
    vec3(-0.10, 0.12, -0.12), vec3(0.32, 0.20, 0.28), vec3(-0.13, 0.30, 0.55), vec3(-0.08, 0.34, -0.55));

// Part of the sky light, 0 to 1: how many points around and above the place have nothing over them.
float sky_light(vec3 place, vec3 normal) {
    vec3 start = (tile_matrix[3] * vec4(place + normal * 0.07, 1.0)).xyz;
    // Turned a little from pixel to pixel, or the probes would draw bands.
    float turn = 0.4 * pixel_noise();
    mat2 spin = mat2(cos(turn), sin(turn), -sin(turn), cos(turn));
    mat3 axes = mat3(tile_matrix[3]);
    float open = 0.0;
    for (int i = 0; i < SKY_PROBE_COUNT; ++i) {
        vec3 probe = SKY_PROBES[i];
        probe.xz = spin * probe.xz;
        probe -= 2.0 * min(dot(probe, normal), 0.0) * normal;
        vec3 clip = start + axes * probe;
        open += texture(shadow_map, vec3(clip.xy * 0.25 + 0.25 + tile_corner(3), clip.z * 0.5 + 0.5));
    }
    float far = smoothstep(0.8, 0.97, tile_edge(3, place));
    return mix(1.0, open / float(SKY_PROBE_COUNT), sun.w * (1.0 - far));
}
