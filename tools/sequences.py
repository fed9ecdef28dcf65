#!/usr/bin/env python3
"""Find terms of sequences that no table has, twice each; compare the known ones with b-files.

    tools/sequences.py                    the candidates: docs/results/sequences.json
    tools/sequences.py --compare FOLDER   every known sequence with bNNNNNN.txt in a folder

A candidate is found by two engines that share no method, or by an engine and a certificate. What is
there already is not asked again.
"""
