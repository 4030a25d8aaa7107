"""The tests of Snow Tails, by the chapters of its ledger, docs/rules/snow_tails.md."""
