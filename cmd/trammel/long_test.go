package main

import "os"

// longForm reports whether tests run in their long forms, as .ci/run has them.
var longForm = os.Getenv("TRAMMEL_LONG") == "1"
