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

// Water swallows red light first, and what it scatters itself is green and blue.
const vec3 WATER_SWALLOWS = vec3(0.85, 0.34, 0.26);  // 1 / m
#define WATER_LIGHT (vec3(0.035, 0.125, 0.13) * (SKY_LIGHT + 0.35 * max(sun.y, 0.0) * SUN_LIGHT))

// A color as it is seen through the water between it and the eye.
vec3 through_water(vec3 color, vec3 place) {
    int count = int(eye.w + 0.5);
    for (int i = 0; i < count; ++i) {
        float level = water_level[i].x, below = level - place.y;
        vec4 shores = water_shores[i] + vec4(-0.05, -0.05, 0.05, 0.05);  // walls that stand there are wet, too
        vec2 at = place.y < level ? place.xz : place.xz * (level / place.y);  // where the way ends in the water
        bool inside = at.x > shores.x && at.y > shores.y && at.x < shores.z && at.y < shores.w;
        if (!inside || (below <= 0.0 && level <= 0.0)) continue;
        float part = level > 0.0 ? (below > 0.0 ? 1.0 : level / place.y) : below / -place.y;
        color = mix(WATER_LIGHT, color, exp(-WATER_SWALLOWS * min(part * length(place), 60.0)));
    }
    return color;
}

bool eye_is_wet() {
    int count = int(eye.w + 0.5);
    bool wet = false;
    for (int i = 0; i < count; ++i) {
        vec4 shores = water_shores[i];
        wet = wet || (water_level[i].x > 0.0 && max(shores.x, shores.y) < 0.0 && min(shores.z, shores.w) > 0.0);
    }
    return wet;
}

vec3 add_fog(vec3 color, vec3 place) {
    color = through_water(color, place);
    if (eye_is_wet()) return color;
    float depth = sky_horizon.w * length(place);
    return mix(horizon_color(place), color, exp(-depth * sqrt(depth)));
}
