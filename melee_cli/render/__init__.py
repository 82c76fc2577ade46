"""Views and results to table, JSON, CSV, Markdown. The only place that knows Rich."""
