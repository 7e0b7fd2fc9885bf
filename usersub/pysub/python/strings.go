package python

import (
	"strings"
	"unicode"

	"github.com/go-python/gpython/py"
)

// methodTextArgument returns argument i of a method as text.
func methodTextArgument(name string, args py.Tuple, i int) (string, error) {
	s, ok := args[i].(py.String)
	if !ok {
		return "", py.ExceptionNewf(py.TypeError, "%s() argument must be str, not %s", name, args[i].Type().Name)
	}
	return string(s), nil
}

// newSearchMethod makes find and the like. Places count letters, not bytes. within is
// strings.Index or strings.LastIndex; failsIfMissing reports whether nothing found is an
// error.
func newSearchMethod(name string, find func(s, sub string) int, failsIfMissing bool) *py.Method {
	return newBuiltinMethod(name, 1, 3, func(self py.Object, args py.Tuple) (py.Object, error) {
		sub, err := methodTextArgument(name, args, 0)
		if err != nil {
			return nil, err
		}
		r := []rune(string(self.(py.String)))
		from, to, err := searchBounds(args[1:], len(r))
		if err != nil {
			return nil, err
		}
		part := string(r[from:to])
		at := find(part, sub)
		switch {
		case at >= 0:
			return py.Int(from + len([]rune(part[:at]))), nil
		case failsIfMissing:
			return nil, py.ExceptionNewf(py.ValueError, "substring not found")
		}
		return py.Int(-1), nil
	})
}

// searchBounds reads the optional start and end of a search in n items.
func searchBounds(args py.Tuple, n int) (from, to int, err error) {
	at := [2]int{0, n}
	for i, o := range args {
		if o == py.None {
			continue
		}
		if at[i], err = py.IndexInt(o); err != nil {
			return 0, 0, err
		}
		if at[i] < 0 {
			at[i] += n
		}
		at[i] = min(max(at[i], 0), n)
	}
	return min(at[0], at[1]), at[1], nil
}

// newAllLettersMethod makes a query about every letter; a text without letters answers no.
func newAllLettersMethod(name string, is func(rune) bool) *py.Method {
	return newBuiltinMethod(name, 0, 0, func(self py.Object, _ py.Tuple) (py.Object, error) {
		s := string(self.(py.String))
		return py.NewBool(s != "" && strings.IndexFunc(s, func(r rune) bool { return !is(r) }) < 0), nil
	})
}

// newCaseMethod makes isupper and islower: there are such letters and none of the others.
func newCaseMethod(name string, is, not func(rune) bool) *py.Method {
	return newBuiltinMethod(name, 0, 0, func(self py.Object, _ py.Tuple) (py.Object, error) {
		s := string(self.(py.String))
		return py.NewBool(strings.ContainsFunc(s, is) && !strings.ContainsFunc(s, not)), nil
	})
}

// newPadMethod makes ljust, rjust, center and zfill: left returns how many of n
// letters are on the left of a text of the given length.
func newPadMethod(name string, left func(n, width int) int) *py.Method {
	return newBuiltinMethod(name, 1, 2, func(self py.Object, args py.Tuple) (py.Object, error) {
		width, err := py.IndexInt(args[0])
		if err != nil {
			return nil, err
		}
		fill := " "
		if len(args) == 2 {
			if fill, err = methodTextArgument(name, args, 1); err != nil {
				return nil, err
			}
		}
		s := string(self.(py.String))
		n := width - len([]rune(s))
		if n <= 0 {
			return self, nil
		}
		l := left(n, width)
		return py.String(strings.Repeat(fill, l) + s + strings.Repeat(fill, n-l)), nil
	})
}

// newPartitionMethod makes partition and rpartition.
func newPartitionMethod(name string, find func(s, sub string) int, fromRight bool) *py.Method {
	return newBuiltinMethod(name, 1, 1, func(self py.Object, args py.Tuple) (py.Object, error) {
		sep, err := methodTextArgument(name, args, 0)
		if err != nil {
			return nil, err
		}
		s := string(self.(py.String))
		i := find(s, sep)
		switch {
		case sep == "":
			return nil, py.ExceptionNewf(py.ValueError, "empty separator")
		case i < 0 && fromRight:
			return py.Tuple{py.String(""), py.String(""), self}, nil
		case i < 0:
			return py.Tuple{self, py.String(""), py.String("")}, nil
		}
		return py.Tuple{py.String(s[:i]), py.String(sep), py.String(s[i+len(sep):])}, nil
	})
}

