// Sun, sky and fog; their colors are those of the frame's sky. What is under the horizon follows from the light that the
// earth throws back.
#define SUN_LIGHT sky_sun.rgb
#define SKY_LIGHT sky_ambient.rgb
#define BOUNCE_LIGHT sky_bounce.rgb
const vec3 FAR_EARTH = vec3(0.87, 1.0, 1.26), NEAR_EARTH = vec3(1.87, 2.08, 2.42);  // over BOUNCE_LIGHT

vec3 horizon_color(vec3 ray) {
    float toward = max(dot(normalize(ray.xz + vec2(1e-5)), sky_glow_way.xz), 0.0);
    return sky_horizon.rgb + sky_glow.rgb * toward * toward;
}

vec3 sky_color(vec3 ray) {
    float height = max(ray.y, 0.0);
    vec3 color = mix(horizon_color(ray), sky_zenith.rgb, 1.0 - exp(-5.5 * height));
    float toward = max(dot(ray, sun.xyz), 0.0);
    color += sky_halo.rgb * pow(toward, 24.0);
    // Below the horizon: haze, then the color of far earth, if there is one.
    return mix(color, FAR_EARTH * BOUNCE_LIGHT, sky_glow.w * smoothstep(0.0, 0.55, -ray.y));
}

vec3 add_fog(vec3 color, vec3 place) {
    float depth = sky_horizon.w * length(place);
    return mix(horizon_color(place), color, exp(-depth * sqrt(depth)));
}
