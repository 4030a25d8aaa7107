"""The tests of Hike (cards), one file for each chapter of its ledger, docs/rules/hike_cards.md."""
