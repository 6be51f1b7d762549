// The finished picture: outline of the selected body, film curve, sRGB, and noise of half a step against bands.
#include "frame.glsl"

#ifdef VERTEX
in vec2 in_corner;
out vec2 uv;
void main() {
    uv = 0.5 * in_corner + 0.5;
    gl_Position = vec4(in_corner, 0.0, 1.0);
}
#else
#include "tone.glsl"
uniform sampler2D picture;
uniform sampler2D mask;
in vec2 uv;
out vec4 result;

// Greatest mask value on a circle around the pixel.
float ring(float radius) {
    float most = 0.0;
    for (int i = 0; i < 12; ++i) {
        float angle = 6.2832 * float(i) / 12.0;
        most = max(most, texture(mask, uv + radius * options.z * vec2(cos(angle), sin(angle)) * viewport.zw).r);
    }
    return most;
}

void main() {
    vec3 color = to_srgb(tone_map(EXPOSURE * texture(picture, uv).rgb));
#if OUTLINED
    float inside = texture(mask, uv).r, outside = 1.0 - inside;
    color = mix(color, vec3(1.0, 0.62, 0.12), 0.10 * inside);
    color = mix(color, vec3(0.08, 0.04, 0.0), 0.75 * outside * ring(4.0));
    color = mix(color, vec3(1.0, 0.66, 0.15), outside * ring(2.5));
#endif
    float noise = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))));
    color += (noise - 0.5) / 255.0;
    result = vec4(color, 1.0);
}
#endif
