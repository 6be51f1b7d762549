// What a surface is like at one place: textures in meters along the axes of the shape, so that they never swim.
uniform sampler2DArray color_map;
uniform sampler2DArray relief_map;

struct Surface {
    vec3 color;
    vec3 normal;  // in axes of the shape, bent by the relief
    float roughness;
    float metal;
    float reflectance;
};

// One texture from one side; the axes u and v carry the slopes.
void add_side(inout Surface s, vec2 uv, vec3 u, vec3 v, float layer, float bump, float weight) {
    vec4 color = texture(color_map, vec3(uv, layer));
    vec4 slope = texture(relief_map, vec3(uv, layer));
    s.color += weight * color.rgb * color.rgb;  // close to sRGB
    s.roughness += weight * 2.0 * color.a;
    s.normal -= weight * bump * ((slope.x - 0.502) * u + (slope.y - 0.502) * v) * 4.0;
}

Surface empty_surface(vec3 face, vec4 material) {
    return Surface(vec3(0.0), face, 0.0, material.z, material.w);
}

void finish(inout Surface s, vec4 material) {
    s.normal = normalize(s.normal);
    s.roughness = clamp(s.roughness * material.y, 0.04, 1.0);
}

// The grain runs along x of the texture: put the longest side there. These swaps undo themselves.
vec3 along_grain(vec3 p, vec3 extent) {
    if (extent.y > extent.x && extent.y >= extent.z) return p.yxz;
    if (extent.z > extent.x) return p.zyx;
    return p;
}

vec3 body_shift(float shade) { return fract(abs(shade) * vec3(113.1, 57.7, 91.3)); }

Surface box_surface(vec3 local, vec3 face, vec4 size, vec2 relief, vec4 material) {
    vec3 p = along_grain(local, size.xyz) / relief.x, n = along_grain(face, size.xyz);
    vec3 a = abs(n);
    p += body_shift(size.w);
    Surface s = empty_surface(n, material);
    // Axes of the texture on this face: z and y, or x and z, or x and y.
    vec3 u = a.x > 0.5 ? vec3(0, 0, 1) : vec3(1, 0, 0), v = a.y > 0.5 ? vec3(0, 0, 1) : vec3(0, 1, 0);
    mat2x3 uv = mat2x3(u, v);
    add_side(s, p * uv, u, v, material.x, relief.y, 1.0);
    s.normal = along_grain(s.normal, size.xyz);
    // Bevel: near an edge the normal leans toward the next face. It fades where it is thinner than a pixel.
    float width = min(0.03, 0.12 * min(size.x, min(size.y, size.z)));
    vec3 inside = (size.xyz - abs(local)) / width;
    vec3 lean = (1.0 - clamp(inside, 0.0, 1.0)) * (1.0 - abs(face));
    float pixel = length(fwidth(local));
    float strength = clamp(1.5 * width / pixel, 0.0, 1.0);
    s.normal += sign(local) * lean * lean * 0.9 * strength;
    s.color *= 1.0 - 0.12 * strength * max(lean.x, max(lean.y, lean.z));
    finish(s, material);
    return s;
}

// Textures from three sides, mixed by the direction of the surface.
void add_sides(inout Surface s, vec3 p, vec3 n, float layer, float bump) {
    vec3 weight = n * n;
    weight *= weight * weight;
    weight /= weight.x + weight.y + weight.z;
    add_side(s, p.zy, vec3(0, 0, 1), vec3(0, 1, 0), layer, bump, weight.x);
    add_side(s, p.xz, vec3(1, 0, 0), vec3(0, 0, 1), layer, bump, weight.y);
    add_side(s, p.xy, vec3(1, 0, 0), vec3(0, 1, 0), layer, bump, weight.z);
}

// The longest side of the extent tells where the grain runs.
Surface solid_surface(vec3 local, vec3 face, vec3 extent, float shade, vec2 relief, vec4 material) {
    vec3 n = along_grain(face, extent);
    Surface s = empty_surface(n, material);
    add_sides(s, along_grain(local, extent) / relief.x + body_shift(shade), n, material.x, relief.y);
    s.normal = along_grain(s.normal, extent);
    finish(s, material);
    return s;
}

