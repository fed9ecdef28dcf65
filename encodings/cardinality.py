"""Cardinality constraints: a number of literals is at most, at least or exactly a bound."""

from functools import partial

from pysat.card import EncType

from satchess.encodings import card_enc
from satchess.encodings.kinds import CardinalityEncoding
from satchess.plugins import Registry, instance_of

_BUILT_IN = {
    "k-mod-totalizer": CardinalityEncoding(
        "Morgado, Ignatiev, Marques-Silva: MSCG: Robust Core-Guided MaxSAT Solving. JSAT 9 (2015)",
        at_most=partial(card_enc.at_most, EncType.kmtotalizer),
    ),
    "mod-totalizer": CardinalityEncoding(
        "Ogawa, Liu, Hasegawa, Koshimura, Fujita: Modulo Based CNF Encoding of Cardinality "
        "Constraints and Its Application to MaxSAT Solvers. ICTAI 2013",
        at_most=partial(card_enc.at_most, EncType.mtotalizer),
    ),
    "totalizer": CardinalityEncoding(
        "Bailleux, Boufkhad: Efficient CNF Encoding of Boolean Cardinality Constraints. CP 2003",
        at_most=partial(card_enc.at_most, EncType.totalizer),
    ),
    "sequential-counter": CardinalityEncoding(
        "Sinz: Towards an Optimal CNF Encoding of Boolean Cardinality Constraints. CP 2005",
        at_most=partial(card_enc.at_most, EncType.seqcounter),
    ),
    "cardinality-network": CardinalityEncoding(
        "Asin, Nieuwenhuis, Oliveras, Rodriguez-Carbonell: Cardinality Networks and Their "
        "Applications. SAT 2009",
        at_most=partial(card_enc.at_most, EncType.cardnetwrk),
    ),
    "sorting-network": CardinalityEncoding(
        "Batcher: Sorting Networks and Their Applications. AFIPS 1968",
        at_most=partial(card_enc.at_most, EncType.sortnetwrk),
    ),
}

CARDINALITY = Registry("satchess.cardinality", _BUILT_IN, instance_of(CardinalityEncoding))
"""Every cardinality encoding by its name."""

# They differ little in speed; this one is the smallest on whole boards.
DEFAULT_CARDINALITY = "k-mod-totalizer"
