package python

import (
	"math/big"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-python/gpython/py"
)

// jsonReader reads JSON (RFC 8259) and, like Python, NaN, Infinity and -Infinity.
type jsonReader struct {
	text string
	at   int
	deep int
}

var (
	jsonNumber = regexp.MustCompile(`^-?(?:0|[1-9]\d*)(\.\d+)?([eE][-+]?\d+)?`)
	jsonWords  = []struct {
		text  string
		value py.Object
	}{{"null", py.None}, {"true", py.True}, {"false", py.False}}
)

// jsonDepth is how deep lists and objects may be nested.
const jsonDepth = 500

// errorAt says where: line and column from 1, characters from 0.
func (r *jsonReader) errorAt(what string, at int) error {
	before := r.text[:at]
	line, from := strings.Count(before, "\n")+1, strings.LastIndexByte(before, '\n')+1
	return py.ExceptionNewf(py.ValueError, "%s: line %d column %d (char %d)", what, line,
		utf8.RuneCountInString(before[from:])+1, utf8.RuneCountInString(before))
}

func (r *jsonReader) skipBlanks() {
	for r.at < len(r.text) && strings.IndexByte(" \t\n\r", r.text[r.at]) >= 0 {
		r.at++
	}
}

// skipWord skips a word if it is there.
func (r *jsonReader) skipWord(word string) bool {
	if strings.HasPrefix(r.text[r.at:], word) {
		r.at += len(word)
		return true
	}
	return false
}

func (r *jsonReader) readDocument() (py.Object, error) {
	r.skipBlanks()
	v, err := r.readValue()
	if err != nil {
		return nil, err
	}
	if r.skipBlanks(); r.at < len(r.text) {
		return nil, r.errorAt("Extra data", r.at)
	}
	return v, nil
}

func (r *jsonReader) readValue() (py.Object, error) {
	if r.deep++; r.deep > jsonDepth {
		return nil, py.ExceptionNewf(py.RuntimeError, "maximum recursion depth exceeded while reading JSON")
	}
	defer func() { r.deep-- }()
	switch {
	case r.skipWord(`"`):
		s, err := r.readString()
		return py.String(s), err
	case r.skipWord("["):
		return r.readList()
	case r.skipWord("{"):
		return r.readObject()
	}
	for _, w := range jsonWords {
		if r.skipWord(w.text) {
			return w.value, nil
		}
	}
	for _, w := range []string{"NaN", "Infinity", "-Infinity"} {
		if r.skipWord(w) {
			x, err := strconv.ParseFloat(w, 64)
			return py.Float(x), err
		}
	}
	return r.readNumber()
}

func (r *jsonReader) readNumber() (py.Object, error) {
	m := jsonNumber.FindStringSubmatch(r.text[r.at:])
	if m == nil {
		return nil, r.errorAt("Expecting value", r.at)
	}
	r.at += len(m[0])
	if m[1] == "" && m[2] == "" {
		n, _ := new(big.Int).SetString(m[0], 10)
		return shrinkToInt64(n), nil
	}
	x, _ := strconv.ParseFloat(m[0], 64) // what is too large is infinite in Python, too
	return py.Float(x), nil
}

func (r *jsonReader) readList() (py.Object, error) {
	l := py.NewList()
	if r.skipBlanks(); r.skipWord("]") {
		return l, nil
	}
	for {
		r.skipBlanks()
		v, err := r.readValue()
		if err != nil {
			return nil, err
		}
		l.Append(v)
		if r.skipBlanks(); r.skipWord("]") {
			return l, nil
		}
		if !r.skipWord(",") {
			return nil, r.errorAt("Expecting ',' delimiter", r.at)
		}
	}
}

func (r *jsonReader) readObject() (py.Object, error) {
	d := &Dict{}
	if r.skipBlanks(); r.skipWord("}") {
		return d, nil
	}
	for {
		r.skipBlanks()
		if !r.skipWord(`"`) {
			return nil, r.errorAt("Expecting property name enclosed in double quotes", r.at)
		}
		key, err := r.readString()
		if err != nil {
			return nil, err
		}
		if r.skipBlanks(); !r.skipWord(":") {
			return nil, r.errorAt("Expecting ':' delimiter", r.at)
		}
		r.skipBlanks()
		v, err := r.readValue()
		if err == nil {
			err = d.Set(py.String(key), v)
		}
		if err != nil {
			return nil, err
		}
		if r.skipBlanks(); r.skipWord("}") {
			return d, nil
		}
		if !r.skipWord(",") {
			return nil, r.errorAt("Expecting ',' delimiter", r.at)
		}
	}
}

var jsonEscapes = map[byte]rune{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

// readString reads what is behind the first quote of a text.
func (r *jsonReader) readString() (string, error) {
	var b strings.Builder
	from := r.at - 1
	for r.at < len(r.text) {
		c := r.text[r.at]
		switch {
		case c == '"':
			r.at++
			return b.String(), nil
		case c < ' ':
			return "", r.errorAt("Invalid control character at", r.at)
		case c != '\\':
			b.WriteByte(c)
			r.at++
		default:
			x, err := r.readEscape()
			if err != nil {
				return "", err
			}
			b.WriteRune(x)
		}
	}
	return "", r.errorAt("Unterminated string starting at", from)
}

func (r *jsonReader) readEscape() (rune, error) {
	at := r.at
	if at+1 >= len(r.text) {
		return 0, r.errorAt("Unterminated string starting at", at)
	}
	if c := r.text[at+1]; c != 'u' {
		x, ok := jsonEscapes[c]
		if !ok {
			return 0, r.errorAt("Invalid \\escape", at)
		}
		r.at += 2
		return x, nil
	}
	x, ok := r.readHex(at + 2)
	if !ok {
		return 0, r.errorAt("Invalid \\uXXXX escape", at+1)
	}
	r.at += 6
	if x >= 0xd800 && x < 0xdc00 && strings.HasPrefix(r.text[r.at:], `\u`) {
		if y, ok := r.readHex(r.at + 2); ok && y >= 0xdc00 && y < 0xe000 {
			r.at += 6
			return 0x10000 + (x-0xd800)<<10 + (y - 0xdc00), nil
		}
	}
	return x, nil
}

func (r *jsonReader) readHex(at int) (rune, bool) {
	if at+4 > len(r.text) {
		return 0, false
	}
	n, err := strconv.ParseUint(r.text[at:at+4], 16, 16)
	return rune(n), err == nil
}
