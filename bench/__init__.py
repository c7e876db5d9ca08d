"""Figures: what the app costs, as ratios to a bare view of the same server in the same run.

    python -m bench

starts the production server on a database of its own, measures, and prints each bar beside its limit.
What a figure means and what was measured last is in docs/performance.md.
"""
