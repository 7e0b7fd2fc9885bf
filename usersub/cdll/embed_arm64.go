//go:build linux && !android

package cdll

import _ "embed"

//go:embed images/forward-linux-arm64.so
var forwardImage []byte
