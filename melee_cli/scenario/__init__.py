"""Files and one-line units in, checked scenarios out; every defect with its file, line and column.

A problem's code is stable. Those of a system's contradictions are its own; the others are

- of a path: ``not-found``, ``unreadable``, ``no-scenario``; of a batch: ``process-ended``;
- of a document: ``not-utf8``, ``control-character``, ``not-a-character``, ``not-yaml``, ``not-json``,
  ``tab-indentation``, ``odd-space``, ``unknown-alias``, ``unknown-tag``, ``not-a-key``,
  ``duplicate-key``, ``too-large``, ``too-many-nodes``, ``too-deep``;
- of a key or value: ``unknown-system``, ``unknown-key``, ``missing-key``, ``wrong-type``,
  ``out-of-range``, ``unknown-value``, ``unknown-ruling``, ``unknown-name``, ``empty-list``, ``too-long``,
  ``not-a-number``, ``not-a-roll``;
- of sides and names: ``two-sides``, ``same-name``, ``called-draw``, ``empty-name``, ``long-name``;
- of a one-line unit: ``no-name``, ``unknown-word``, ``ambiguous-word``, ``said-twice``, ``no-value``,
  ``open-quote``;
- of a house file: ``not-a-house-file``, ``other-system``, ``unknown-row``, ``no-effect``;
- of a result: ``expectation-failed``; of odds: ``rounds-unknown``.
"""
