// Sun, sky and fog.
const vec3 SUN_LIGHT = vec3(3.1, 2.62, 1.95);
const vec3 SKY_ZENITH = vec3(0.07, 0.23, 0.66);
const vec3 SKY_HORIZON = vec3(0.66, 0.84, 1.04);
const vec3 SKY_LIGHT = vec3(0.36, 0.47, 0.64);
const vec3 BOUNCE_LIGHT = vec3(0.30, 0.25, 0.19);
const float FOG_DENSITY = 0.0030;  // 1 / m

vec3 horizon_color(vec3 ray) {
    float toward = max(dot(normalize(ray.xz + vec2(1e-5)), normalize(sun.xz)), 0.0);
    return SKY_HORIZON + vec3(0.24, 0.12, -0.06) * toward * toward;
}

vec3 sky_color(vec3 ray) {
    float height = max(ray.y, 0.0);
    vec3 color = mix(horizon_color(ray), SKY_ZENITH, 1.0 - exp(-5.5 * height));
    float toward = max(dot(ray, sun.xyz), 0.0);
    color += vec3(0.30, 0.22, 0.12) * pow(toward, 24.0);
    // Below the horizon: haze, then the color of far earth.
    return mix(color, vec3(0.26, 0.25, 0.24), smoothstep(0.0, 0.55, -ray.y));
}

vec3 add_fog(vec3 color, vec3 place) {
    float depth = FOG_DENSITY * length(place);
    return mix(horizon_color(place), color, exp(-depth * sqrt(depth)));
}
