"""Hints for the player: where everything is, and how to get it."""

HINTS = (
    (
        "Weapons",
        "Four plinths stand along the path before the terrace. Walk into a weapon to take it: 1 the constructor (left "
        "button iron balls, right button wooden cubes, hold for more), 2 the rocket launcher, 3 the flail (hold to "
        "swing it), 4 the grab tool (hold to carry, right button leaves it in the air, wheel for the distance).",
    ),
    (
        "House",
        "Doors open when you walk into them. The stairs lead up to the gallery; only the platform leads to the roof.",
    ),
    (
        "Platform",
        "Push the red button on the post beside the house, step on, and wait for it to rise. Another button on the "
        "roof calls it.",
    ),
    (
        "Cars",
        "Two of them stand right of the path: one has wheels on joints, the other ray wheels. Hard hits damage wheels "
        "until they come off; there are keys to put a car on its wheels and to mend it.",
    ),
    ("Track", "From the cars the road leads to the start line. There are banked bends and a jump."),
    ("Yard", "A brick wall, crates and barrels to shoot at. East of it a beam leads under pendulums: be quick."),
    ("Bridge and range", "West of the path a bridge on chains leads to the shooting range; fallen targets rise again."),
    ("Course", "In the east: stairs, slopes, a low beam, a turning plate, a lift and gaps to jump."),
)
