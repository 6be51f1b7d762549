"""Mutation testing: wrong operators are put into copies of the sources, one at a time, and the tests must notice.

`python3 main.py test --mutate 10` draws ten mutants of the kernels at random. A survivor is code that no test proves,
often an optimization whose result is "the same, but faster": it needs a test that the fast way was taken, and agrees
with the slow one. What cannot be noticed, since the mutant does the same, is listed in `equivalent.toml` with a reason.
"""
