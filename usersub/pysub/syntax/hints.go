package syntax

import (
	"regexp"
	"strings"
)

// unsupported lists what gpython does not parse, by the form of a source line.
var unsupported = []struct {
	look      *regexp.Regexp
	Construct string
}{
	{regexp.MustCompile(`\b(async|await)\b`), "async and await are not supported by the embedded interpreter; write an ordinary function"},
	{regexp.MustCompile(`(^|[^\w"'])([tT][rR]?|[rR][tT])["']`), "template strings are not supported by the embedded interpreter; write an f-string"},
	{regexp.MustCompile(`^\s*except\s*\*`), "except* is not supported by the embedded interpreter; write except"},
	{regexp.MustCompile(`^\s*exec\s+["'\w]`), "exec is a function in Python 3: exec(...)"},
	{regexp.MustCompile(`^\s*match\s.*:\s*(#.*)?$`), "match statements are not supported by the embedded interpreter; use if and elif"},
}

var blockHead = regexp.MustCompile(`^\s*((if|elif|for|while|with|def|class)\s|(else|try|finally|except)\b)`)

// IsBlockWithoutColon reports whether src begins like the head of a block and ends without
// the colon.
func IsBlockWithoutColon(src string) bool {
	if i := strings.LastIndex(src, "#"); i >= 0 {
		src = src[:i]
	}
	return blockHead.MatchString(src) && !strings.HasSuffix(strings.TrimSpace(src), ":")
}

// SyntaxHint says what in a source line gpython does not know, "" if nothing
// is recognised.
func SyntaxHint(src string) string {
	for _, u := range unsupported {
		if u.look.MatchString(src) {
			return u.Construct
		}
	}
	return ""
}
