//go:build linux && !android

package cdll

import _ "embed"

//go:embed images/forward-linux-amd64.so
var forwardImage []byte
