//go:build (linux && (amd64 || arm64)) || (windows && amd64)

package cdll

import "os"

// long reports whether tests run in their long forms, as .ci/run has them.
var long = os.Getenv("TRAMMEL_LONG") == "1"
