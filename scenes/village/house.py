"""The house: walls, stairs, doors that can be pushed open, panes, and furniture to knock over."""

from assets.making import house as house_plan
from physics import Body, BodyKind, JointHinge, ShapeBox, ShapeCylinder, ShapeSphere, Vec3, World
from play.breakage import glass, kinds
from play.breakage.timber import break_off, come_apart, come_off
from scenes.village import layout
from scenes.village.stuff import add_fixed, add_model, block, look_of, things_of, turned, upright

#: Room around a door in its opening, its thickness, mass, friction of its hinge [N m] and widest angle [rad].
GAP, THICK, DOOR_MASS, DOOR_FRICTION, DOOR_ANGLE = 0.03, 0.05, 22.0, 2.5, 1.52
#: Thickness of a pane, and of the glass that its mass is that of: what is thinner is hard to hit [m].
PANE, GLASS = 0.016, 0.005
#: Blows of so many times what bars and shelves withstand take them apart.
SMASHED = 2.0
#: Thickness of a rug [m].
RUG = 0.012

UNTURNED = (0.0, 0.0, 0.0, 1.0)


def build(world: World) -> None:
    """Add all of it."""
    add_model(world, "house", name="house", material="plaster", position=layout.HOUSE, without=("trim",))
    add_model(world, "stairs", name="stairs", material="wood", position=layout.HOUSE)
    for name, low, high in layout.DOORS:
        add_door(world, name, low, high)
    for name, low, high in layout.WINDOWS:
        add_pane(world, name, low, high)
    add_shutters(world)
    add_canopy(world)
    furnish(world)


def add_door(world: World, name: str, low: Vec3, high: Vec3) -> Body:
    """A door with a handle in an opening, on a hinge at its low end; it opens both ways."""
    size, middle = high - low, (low + high) * 0.5
    across = size.x < size.z  # in a wall along z
    wide = 0.5 * (size.z if across else size.x) - GAP
    tall, thin = 0.5 * size.y - GAP, 0.5 * THICK
    handle = wide - 0.1
    if across:
        parts = [(ShapeBox((thin, tall, wide)), (0.0, 0.0, 0.0), UNTURNED)]
        parts.append((ShapeBox((0.07, 0.02, 0.05)), (0.0, 0.0, handle), UNTURNED))
        hinge = Vec3(middle.x, middle.y, low.z + GAP)
    else:
        parts = [(ShapeBox((wide, tall, thin)), (0.0, 0.0, 0.0), UNTURNED)]
        parts.append((ShapeBox((0.05, 0.02, 0.07)), (handle, 0.0, 0.0), UNTURNED))
        hinge = Vec3(low.x + GAP, middle.y, middle.z)
    door = world.add_body(
        shapes=parts, position=middle, mass=DOOR_MASS, material="wood", name=name, angular_damping=0.6
    )  # fmt: skip
    world.add_joint(
        JointHinge(
            None, door, anchor=hinge, axis=(0.0, 1.0, 0.0), limits=(-DOOR_ANGLE, DOOR_ANGLE), friction=DOOR_FRICTION,
            name=f"{name} hinge",
        )
    )  # fmt: skip
    return door


def add_pane(world: World, name: str, low: Vec3, high: Vec3, *, bars: bool = True) -> Body:
    """A pane of glass that fills an opening; with bars, if wanted."""
    size, middle = high - low, (low + high) * 0.5
    across = size.x < size.z
    half = (0.5 * PANE, 0.5 * size.y, 0.5 * size.z) if across else (0.5 * size.x, 0.5 * size.y, 0.5 * PANE)
    things = things_of(world)
    if bars:
        tall = (0.04, 0.5 * size.y, 0.03) if across else (0.03, 0.5 * size.y, 0.04)
        level = (0.04, 0.03, 0.5 * size.z) if across else (0.5 * size.x, 0.03, 0.04)
        cross = add_fixed(world, f"{name} bars", [(ShapeBox(tall), middle), (ShapeBox(level), middle)], "wood")
        things.add(kinds.BARS, (cross,), come_apart(load=SMASHED))
    pane = world.add_body(
        kind=BodyKind.STATIC, shape=ShapeBox(half), position=middle, material="glass", name=name, restitution=0.2,
        density=world.material("glass").density * GLASS / PANE,
    )  # fmt: skip
    glass.add_pane(things, pane)
    return pane


