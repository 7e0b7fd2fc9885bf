package pystmt_test

import "os"

// long reports whether tests run in their long forms, as .ci/run has them.
var long = os.Getenv("TRAMMEL_LONG") == "1"
