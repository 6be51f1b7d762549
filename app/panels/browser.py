"""Scene browser: pictures of the scenes, search, categories, favorites, and what was open lately."""

import math

from imgui_bundle import imgui

from app.output import scene_pictures
from app.panels.colors import color
from app.panels.registry import Panel, panel
from app.shell import Shell
from scenes.registry import Scene

ENTER = imgui.InputTextFlags_.enter_returns_true
ALL, FAVORITES, RECENT = "All scenes", "Favorites", "Recent"
#: At text size 1 [pixels]: least width of a card, of the list of categories, and of a panel that has such a list.
CARD, GROUPS, WIDE = 158.0, 132.0, 600.0
SHAPE = scene_pictures.HEIGHT / scene_pictures.WIDTH
AT_ONCE = 4  # pictures that are read from the disk in a frame
STAR = [(0.5 + r * math.sin(a), 0.5 - r * math.cos(a)) for k in range(10)
        for r, a in ((0.5 if k % 2 == 0 else 0.21, math.pi * k / 5),)]  # fmt: skip
ARROWS = {"left_arrow": (-1, 0), "right_arrow": (1, 0), "up_arrow": (0, -1), "down_arrow": (0, 1)}
KEYS = "Arrows choose, Enter opens, Ctrl+D or the star makes a favorite."
LINGERING = imgui.HoveredFlags_.stationary | imgui.HoveredFlags_.delay_normal
Rect = tuple[float, float, float, float]  # left, top, right, bottom [pixels]


