"""The tests of Alpina, one file for each chapter of its ledger, docs/rules/alpina.md."""
