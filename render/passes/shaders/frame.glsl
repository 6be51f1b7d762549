// What all passes know of the frame; written by render/uniforms.py. Places are relative to the eye [m].
layout(std140) uniform Frame {
    mat4 view_projection;
    mat4 tile_matrix[4];   // to the clip space of each shadow tile
    vec4 tile_texel;       // widths of a texel [m]
    vec4 ray_right;        // view ray of a pixel = forward + x * right + y * up, x and y from -1 to 1
    vec4 ray_up;
    vec4 ray_forward;
    vec4 sun;              // direction to it; w: 1 with shadows, else 0
    vec4 ground;           // normal, and distance of the eye; zeros without a ground
    vec4 viewport;         // width, height [pixels], 1 / width, 1 / height
    vec4 options;          // x: time [s] of the clouds, y: texels along a tile, z: pixels per pixel of the screen
    vec4 eye;              // place of the eye in the world [m], number of waters
    vec4 sky_sun;          // light of the sun; the rest of the sky as in assets/skies.py. w: cosine of the disk's radius
    vec4 sky_ambient;      // w: cover of the clouds
    vec4 sky_bounce;       // w: exposure
    vec4 sky_zenith;       // w: stars
    vec4 sky_horizon;      // w: fog [1/m]
    vec4 sky_glow;         // w: 1 with far land, else 0
    vec4 sky_glow_way;     // its direction
    vec4 sky_halo;
    vec4 sky_disk;
    vec4 sky_cloud;
    vec4 sky_cloud_shade;
    vec4 sky_land;
    vec4 water_shores[4];  // least x and z, greatest x and z
    vec4 water_level[4];   // y, then the current along x and z [m/s]
};

vec3 rotate(vec4 q, vec3 v) {
    vec3 twice = 2.0 * cross(q.xyz, v);
    return v + q.w * twice + cross(q.xyz, twice);
}
