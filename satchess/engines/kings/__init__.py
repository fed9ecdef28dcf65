"""The most kings on boards with even sides: counted by where rows and columns of boxes switch."""
