package xml

import (
	"fmt"
	"strings"
	"testing"
)

// trace writes what the scanner makes of a text: one word a token, attributes
// in braces, problems by their codes at the end.
func trace(text string) string {
	var out, codes []string
	s := NewScanner(text, func(p Problem) {
		if p.Error != (p.Code[0] == 'E') {
			panic("severity of " + p.Code)
		}
		codes = append(codes, fmt.Sprintf("%s@%d", p.Code, p.At.Start))
	})
	for t := s.NextToken(); t.Kind != EOF; t = s.NextToken() {
		name := text[t.Name.Start:t.Name.End]
		switch t.Kind {
		case Start:
			for _, a := range t.Attrs {
				v, _ := s.Decode(a.Value, false)
				name += "{" + text[a.Name.Start:a.Name.End] + "|" + v + "}"
			}
			if t.Empty {
				name += "/"
			}
			if t.Unclosed {
				name += "?"
			}
			out = append(out, name)
		case End:
			out = append(out, "/"+name)
		case Text:
			v := text[t.Span.Start:t.Span.End]
			if !t.Verbatim {
				v, _ = s.Decode(t.Span, true)
			}
			out = append(out, fmt.Sprintf("%q", v))
		}
	}
	return strings.Join(append(out, codes...), " ")
}

func TestScan(t *testing.T) {
	for text, want := range map[string]string{
		"":                                    "",
		`<a/>`:                                `a/`,
		`<a b="1" c='2'>x</a>`:                `a{b|1}{c|2} "x" /a`,
		`<a b = "1"` + "\n/>":                 `a{b|1}/`,
		`<a b="x > y < z"/>`:                  `a{b|x > y < z}/`,
		`<a b='say "x"' c="it's"/>`:           `a{b|say "x"}{c|it's}/`,
		`<?xml version="1.0"?><a/>`:           `a/`,
		`<!-- -- <b/> --><a/>`:                `a/`,
		`<!DOCTYPE a [ <!ELEMENT a> ]><a/>`:   `a/`,
		`<a><![CDATA[<b>&amp;]]></a>`:         `a "<b>&amp;" /a`,
		`<a>1 &lt; 2&#x41;</a>`:               `a "1 < 2A" /a`,
		"<a b='1\r\n\t2\u00a03'/>":            `a{b|1  2 3}/`,
		"<a>1\r\n2\r3\u00a0</a>":              `a "1\n2\n3 " /a`,
		`< a/>`:                               `a/ W110@0`,
		`</ a>`:                               `/a W110@0`,
		`<a b=1 c=2/>`:                        `a{b|1}{c|2}/ W117@5 W117@9`,
		`<a b=x/2 >`:                          `a{b|x/2} W117@5`,
		`<a b “1” />`:                         `a{b|1}/ W118@3 W116@5`,
		`<a b=“1” c=‘2’/>`:                    `a{b|1}{c|2}/ W116@5 W116@15`,
		`<a b="1” c="2"/>`:                    `a{b|1}{c|2}/ W116@7`,
		`<a b="1 c="2"/>`:                     `a{b|1}{c|2}/ E120@5`,
		`<a b="1/><c d="2"/>`:                 `a{b|1}/ c{d|2}/ E120@5`,
		`<a b="1` + "\n" + `c="2"/>`:          `a{b|1}{c|2}/ E120@5`,
		`<a b="c=" d="2"/>`:                   `a{b|c=}{d|2}/`,
		`<a b="1`:                             `a{b|1}? E120@5 E111@0`,
		`<a b="1"c="2"/>`:                     `a{b|1}{c|2}/ W115@8`,
		`<a b/>`:                              `a/ E119@3`,
		`<a b= c="2"/>`:                       `a{c|2}/ E119@3`,
		`<a b=>`:                              `a E119@3`,
		`<a b==“2”/>`:                         `a{b|2}/ W113@4 W116@6`,
		`<a | b="1" , />`:                     `a{b|1}/ W113@3 W113@11`,
		`<a b=x - 1/>`:                        `a{b|x}/ W117@5 E121@7 E121@9`,
		`<a b="1" <c/>`:                       `a{b|1}? c/ E111@0`,
		`<a`:                                  `a? E111@0`,
		`<a b="1"`:                            `a{b|1}? E111@0`,
		`x < 1 <= 2 <`:                        `"x " "< 1 " "<= 2 " "<" W114@2 W114@6 W114@11`,
		`</a b="1">`:                          `/a W113@4`,
		`<a>&foo; & &#0;</a>`:                 `a "&foo; & ` + "\ufffd" + `" /a W106@3 W107@9 E108@11`,
		`<!-- x`:                              ` E102@0`,
		`<a><![CDATA[1 </a>`:                  `a "1 " /a E103@3`,
		`<!x><a/>`:                            `a/ W104@0`,
		`<?x <a/>`:                            `a/ W104@0`,
		`<?>`:                                 ` W104@0`,
		`<!DOCTYPE [`:                         ` E102@0`,
		`<!DOCTYPE x [<!ENTITY y "1">]>`:      ` W105@0`,
		"<a\u00a0b\u00a0=\u00a0\"1\"\u00a0/>": `a{b|1}/`,
	} {
		if got := trace(text); got != strings.TrimPrefix(want, " ") {
			t.Errorf("%s\n got  %s\n want %s", text, got, want)
		}
	}
}

// TestLinear counts the tokens of texts on which a careless scanner would
// search to the end of the file again and again; it must come back at all.
func TestLinear(t *testing.T) {
	const n = 200000
	for _, unit := range []string{`<a b="`, `<a b='"`, `<a b=“`, `<?`, `<!`, `<![CDATA[`, `<a b="x y=`, `<`, `"`, `<a "`, `<a b=“"`, `</a`, `&`, `<a b="` + "\n", `<a b=">`} {
		s := NewScanner(strings.Repeat(unit, n), func(Problem) {})
		last := -1
		for tok := s.NextToken(); tok.Kind != EOF; tok = s.NextToken() {
			if tok.Span.End <= last {
				t.Fatalf("%q: no progress at %d", unit, last)
			}
			last = tok.Span.End
			for _, a := range tok.Attrs {
				s.Decode(a.Value, false)
			}
		}
	}
}

func FuzzScan(f *testing.F) {
	for _, text := range []string{`<a b="1" c='2'>x</a>`, `<a b=“1” c= 2 d`, `< a b="1 c="2"/>`, `<!-- <a/> --><![CDATA[&]]>`, `<?x?>&#65;&lt;`} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s := NewScanner(text, func(p Problem) {
			if p.At.Start < 0 || p.At.End < p.At.Start || p.At.End > len(text) {
				t.Fatalf("%+v", p)
			}
		})
		for tok := s.NextToken(); tok.Kind != EOF; tok = s.NextToken() {
			for _, a := range tok.Attrs {
				v, segs := s.Decode(a.Value, false)
				if segs == nil && v != text[a.Value.Start:a.Value.End] {
					t.Fatalf("%q at %v", v, a.Value)
				}
			}
		}
	})
}