def add_shutters(world: World) -> None:
    """Shutters beside the windows of the front."""
    for number, place in enumerate(layout.SHUTTERS, 1):
        shutter = world.add_body(
            kind=BodyKind.STATIC, shape=ShapeBox(house_plan.SHUTTER), position=place, material="wood",
            look=look_of("shutter"), name=f"shutter {number}",
        )  # fmt: skip
        things_of(world).add(kinds.SHUTTER, (shutter,), come_off)


def add_canopy(world: World) -> None:
    """A small roof over the front door: it falls when both of its posts are gone, or when it is hit itself."""
    things, (x, _, z) = things_of(world), layout.in_house((-0.45, 0.0, 4.5))
    posts = []
    for k in (-1.0, 1.0):
        post = add_fixed(
            world,
            "canopy post",
            [block((x + k * 1.15 - 0.05, 0.0, z + 1.25), (x + k * 1.15 + 0.05, 2.6, z + 1.35))],
            "wood",
        )
        short = block((x + k * 1.15 - 0.05, layout.PAVED + 0.01, z + 1.25), (x + k * 1.15 + 0.05, 2.59, z + 1.35))
        posts.append(things.add(kinds.POST, (post,), break_off(upper=(upright(*short, "wood"),))))
    roof = add_fixed(world, "canopy", [block((x - 1.3, 2.6, z + 0.005), (x + 1.3, 2.72, z + 1.4))], "wood")
    things.add(kinds.CANOPY, (roof,), come_off, supports=[(post,) for post in posts])


# ---- Furniture ------------------------------------------------------------------------------------------------------


def furnish(world: World) -> None:
    """Things in the rooms."""
    ground, upper = layout.ROOMS[0][1].y, layout.ROOMS[2][1].y
    rug = ground + RUG
    add_table(world, layout.in_house((-2.9, rug, 0.6)), "table")
    for k, z in enumerate((-0.1, 1.3)):
        add_chair(world, layout.in_house((-2.9, rug, z)), f"chair {k + 1}", turned(180.0 * k))
    add_table(world, layout.in_house((4.0, ground, 0.0)), "kitchen table")
    add_shelf(world, layout.in_house((-5.55, ground, 3.2)), "shelf")
    add_shelf(world, layout.in_house((5.55, ground, -2.4)), "kitchen shelf")
    add_shelf(world, layout.in_house((5.55, upper, -1.0)), "book shelf")
    add_sofa(world, layout.in_house((-5.35, ground, 0.2)))
    add_counter(world, ground)
    for k, z in enumerate((-0.75, 0.75)):
        add_chair(world, layout.in_house((4.0, ground, z)), f"kitchen chair {k + 1}", turned(180.0 * k))
    for name, x, y, z in (("rug", -2.9, ground, 0.6), ("bedroom rug", 3.2, upper, 0.2)):
        middle = layout.in_house((x, y, z))
        add_fixed(world, name, [block(middle - (1.3, 0.02, 1.0), middle + (1.3, RUG, 1.0))], "blue cloth")
    add_bed(world, layout.in_house((3.2, upper, -3.2)))
    add_table(world, layout.in_house((-3.4, upper, 2.2)), "desk")
    for name, x, y, z in (("vase", -2.9, rug, 0.6), ("pot", 4.0, ground, 0.2), ("lamp", -3.4, upper, 2.2)):
        place = layout.in_house((x, y + 0.78 + 0.14, z))
        material = "iron" if name == "pot" else "plastic"
        world.add_body(shape=ShapeCylinder(0.09, 0.14), position=place, density=900.0, material=material, name=name)
    for room, place in zip(layout.ROOMS, layout.ROOM_LAMPS, strict=True):
        add_fixed(world, f"lamp in the {room[0]}", [(ShapeSphere(0.16), place)], "lamp")
    ball = layout.in_house((-1.0, upper + 0.21, 3.2))
    world.add_body(shape=ShapeSphere(0.2), position=ball, mass=0.6, material="rubber", name="ball")


