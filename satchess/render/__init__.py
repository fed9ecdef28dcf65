"""Drawing boards and answers: text, SVG."""