// moreStringMethods are those of Python's str that gpython lacks; join, format,
// upper and lower are with stringMethods.
var moreStringMethods = []*py.Method{
	newSearchMethod("find", strings.Index, false),
	newSearchMethod("rfind", strings.LastIndex, false),
	newSearchMethod("index", strings.Index, true),
	newSearchMethod("rindex", strings.LastIndex, true),
	newAllLettersMethod("isdigit", unicode.IsDigit),
	newAllLettersMethod("isdecimal", unicode.IsDigit),
	newAllLettersMethod("isnumeric", unicode.IsNumber),
	newAllLettersMethod("isalpha", unicode.IsLetter),
	newAllLettersMethod("isalnum", func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }),
	newAllLettersMethod("isspace", unicode.IsSpace),
	newCaseMethod("isupper", unicode.IsUpper, unicode.IsLower),
	newCaseMethod("islower", unicode.IsLower, unicode.IsUpper),
	newPadMethod("ljust", func(n, width int) int { return 0 }),
	newPadMethod("rjust", func(n, width int) int { return n }),
	newPadMethod("center", func(n, width int) int { return n/2 + n&width&1 }),
	newPartitionMethod("partition", strings.Index, false),
	newPartitionMethod("rpartition", strings.LastIndex, true),
	newTextMethod("capitalize", func(s string) string {
		r := []rune(strings.ToLower(s))
		if len(r) > 0 {
			r[0] = unicode.ToTitle(r[0])
		}
		return string(r)
	}),
	newTextMethod("title", titleCase),
	newTextMethod("casefold", strings.ToLower),
	newTrimMethod("removeprefix", strings.TrimPrefix),
	newTrimMethod("removesuffix", strings.TrimSuffix),
	newBuiltinMethod("expandtabs", 0, 1, func(self py.Object, args py.Tuple) (py.Object, error) {
		n := 8
		if len(args) == 1 {
			var err error
			if n, err = py.IndexInt(args[0]); err != nil {
				return nil, err
			}
		}
		return py.String(expandTabs(string(self.(py.String)), n)), nil
	}),
	newTextMethod("swapcase", func(s string) string {
		return strings.Map(func(r rune) rune {
			if unicode.IsUpper(r) {
				return unicode.ToLower(r)
			}
			return unicode.ToUpper(r)
		}, s)
	}),
	newBuiltinMethod("count", 1, 3, func(self py.Object, args py.Tuple) (py.Object, error) {
		sub, err := methodTextArgument("count", args, 0)
		if err != nil {
			return nil, err
		}
		r := []rune(string(self.(py.String)))
		from, to, err := searchBounds(args[1:], len(r))
		return py.Int(strings.Count(string(r[from:to]), sub)), err
	}),
	newBuiltinMethod("zfill", 1, 1, func(self py.Object, args py.Tuple) (py.Object, error) {
		width, err := py.IndexInt(args[0])
		s := string(self.(py.String))
		sign := ""
		if s != "" && (s[0] == '-' || s[0] == '+') {
			sign, s = s[:1], s[1:]
		}
		n := max(width-len(sign)-len([]rune(s)), 0)
		return py.String(sign + strings.Repeat("0", n) + s), err
	}),
	newBuiltinMethod("rsplit", 0, 2, func(self py.Object, args py.Tuple) (py.Object, error) { return splitFromRight(self, args) }),
	newBuiltinMethod("splitlines", 0, 0, func(self py.Object, _ py.Tuple) (py.Object, error) {
		s := strings.ReplaceAll(strings.ReplaceAll(string(self.(py.String)), "\r\n", "\n"), "\r", "\n")
		l := py.NewList()
		if s = strings.TrimSuffix(s, "\n"); s != "" || self.(py.String) != "" {
			l.ExtendWithStrings(strings.Split(s, "\n"))
		}
		return l, nil
	}),
}

// titleCase has a capital at the beginning of every word.
func titleCase(s string) string {
	inWord := false
	return strings.Map(func(r rune) rune {
		was := inWord
		inWord = unicode.IsLetter(r)
		if was {
			return unicode.ToLower(r)
		}
		return unicode.ToTitle(r)
	}, s)
}

// splitFromRight splits from the right.
func splitFromRight(self py.Object, args py.Tuple) (py.Object, error) {
	most := -1
	if len(args) == 2 {
		var err error
		if most, err = py.IndexInt(args[1]); err != nil {
			return nil, err
		}
	}
	s := string(self.(py.String))
	var parts []string
	if len(args) == 0 || args[0] == py.None {
		s = strings.TrimRightFunc(s, unicode.IsSpace)
		for ; s != "" && (most < 0 || len(parts) < most); s = strings.TrimRightFunc(s, unicode.IsSpace) {
			i := strings.LastIndexFunc(s, unicode.IsSpace) + 1
			parts, s = append(parts, s[i:]), s[:i]
		}
		if strings.TrimSpace(s) != "" {
			parts = append(parts, s)
		}
	} else {
		sep, err := methodTextArgument("rsplit", args, 0)
		if err != nil {
			return nil, err
		}
		if sep == "" {
			return nil, py.ExceptionNewf(py.ValueError, "empty separator")
		}
		for i := strings.LastIndex(s, sep); i >= 0 && (most < 0 || len(parts) < most); i = strings.LastIndex(s, sep) {
			parts, s = append(parts, s[i+len(sep):]), s[:i]
		}
		parts = append(parts, s)
	}
	l := py.NewList()
	for i := len(parts) - 1; i >= 0; i-- {
		l.Append(py.String(parts[i]))
	}
	return l, nil
}

// newTrimMethod returns a method that takes a part of the text away.
func newTrimMethod(name string, trim func(s, part string) string) *py.Method {
	return newBuiltinMethod(name, 1, 1, func(self py.Object, args py.Tuple) (py.Object, error) {
		part, err := textArgument(args[0])
		return py.String(trim(string(self.(py.String)), part)), err
	})
}

// expandTabs has blanks in place of tabs, up to the next column that n divides.
func expandTabs(s string, n int) string {
	var b strings.Builder
	column := 0
	for _, c := range s {
		switch c {
		case '\t':
			for k := n; n > 0 && k > 0; k-- {
				b.WriteByte(' ')
				if column++; column%n == 0 {
					break
				}
			}
			continue
		case '\n', '\r':
			column = -1
		}
		b.WriteRune(c)
		column++
	}
	return b.String()
}