@panel(
    "browser", title="Scenes", size=(960.0, 660.0), menu="Scenes", place=10, action="browse", centered=True,
    escape=True, pointer=True,
)  # fmt: skip
class Browser(Panel):
    """The search box, the list of categories and the cards of the scenes.

    Attributes:
        search: What is searched for.
        group: Category that is shown, or `ALL`, `FAVORITES` or `RECENT`.
        chosen: Key of the scene that Enter opens.
        cards: Where the cards are, by key.
    """

    def __init__(self) -> None:
        self.search, self.group, self.chosen = "", ALL, ""
        self.cards: dict[str, Rect] = {}
        self._openings = 0  # each has a field of its own: ImGui would give a known one its old text back
        self._moved = False  # whether the chosen card is to be scrolled to
        self._pictures: dict[str, imgui.ImTextureData | None] = {}
        self._read = 0  # pictures that were read in this frame

    def draw(self, shell: Shell) -> None:
        """Draw all of it."""
        scale, self._read = shell.settings.ui_scale, 0
        if imgui.is_window_appearing():
            self.search, self._openings = "", self._openings + 1
            self.chosen, self._moved = shell.session.runner.key, True
            imgui.set_keyboard_focus_here()
        wide = imgui.get_content_region_avail().x >= WIDE * scale
        imgui.set_next_item_width(-1.0 if wide else 0.55 * imgui.get_content_region_avail().x)
        entered, search = imgui.input_text_with_hint(
            f"##search{self._openings}", "Search scenes; Enter opens the first", self.search, ENTER
        )
        if not wide:
            imgui.same_line()
            self.draw_group_choice(shell)
        searched, self.search = search != self.search, search
        found = self.matching(shell)
        if searched or self.chosen not in {scene.key for scene in found}:
            self.chosen = found[0].key if found and (self.search or not self.chosen) else ""
            self._moved = searched
        if entered and found:
            self.open(shell, self.chosen or found[0].key)
        self.take_keys(shell, found)
        foot = imgui.get_text_line_height_with_spacing() + imgui.get_style().item_spacing.y if wide else 0.0
        if wide:
            imgui.begin_child("groups", imgui.ImVec2(GROUPS * scale, -foot))
            self.draw_groups(shell)
            imgui.end_child()
            imgui.same_line()
        imgui.begin_child("cards", imgui.ImVec2(0.0, -foot))
        self.draw_cards(shell, found)
        imgui.end_child()
        if wide:
            imgui.text_disabled(KEYS)

    # ---- What is shown --------------------------------------------------------------------------------------------

    def matching(self, shell: Shell) -> list[Scene]:
        """Scenes that have all words of the search, the best first; without a search those of the group."""
        scenes = shell.session.runner.ordered()
        if self.search.split():
            scored = [(relevance(scene, self.search), scene) for scene in scenes]
            return [scene for score, scene in sorted(scored, key=lambda pair: -pair[0]) if score > 0.0]
        if self.group in (FAVORITES, RECENT):
            settings, known = shell.settings, {scene.key: scene for scene in scenes}
            keys = settings.favorite_scenes if self.group == FAVORITES else settings.recent_scenes
            return [known[key] for key in keys if key in known]
        return [scene for scene in scenes if self.group in (ALL, scene.category)]

    def groups(self, shell: Shell) -> list[str]:
        """What there is to choose from."""
        categories = dict.fromkeys(scene.category for scene in shell.session.runner.ordered())
        return [ALL, FAVORITES, RECENT, *categories]

    def draw_groups(self, shell: Shell) -> None:
        """The list at the left."""
        for group in self.groups(shell):
            if group not in (ALL, FAVORITES, RECENT) and group == shell.session.runner.ordered()[0].category:
                imgui.separator()
            if imgui.selectable(group, group == self.group and not self.search)[0]:
                self.choose_group(group)

    def draw_group_choice(self, shell: Shell) -> None:
        """The same in a narrow panel."""
        groups = self.groups(shell)
        imgui.set_next_item_width(-1.0)
        changed, index = imgui.combo("##group", groups.index(self.group) if self.group in groups else 0, groups)
        if changed:
            self.choose_group(groups[index])

    def choose_group(self, group: str) -> None:
        """Show the scenes of a group."""
        self.group, self.search, self._openings = group, "", self._openings + 1

    # ---- Cards ----------------------------------------------------------------------------------------------------

    def draw_cards(self, shell: Shell, found: list[Scene]) -> None:
        """Scenes under their categories, or as they fit the search."""
        room, gap = imgui.get_content_region_avail().x, imgui.get_style().item_spacing.x
        columns = max(1, int((room + gap) / (CARD * shell.settings.ui_scale + gap)))
        width = max((room - gap * (columns - 1)) / columns, 8.0)
        headed = not self.search.split() and self.group == ALL
        category, column, self.cards = None, 0, {}
        for scene in found:
            if headed and scene.category != category:
                category, column = scene.category, 0
                imgui.separator_text(category)
            if column % columns:
                imgui.same_line()
            imgui.begin_group()
            self.draw_card(shell, scene, width)
            imgui.end_group()
            column += 1
        for key, problem in shell.session.runner.failed.items():
            imgui.text_colored(color("error"), key)
            imgui.text_wrapped(problem)
        if not found:
            imgui.text_wrapped(self.why_empty())

    def why_empty(self) -> str:
        """What to say when no scene is shown."""
        if self.search.split():
            return "No scene matches."
        return "Ctrl+D or the star of a card puts a scene here." if self.group == FAVORITES else "Nothing here yet."

    def draw_card(self, shell: Shell, scene: Scene, width: float) -> None:
        """A picture, a star and the name below; a click opens the scene."""
        line, pad = imgui.get_text_line_height(), 0.25 * imgui.get_text_line_height()
        high = width * SHAPE + 2.0 * line + 2.0 * pad
        start = imgui.get_cursor_screen_pos()
        imgui.set_next_item_allow_overlap()
        clicked = imgui.invisible_button(f"card {scene.key}", imgui.ImVec2(width, high))
        hovered, lingers = imgui.is_item_hovered(), imgui.is_item_hovered(LINGERING)
        self.cards[scene.key] = start.x, start.y, start.x + width, start.y + high
        if scene.key == self.chosen and self._moved:
            imgui.set_scroll_here_y(0.5)
            self._moved = False
        if not imgui.is_item_visible():
            return
        canvas, end = imgui.get_window_draw_list(), imgui.ImVec2(start.x + width, start.y + width * SHAPE)
        self.draw_picture(scene, start, end)
        here = scene.key == shell.session.runner.key
        words = imgui.get_color_u32(imgui.Col_.text)
        name = scene.name if not here else f"{scene.name} (open)"
        font, size = imgui.get_font(), imgui.get_font_size()
        canvas.add_text(font, size, imgui.ImVec2(start.x + pad, end.y + pad), words, name, width - 2.0 * pad)
        if scene.key == self.chosen or hovered:
            mark = imgui.get_color_u32(imgui.Col_.button_hovered)
            corner = imgui.ImVec2(start.x + width, start.y + high)
            canvas.add_rect(start, corner, mark, rounding=4.0, thickness=3.0 if scene.key == self.chosen else 1.5)
        starred = self.draw_star(shell, scene, imgui.ImVec2(end.x - 1.7 * line, start.y + 0.3 * line), 1.4 * line)
        if lingers and not starred:
            tell(scene)
        if clicked and not starred:
            self.open(shell, scene.key)

    def draw_picture(self, scene: Scene, start: imgui.ImVec2, end: imgui.ImVec2) -> None:
        """The picture of a scene, or a plain card with the first letter of its name."""
        canvas, picture = imgui.get_window_draw_list(), self.picture(scene.key)
        if picture is not None:
            zero, one = imgui.ImVec2(0.0, 0.0), imgui.ImVec2(1.0, 1.0)
            canvas.add_image_rounded(picture.get_tex_ref(), start, end, zero, one, 0xFFFFFFFF, 4.0)
            return
        tone = 0.35 + 0.08 * (sum(map(ord, scene.category)) % 5)
        ground = imgui.color_convert_float4_to_u32(imgui.ImVec4(0.22, 0.30 + 0.2 * tone, 0.28 + 0.4 * tone, 1.0))
        canvas.add_rect_filled(start, end, ground, 4.0)
        size, letter = 0.5 * (end.y - start.y), scene.name[:1]
        place = imgui.ImVec2(0.5 * (start.x + end.x) - 0.27 * size, 0.5 * (start.y + end.y - size))
        canvas.add_text(imgui.get_font(), size, place, 0xC0FFFFFF, letter)

    def picture(self, key: str) -> "imgui.ImTextureData | None":
        """Texture of the picture of a scene; None without one, or if others were read in this frame."""
        if key not in self._pictures:
            if self._read >= AT_ONCE:
                return None
            self._read += 1
            self._pictures[key] = texture_of(key)
        return self._pictures[key]

    def draw_star(self, shell: Shell, scene: Scene, place: imgui.ImVec2, size: float) -> bool:
        """The star that makes a favorite; returns whether the pointer is over it."""
        imgui.set_cursor_screen_pos(place)
        if imgui.invisible_button(f"star {scene.key}", imgui.ImVec2(size, size)):
            toggle_favorite(shell, scene.key)
        over, starred = imgui.is_item_hovered(), scene.key in shell.settings.favorite_scenes
        points = [imgui.ImVec2(place.x + size * x, place.y + size * y) for x, y in STAR]
        canvas, dark = imgui.get_window_draw_list(), 0xB0000000
        canvas.add_circle_filled(imgui.ImVec2(place.x + 0.5 * size, place.y + 0.5 * size), 0.62 * size, dark)
        canvas.add_concave_poly_filled(points, 0xFF4FD6FF if starred else 0xFFFFFFFF if over else 0x80FFFFFF)
        if over:
            imgui.set_tooltip("No longer a favorite" if starred else "Make it a favorite")
        return over

    # ---- Keys -----------------------------------------------------------------------------------------------------

    def take_keys(self, shell: Shell, found: list[Scene]) -> None:
        """Arrows go from card to card, Ctrl+D makes a favorite."""
        for name, (right, down) in ARROWS.items():
            if imgui.is_key_pressed(getattr(imgui.Key, name)) and (not right or not self.search):
                self.move(found, right, down)
        if imgui.get_io().key_ctrl and imgui.is_key_pressed(imgui.Key.d, False) and self.chosen:
            toggle_favorite(shell, self.chosen)

    def move(self, found: list[Scene], right: int, down: int) -> None:
        """Choose the next card in a direction: one further in the order, or the nearest of the next row."""
        keys = [scene.key for scene in found if scene.key in self.cards]
        if self.chosen not in keys:
            self.chosen = keys[0] if keys else ""
        elif right:
            self.chosen = keys[min(max(keys.index(self.chosen) + right, 0), len(keys) - 1)]
        else:
            left, top = self.cards[self.chosen][:2]
            away = {key: (down * (self.cards[key][1] - top), abs(self.cards[key][0] - left)) for key in keys}
            self.chosen = min((key for key in keys if away[key][0] > 1.0), key=away.__getitem__, default=self.chosen)
        self._moved = True

    def open(self, shell: Shell, key: str) -> None:
        """Start a scene and close the browser."""
        shell.session.open_scene(key)
        shell.panels["browser"] = False
        self.search = ""


