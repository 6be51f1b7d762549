"""A person in a game of the real window: walks and aims with keys and mouse."""

import math

GAME = "shell.player.game"
FAST = 0.1  # simulated time of a frame [s]: six steps
CAUGHT_SPEED = 0.0022  # turn per pixel of a caught mouse [rad], as of app.input.mouse, which wants a screen


class Person:
    """Walks and aims with keys and mouse.

    Args:
        player: The window.
    """

    def __init__(self, player):
        self.player, self.screen = player, player.screen
        self.nudge(3, 0)  # the first motion after the mouse was caught only tells where it is

    def get(self, text):
        return self.player.eval(f"{GAME}.{text}")

    def frames(self, count, seconds=1.0 / 60.0):
        self.player.frames(count, seconds)

    def nudge(self, x, y):
        """Move the mouse by pixels."""
        self.screen.xdotool("mousemove_relative", "--", round(x), round(y))
        self.frames(1)

    def down(self, key):
        self.screen.xdotool("keydown", key)

    def up(self, key):
        self.screen.xdotool("keyup", key)

    def press(self, button, seconds=0.0):
        """Hold a mouse button for some time [s]."""
        self.screen.xdotool("mousedown", button)
        self.frames(1)
        self.frames(round(seconds / FAST), FAST)
        self.screen.xdotool("mouseup", button)
        self.frames(2)

    def stand(self, place, yaw=0.0):
        """Be somewhere else: the ways between are long."""
        x, y, z = place
        self.player.exec(f"{GAME}.avatar.put(session.world, np.array([{x}, {y}, {z}]), {yaw})")
        self.player.exec(f"shell.player.camera.yaw, shell.player.camera.pitch = {yaw}, 0.0")
        self.frames(5)

    def choose(self, number):
        """Take a weapon into the hand, and let it come up."""
        self.player.key(str(number))
        self.frames(6, FAST)

    def feet(self):
        return self.get("avatar.feet")

    def look_at(self, place):
        """Turn the view to a place."""
        for _ in range(4):
            eye = self.get("eye")
            way = [a - b for a, b in zip(place, eye, strict=True)]
            yaw, pitch = math.atan2(-way[0], -way[2]), math.atan2(way[1], math.hypot(way[0], way[2]))
            now = self.player.eval("[shell.player.camera.yaw, shell.player.camera.pitch]")
            right, up = math.remainder(now[0] - yaw, math.tau), pitch - now[1]
            if abs(right) + abs(up) < 0.005:
                return
            self.nudge(max(-400, min(400, right / CAUGHT_SPEED)), max(-300, min(300, -up / CAUGHT_SPEED)))

    def walk_to(self, place, within=0.5, tries=25, fast=FAST):
        """Hold W, and turn to the place again and again."""
        self.down("w")
        for _ in range(tries):
            x, y, z = self.feet()
            if math.hypot(place[0] - x, place[2] - z) < within:
                break
            self.look_at((place[0], self.get("eye")[1], place[2]))
            self.frames(2, fast)
        self.up("w")
        self.frames(2)
        x, _, z = self.feet()
        return math.hypot(place[0] - x, place[2] - z)

    def messages(self):
        return self.player.eval("[message.text for message in shell.messages.visible()]")
