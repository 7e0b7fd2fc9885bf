package record

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/trammel-mbd/trammel/usersub"
)

// Header says what was recorded.
type Header struct {
	Program    string   `json:"program"` // and its version
	Platform   string   `json:"platform"`
	Command    []string `json:"command"` // line
	Deck       string   `json:"deck"`    // absolute path
	DeckSHA256 string   `json:"deck_sha256"`
}

// Source is a routine as it was loaded for one element.
type Source struct {
	Kind           string      `json:"kind"` // PFOSUB
	Implementation string      `json:"supplier"`
	File           string      `json:"file"`
	SHA256         string      `json:"sha256"`
	Symbol         string      `json:"symbol"`
	Ref            usersub.Ref `json:"ref"`
}

// frameShape is the record of a place: all that makes its frame.
type frameShape struct {
	Routine int            `json:"routine"`
	Element string         `json:"element"`
	ID      int            `json:"id"`
	Sizes   map[string]int `json:"sizes"`
	Member  []structMember `json:"member,omitempty"`
}

// structMember is one entry of usersub.Frame.Member. Reals are texts, since JSON has
// no infinities.
type structMember struct {
	Name  string   `json:"name"`
	Kind  string   `json:"kind"` // int, real, text, ints, reals, texts
	Ints  []int    `json:"ints,omitempty"`
	Texts []string `json:"texts,omitempty"`
}

// describeFrame describes a frame.
func describeFrame(routine int, f *usersub.Frame) frameShape {
	s := frameShape{Routine: routine, Element: f.Element, ID: f.ID, Sizes: map[string]int{}}
	for i := range f.Sig.Args {
		a := &f.Sig.Args[i]
		if a.Kind == usersub.Int && a.Len == "" && !a.Out {
			s.Sizes[a.Name] = int(f.Int[f.ArgOffset(i)])
		}
		if isSizeName(a.Len) && f.Sig.ArgIndex(a.Len) < 0 {
			s.Sizes[a.Len] = f.Len(i)
		}
	}
	for name, v := range f.Member {
		s.Member = append(s.Member, newMember(name, v))
	}
	slices.SortFunc(s.Member, func(a, b structMember) int { return cmp.Compare(a.Name, b.Name) })
	return s
}

// isSizeName reports whether a length is the name of a size.
func isSizeName(length string) bool {
	return length != "" && strings.IndexFunc(length, func(r rune) bool { return !unicode.IsLetter(r) }) < 0
}

func newMember(name string, v any) structMember {
	m := structMember{Name: name}
	switch v := v.(type) {
	case int:
		m.Kind, m.Ints = "int", []int{v}
	case []int:
		m.Kind, m.Ints = "ints", v
	case float64:
		m.Kind, m.Texts = "real", formatReals(v)
	case []float64:
		m.Kind, m.Texts = "reals", formatReals(v...)
	case string:
		m.Kind, m.Texts = "text", []string{v}
	case []string:
		m.Kind, m.Texts = "texts", v
	}
	return m
}

func formatReals(list ...float64) []string {
	var out []string
	for _, v := range list {
		out = append(out, strconv.FormatFloat(v, 'g', -1, 64))
	}
	return out
}

// decodedValue is what newMember was given.
func (m *structMember) decodedValue() (any, error) {
	var reals []float64
	if m.Kind == "real" || m.Kind == "reals" {
		for _, t := range m.Texts {
			v, err := strconv.ParseFloat(t, 64)
			if err != nil {
				return nil, fmt.Errorf("member %s: %q is not a number", m.Name, t)
			}
			reals = append(reals, v)
		}
	}
	switch {
	case m.Kind == "ints":
		return m.Ints, nil
	case m.Kind == "reals":
		return reals, nil
	case m.Kind == "texts":
		return m.Texts, nil
	case m.Kind == "int" && len(m.Ints) == 1:
		return m.Ints[0], nil
	case m.Kind == "real" && len(reals) == 1:
		return reals[0], nil
	case m.Kind == "text" && len(m.Texts) == 1:
		return m.Texts[0], nil
	}
	return nil, fmt.Errorf("member %s has the kind %q", m.Name, m.Kind)
}

// maxEntries bounds the arguments of one frame.
const maxEntries = 1 << 22

// newFrame makes the frame of a place.
func (s *frameShape) newFrame(sig *usersub.Sig) (*usersub.Frame, error) {
	total := 0
	for i := range sig.Args {
		n, err := s.argumentLength(&sig.Args[i])
		if err != nil {
			return nil, err
		}
		if total += n; total > maxEntries {
			return nil, fmt.Errorf("its arguments have more than %d entries", maxEntries)
		}
	}
	npar := s.Sizes["npar"]
	f := usersub.NewFrame(sig, s.Element, s.ID, make([]float64, npar), s.Sizes)
	for i := range s.Member {
		v, err := s.Member[i].decodedValue()
		if err != nil {
			return nil, err
		}
		if f.Member == nil {
			f.Member = map[string]any{}
		}
		f.Member[s.Member[i].Name] = v
	}
	return f, nil
}

// argumentLength is the number of entries of an argument; every size must be there, and
// none may be too large to be multiplied.
func (s *frameShape) argumentLength(a *usersub.Arg) (int, error) {
	if a.Len == "" {
		return 1, nil
	}
	sum := 0
	for term := range strings.SplitSeq(a.Len, "+") {
		n := 1
		for name := range strings.SplitSeq(term, "*") {
			v, err := strconv.Atoi(name)
			if err != nil {
				var ok bool
				if v, ok = s.Sizes[name]; !ok {
					return 0, fmt.Errorf("it lacks the size %s", name)
				}
			}
			if v < 0 || v > maxEntries || n*v > maxEntries {
				return 0, fmt.Errorf("the size %s is %d", name, v)
			}
			n *= v
		}
		sum += n
	}
	return sum, nil
}
