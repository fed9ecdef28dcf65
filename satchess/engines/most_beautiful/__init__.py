"""The most-beautiful queens: the smallest fingerprint, proved group by group.

Where to begin reading: `board` (weights, groups, symmetries), `state` (a subproblem), `decisions`
(what can be said of one), `trail` (the state of the walk), `walk` (the walk itself). `relaxation`
takes steps, `settling` finds out which of them are right, by the questions of `query`.
"""