def toggle_favorite(shell: Shell, key: str) -> None:
    """Make a scene a favorite, the last one, or no longer."""
    others = [other for other in shell.settings.favorite_scenes if other != key]
    shell.settings.favorite_scenes = others if key in shell.settings.favorite_scenes else [*others, key]


def tell(scene: Scene) -> None:
    """Show what a scene is about."""
    imgui.begin_tooltip()
    imgui.push_text_wrap_pos(28.0 * imgui.get_font_size())
    for part in scene.help.split("\n\n"):
        for text in part.replace("\n", " ").replace(" Try: ", "\nTry: ").split("\n"):
            imgui.text_wrapped(text)
    imgui.pop_text_wrap_pos()
    imgui.end_tooltip()


def texture_of(key: str) -> "imgui.ImTextureData | None":
    """The picture of a scene as a texture of the present ImGui context, or None."""
    pixels = scene_pictures.read(key)
    if pixels is None:
        return None
    made = imgui.ImTextureData()
    made.create(imgui.ImTextureFormat.rgba32, pixels.shape[1], pixels.shape[0])
    made.get_pixels_array()[:] = pixels.ravel()
    imgui.internal.register_user_texture(made)
    return made


def relevance(scene: Scene, search: str) -> float:
    """How well a scene fits, 0 if a word is missing: its name counts most, then category and key, then text."""
    name, words = scene.name.lower(), search.lower().split()
    named = f"{scene.category} {scene.key}".lower()
    total = 0.0
    for word in words:
        if any(part == word for part in name.split()):
            score = 8.0
        elif any(part.startswith(word) for part in name.split()):
            score = 6.0
        elif word in name:
            score = 4.0
        else:
            score = 2.0 if word in named else 1.0 if word in scene.help.lower() else 0.0
        if score == 0.0:
            return 0.0
        total += score
    whole = " ".join(words)
    together = 10.0 if name == whole else 5.0 if name.startswith(whole) else 2.0 if whole in name else 0.0
    return total / len(words) + together
