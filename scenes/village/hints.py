"""Hints for the player: where everything is, and how to get it."""

HINTS = (
    (
        "Weapons",
        "Four plinths stand along the path in front of the terrace. Walk into a weapon to pick it up: [weapon_1] the "
        "constructor ([fire] shoots iron balls, [fire_other] wooden cubes; hold for more power), [weapon_2] the rocket "
        "launcher, [weapon_3] the flail (hold to swing it), [weapon_4] the grab tool (hold to carry, [fire_other] "
        "leaves it in the air, the wheel changes the distance).",
    ),
    (
        "House",
        "Doors open when you walk into them, or with [enter]. The stairs lead up to the gallery; only the platform "
        "goes to the roof. What is small can be picked up with [enter], and thrown with [fire].",
    ),
    (
        "Platform",
        "Press the red button on the post next to the house with [enter] or with your shoulder, step on, and wait for "
        "it to rise. Another button on the roof calls it.",
    ),
    (
        "Cars",
        "Two cars are parked on the asphalt to the right of the path, their noses to the track: one has wheels on "
        "joints, the other ray wheels. [enter] gets you in and out, [move_forward] and [move_back] are throttle and "
        "brake, [jump] is the handbrake. Hard hits damage wheels until they come off: [repair] puts them back on. "
        "[reset_vehicle] puts a car on its wheels, and pressed again on the same spot it takes the car back to where "
        "it was parked.",
    ),
    (
        "Track",
        "Straight on from the cars, then right at the sign: once around the hill, with banked bends and a jump. Laps "
        "count from the start line through seven checkpoints between white poles; your best lap drives along as a "
        "ghost. Stop beside the red car at the start line to race against it.",
    ),
    (
        "Yard",
        "A brick wall, crates and barrels to shoot at. East of it a beam leads under pendulums over a pool: be quick, "
        "there is a prize at its end. Whoever falls in swims: [jump] at the edge climbs out, and there are steps in "
        "the corner.",
    ),
    (
        "Bridge and range",
        "West of the path a chain bridge leads to the shooting range. A round is ten shots from the counter: rings "
        "count, twice or three times by distance, and so do cans.",
    ),
    (
        "Course",
        "In the east, from the green flag to the checkered one: stairs, slopes, a low beam, gaps to jump over, a "
        "turntable and a lift. The clock runs.",
    ),
    ("Results", "[results] shows your best results and medals, and sets the level of the race."),
    (
        "Crane",
        "It stands beside the crates; [enter] climbs into its cab. [move_left] and [move_right] turn it, "
        "[move_forward] and [move_back] move the jib down and up, [jump] hoists, [crouch] lets down, "
        "[fire] grabs and lets go.",
    ),
    (
        "Trebuchet",
        "Northwest of the house. [fire_other] hooks the nearest stone to the sling, [fire] shoots it at the tower, "
        "[jump] winds the beam down again; [move_forward] and [move_back] set where the sling opens.",
    ),
    ("Walker", "North of the pendulums a machine on twelve legs: [enter] climbs on, then steer it as you walk."),
)
