// From light to what a screen shows, and back. The curve is the fit of the ACES film curve by K. Narkowicz.
#define EXPOSURE sky_bounce.w

vec3 to_linear(vec3 color) { return pow(color, vec3(2.2)); }

// sRGB by square roots alone; off by less than a step of 255 (I. Taylor).
vec3 to_srgb(vec3 color) {
    vec3 a = sqrt(color), b = sqrt(a), c = sqrt(b);
    return clamp(0.662002687 * a + 0.684122060 * b - 0.323583601 * c - 0.0225411470 * color, 0.0, 1.0);
}

vec3 tone_map(vec3 light) {
    return clamp((light * (2.51 * light + 0.03)) / (light * (2.43 * light + 0.59) + 0.14), 0.0, 1.0);
}

// The light that tone_map shows as this color: the positive root of its quadratic equation. Used for marks.
vec3 light_of_color(vec3 color) {
    vec3 y = to_linear(clamp(color, 0.0, 0.98));
    vec3 a = 2.51 - 2.43 * y, b = 0.03 - 0.59 * y;
    return (-b + sqrt(b * b + 0.56 * a * y)) / (2.0 * a) / EXPOSURE;
}
