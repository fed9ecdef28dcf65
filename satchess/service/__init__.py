"""From a request to an answer: what is remembered, who works on it, what the events come to."""
