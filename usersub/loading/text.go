package loading

import "slices"

// Texts are texts that routines passed before: they pass the same names in every call.
type Texts map[string]string

// maxTexts bounds the texts that are kept, maxKept the length of one: a message
// with numbers in it is new each time.
const (
	maxTexts = 4096
	maxKept  = 64
)

// Intern returns a text as a string, without allocating for one that was passed before.
func (t Texts) Intern(text []byte) string {
	if s, ok := t[string(text)]; ok { // does not allocate
		return s
	}
	s := string(text)
	if len(t) < maxTexts && len(s) <= maxKept {
		t[s] = s
	}
	return s
}

// maxText bounds a text in C, longText one whose length Fortran gives.
const (
	maxText  = 1 << 16
	longText = 4096
)

// TextLimit returns the most bytes that a text may have: length is what Fortran gives, -1 in C. A length that makes no sense comes from C code
// that calls the Fortran name; a short text that ends with a zero is taken then.
func TextLimit(length int) int {
	switch {
	case length < 0:
		return maxText
	case length < 1 || length > longText:
		return 32
	}
	return length
}

// PadWithBlanks sets dst to s and blanks behind it; what has no room is left out.
func PadWithBlanks(dst []byte, s string) {
	for i := copy(dst, s); i < len(dst); i++ {
		dst[i] = ' '
	}
}

// WriteText writes a text with a zero behind it (C, length -1), or filled with blanks (Fortran), to the n bytes that room returns.
func WriteText(room func(n int) []byte, s string, length int) {
	if length < 1 || length > longText {
		dst := room(len(s) + 1)
		dst[copy(dst, s)] = 0
		return
	}
	PadWithBlanks(room(length), s)
}

// WriteNames writes an array of short names, filled with blanks: three bytes each, four if
// one needs it, without a zero at the end, since callers give no room for more. In Fortran
// a length too small for all of them is that of one.
func WriteNames(room func(n int) []byte, names []string, length int) {
	each := 3
	if slices.ContainsFunc(names, func(s string) bool { return len(s) > 3 }) {
		each = 4
	}
	n := len(names) * each
	if length > 0 && length <= longText {
		if length < n {
			each, n = length, length*len(names)
		} else {
			n = length
		}
	}
	dst := room(n)
	PadWithBlanks(dst, "")
	for i, s := range names {
		PadWithBlanks(dst[i*each:(i+1)*each], s)
	}
}