// The texture from the side that the surface faces most, without its relief.
Surface far_surface(vec3 local, vec3 face, float tile, vec4 material) {
    vec3 side = abs(face), p = local / tile;
    vec2 uv = side.y > max(side.x, side.z) ? p.xz : (side.x > side.z ? p.zy : p.xy);
    vec4 color = texture(color_map, vec3(uv, material.x));
    return Surface(color.rgb * color.rgb, face, 1.0, 0.0, material.w);
}

// Out of the side of a cylinder or cone: level on a cylinder; on a cone it rises by the radius over the height.
vec3 drum_normal(vec3 local, vec3 size) {
    vec2 around = local.xz / max(length(local.xz), 1e-12);
    return normalize(vec3(2.0 * size.y * around.x, size.z * size.x, 2.0 * size.y * around.y));
}

// How much of a pixel lies on lines that repeat every `period` [m]: the exact mean over the pixel (I. Quilez).
float line_cover(vec2 at, vec2 pixel, float period, float width) {
    vec2 w = max(pixel, vec2(1e-5)) / period;
    vec2 a = at / period + 0.5 * width / period + 0.5 * w, b = a - w;
    float part = width / period;
    vec2 cover = (floor(a) + min(fract(a) / part, 1.0) - floor(b) - min(fract(b) / part, 1.0)) * part / w;
    return 1.0 - (1.0 - clamp(cover.x, 0.0, 1.0)) * (1.0 - clamp(cover.y, 0.0, 1.0));
}

// Checker of 1 m squares, -1 to 1, filtered over the pixel (I. Quilez).
float checker(vec2 at, vec2 pixel) {
    vec2 w = pixel + 1e-4;
    vec2 wave = 2.0 * (abs(fract((at - 0.5 * w) * 0.5) - 0.5) - abs(fract((at + 0.5 * w) * 0.5) - 0.5)) / w;
    return wave.x * wave.y;
}

#if PICTURED
uniform sampler2DArray picture_map;

// A picture at its own place; how it shines is up to the material.
Surface picture_surface(vec3 spot, vec3 face, vec4 material) {
    vec3 color = texture(picture_map, spot).rgb;
    return Surface(color * color, face, clamp(material.y, 0.04, 1.0), material.z, material.w);
}
#endif

// Checker and lines of the ground, at a place on it [m]; kind 2 has them, kind 1 has not.
void add_marks(inout Surface s, vec2 at, float kind) {
    vec2 pixel = max(abs(dFdx(at)), abs(dFdy(at)));
    s.roughness = max(s.roughness, 0.3);
    float thin = line_cover(at, pixel, 1.0, 0.025), thick = line_cover(at, pixel, 10.0, 0.07);
    float mark = (0.49 + 0.03 * checker(at, pixel)) * (1.0 - 0.30 * thin) * (1.0 - 0.50 * thick);
    s.color *= kind > 1.5 ? mark : 0.9;
}

// The texture of the ground is wide; its tile must divide the period of a half-space.
float ground_tile(float tile) { return max(2.0 * round(tile), 2.0); }

Surface plane_surface(vec3 local, vec4 size, vec3 relief, vec4 material) {
    vec2 at = local.xz + size.xz;
    Surface s = empty_surface(vec3(0.0, 1.0, 0.0), material);
    add_side(s, at / ground_tile(relief.x), vec3(1, 0, 0), vec3(0, 0, 1), material.x, 0.6 * relief.y, 1.0);
    finish(s, material);
    add_marks(s, at, relief.z);
    return s;
}

// A height field: the ground, but not flat.
Surface field_surface(vec3 local, vec3 face, vec3 relief, vec4 material) {
    Surface s = empty_surface(face, material);
    add_sides(s, local / ground_tile(relief.x), face, material.x, 0.6 * relief.y);
    finish(s, material);
    add_marks(s, local.xz, relief.z);
    return s;
}
