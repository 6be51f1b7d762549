"""The figure: body, legs, gait, balance."""
