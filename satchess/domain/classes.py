"""Classes: what is joined, directly or through others."""

from collections.abc import Iterable
from typing import TypeVar

Member = TypeVar("Member", bound=tuple[int, ...] | int)


def least_of_class(
    members: Iterable[Member], groups: Iterable[Iterable[Member]]
) -> dict[Member, Member]:
    """Return for each member the least one of its class; each group lies within a class.

    >>> least_of_class(range(5), [(3, 1), (4, 3)])
    {0: 0, 1: 1, 2: 2, 3: 1, 4: 1}
    """
    parent = {member: member for member in members}

    def root(member: Member) -> Member:
        while parent[member] != member:
            parent[member] = parent[parent[member]]
            member = parent[member]
        return member

    for group in groups:
        roots = sorted(map(root, group))
        for other in roots[1:]:
            parent[other] = roots[0]
    return {member: root(member) for member in parent}
