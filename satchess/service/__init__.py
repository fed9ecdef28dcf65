"""From a request to an answer: the cache, the engines at work, and what their events prove."""
