package syntax

import "regexp"

var token = regexp.MustCompile(`^(?:\s+|#.*|[bBrRuUfF]{0,2}(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|[\w.]+|\*\*=|//=|>>=|<<=|[-+*/%&|^<>=!:]=|\*\*|//|<<|>>|->|.)`)

// findTokenStart returns where the token of src begins that ends at or holds the
// offset end. gpython's parser reports the end of the token that it stumbled
// over. The end of the line is len(src).
func findTokenStart(src string, end int) int {
	at := 0
	for at < len(src) {
		n := len(token.FindString(src[at:]))
		if n == 0 {
			return at
		}
		if at+n >= end {
			return at
		}
		at += n
	}
	return len(src)
}
