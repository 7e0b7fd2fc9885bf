package confine

// oldCalls are those that only the older architecture has.
var oldCalls []uint32
