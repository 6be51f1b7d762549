"""What the columns of the record arrays mean: one module for each record.

A record array has one row per thing and one column per quantity that is used together with its neighbors: a row is a
cache line or two, and eight rows are gathered into registers at once.

Modules are imported whole, under their name in capitals (`from physics.kernels.layout import body as BODY`, then
`BODY.FLAGS`): a kernel is compiled anew only when a record that it uses has changed, and a constant says which record
it belongs to. Numba folds them as it folds constants of the file itself.
"""
