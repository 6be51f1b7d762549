// Light from all around, as surfaces get and mirror it. Needs light.glsl.

// Light of the sky and the earth from one direction.
vec3 ambient_light(vec3 direction) {
    return mix(BOUNCE_LIGHT, SKY_LIGHT, smoothstep(-1.0, 1.0, direction.y));
}

float fifth(float x) { return x * x * x * x * x; }

vec3 reflected(vec3 ray, float roughness) {
    vec3 sharp = mix(sky_color(ray), NEAR_EARTH * BOUNCE_LIGHT, smoothstep(0.05, -0.10, ray.y));
    return mix(sharp, ambient_light(ray), smoothstep(0.05, 0.65, roughness));
}
