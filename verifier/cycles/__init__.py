"""Games on graphs in which cycles are won by what they weigh. Nothing here knows Go."""
