class PlayEffects:
    shake = (0.0, 0.0, 0.0)

    def clear(self):
        pass

    def step(self, *a, **k):
        pass

    def shown(self, game):
        return {}