def add_table(world: World, place: Vec3, name: str) -> Body:
    """A table 0.78 m high, a body of five boxes."""
    parts = [(ShapeBox((0.7, 0.025, 0.45)), (0.0, 0.755, 0.0), UNTURNED)]
    parts += [(ShapeBox((0.03, 0.365, 0.03)), (x, 0.365, z), UNTURNED) for x in (-0.6, 0.6) for z in (-0.36, 0.36)]
    return world.add_body(shapes=parts, position=place, material="wood", name=name)


def add_chair(world: World, place: Vec3, name: str, turn: tuple[float, float, float, float]) -> Body:
    """A chair with its back to -z, turned."""
    parts = [(ShapeBox((0.2, 0.02, 0.2)), (0.0, 0.45, 0.0), UNTURNED)]
    parts += [(ShapeBox((0.02, 0.22, 0.02)), (x, 0.22, z), UNTURNED) for x in (-0.17, 0.17) for z in (-0.17, 0.17)]
    parts.append((ShapeBox((0.2, 0.22, 0.02)), (0.0, 0.69, -0.18), UNTURNED))
    return world.add_body(shapes=parts, position=place, orientation=turn, material="wood", name=name)


def add_shelf(world: World, place: Vec3, name: str) -> None:
    """Boards on a wall along z, with books, boxes and jars on them."""
    x, y, z = place
    boards = [block((x - 0.2, y + h - 0.02, z - 0.7), (x + 0.2, y + h, z + 0.7)) for h in (0.5, 0.95, 1.4)]
    sides = [block((x - 0.2, y, z + k - 0.02), (x + 0.2, y + 1.4, z + k + 0.02)) for k in (-0.72, 0.72)]
    shelf = add_fixed(world, name, [*boards, *sides], "wood")
    things_of(world).add(kinds.SHELF, (shelf,), come_apart(load=SMASHED))
    for level, height in enumerate((0.5, 0.95, 1.4)):
        for k in range(5):
            at = z - 0.5 + 0.25 * k
            if (k + level) % 3 == 0:
                shape, half = ShapeCylinder(0.06, 0.09), 0.09
            else:
                half = 0.11 + 0.015 * (k % 3)
                shape = ShapeBox((0.09, half, 0.03 + 0.012 * (k % 2)))
            material = ("leather", "plastic", "wood", "glass")[(k + 2 * level) % 4]
            word = "jar" if (k + level) % 3 == 0 else "book"
            world.add_body(
                shape=shape, position=(x, y + height + half, at), density=600.0, material=material,
                name=f"{name} {word} {level * 5 + k + 1}", restitution=0.1,
            )  # fmt: skip


def add_sofa(world: World, place: Vec3) -> None:
    """A sofa that stays, its back to the west wall."""
    x, y, z = place
    seat = [block((x - 0.42, y, z - 1.0), (x + 0.42, y + 0.42, z + 1.0))]
    seat.append(block((x - 0.42, y + 0.42, z - 1.0), (x - 0.18, y + 0.85, z + 1.0)))
    seat += [block((x - 0.42, y + 0.42, z + k - 0.1), (x + 0.42, y + 0.6, z + k + 0.1)) for k in (-0.9, 0.9)]
    add_fixed(world, "sofa", seat, "green cloth")


def add_counter(world: World, floor: float) -> None:
    """The counter of the kitchen along the north wall."""
    low, high = layout.in_house((1.75, floor, -4.28)), layout.in_house((5.3, floor + 0.84, -3.7))
    add_fixed(world, "kitchen counter", [block(low, high)], "wood")
    top = block((low.x, high.y, low.z), (high.x, high.y + 0.05, high.z + 0.04))
    add_fixed(world, "kitchen top", [top], "stone")


def add_bed(world: World, place: Vec3) -> None:
    """A bed that stays, with a pillow."""
    x, y, z = place
    frame = [block((x - 0.8, y, z - 1.05), (x + 0.8, y + 0.35, z + 1.05))]
    frame.append(block((x - 0.8, y, z - 1.1), (x + 0.8, y + 0.9, z - 1.05)))
    add_fixed(world, "bed", frame, "wood")
    add_fixed(world, "mattress", [block((x - 0.75, y + 0.35, z - 1.0), (x + 0.75, y + 0.5, z + 1.0))], "blue cloth")
    pillow = (x, y + 0.57, z - 0.7)
    world.add_body(shape=ShapeBox((0.35, 0.07, 0.2)), position=pillow, mass=1.0, material="white cloth", name="pillow")
