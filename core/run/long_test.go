package run

import (
	"os"
	"testing"
)

// long reports whether tests run in their long forms, as .ci/run has them.
var long = os.Getenv("TRAMMEL_LONG") == "1"

// leftOut reports whether the short form leaves case i of many alike to the long form: all but one of n. Which one it is depends on
// the name of the test, so that tests over the same methods have different ones.
func leftOut(t *testing.T, i, n int) bool { return !long && (i+len(t.Name()))%n != 0 }
