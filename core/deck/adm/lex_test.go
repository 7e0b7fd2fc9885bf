package adm

import (
	"fmt"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/core/deck"
)

// scanned lists the statements that a scanner finds, as word|body with line
// breaks written ~.
func scanned(text string) (list, problems string) {
	src := &deck.Source{Name: "t.adm", Text: []byte(text)}
	r := newReader("/d", openTable())
	r.builder.AddFileAsUTF8(src)
	r.language = modelLanguage()
	var out []string
	s := &scanner{r: r, src: src, file: text}
	s.take = func(word, body, label textOf) {
		line := word.s + "|" + strings.ReplaceAll(body.s, "\n", "~")
		if label.s != "" {
			line += "|" + label.s
		}
		out = append(out, line)
	}
	s.readLines(0)
	var p []string
	for _, d := range r.diags.List {
		p = append(p, fmt.Sprintf("%d:%d %s", d.Span.Line(), d.Span.Col(), d.Code))
	}
	return strings.Join(out, "\n"), strings.Join(p, " ")
}

type textOf = text

func TestScanner(t *testing.T) {
	for _, c := range []struct{ in, want, problems string }{
		{"PART/1, GROUND\nMARKER/2", "PART|1, GROUND\nMARKER|2", ""},
		{"PART/1\n, GROUND\n,MASS=1", "PART|1~ GROUND~MASS=1", ""},
		{"PART/1\r\n, GROUND\r\nMARKER/2\r\n", "PART|1~ GROUND\nMARKER|2", ""},
		{"PART/1\r, GROUND\rMARKER/2", "PART|1~ GROUND\nMARKER|2", ""},
		{"PART/1 ! one\n! two\n\n, GROUND ! three", "PART|1~ GROUND", ""},
		{"PART/1, &\n  GROUND", "PART|1,  GROUND", ""},
		{"PART/1\n & , GROUND", "PART|1  , GROUND", ""},
		{"PART/1,\nGROUND", "PART|1, GROUND", ""},
		{"PART/1,\nMARKER/2", "PART|1,\nMARKER|2", ""},
		{"  PART / 1", "PART| 1", ""},
		{"PART/1,CM=1; MARKER/1;\nMARKER/2;", "PART|1,CM=1\nMARKER|1\nMARKER|2", ""},
		{"PART/1\nEND\nMARKER/2", "PART|1", ""},
		{"end", "", ""},
		{"STOP", "STOP|", ""},
		{", GROUND\nPART/1", "PART|1", "1:1 E601"},
		{"hello world\nPART/1", "PART|1", "1:1 E602"},
		{"123\n*PART/1", "", "1:1 E602 2:1 E602"},
		{"! adams_view_name='A.b'\n!\nPART/1\nPART/2", "PART|1|A.b\nPART|2", ""},
		{"PART/1\n! adams_view_name='B'\n, GROUND\nPART/2", "PART|1~ GROUND\nPART|2|B", ""},
		{"INTEGRATOR/GSTIFF\n!MS#,MINIT=2\n!ms#, FIM_S\nPART/1\n!MS#,X=1", "INTEGRATOR|GSTIFF~MINIT=2~ FIM_S\nPART|1", ""},
		{"", "", ""},
		{"\n\n!x\n", "", ""},
	} {
		list, problems := scanned(c.in)
		if list != c.want || problems != c.problems {
			t.Errorf("%q: got %q %s, want %q %s", c.in, list, problems, c.want, c.problems)
		}
	}
}

// parsed lists the arguments of a statement.
func parsed(in string) string {
	src := &deck.Source{Name: "t.adm", Text: []byte("\n" + in)}
	r := newReader("/d", openTable())
	r.builder.AddFileAsUTF8(src)
	r.language = modelLanguage()
	s := &scanner{r: r, src: src, file: "\n" + in}
	s.take = r.addStatement
	s.readLines(0)
	var out []string
	for _, st := range r.list {
		line := st.messageName()
		for _, a := range st.args {
			if a.spec.form == asFlag {
				line += " | " + a.spec.name
				continue
			}
			line += " | " + a.spec.name + "=" + strings.ReplaceAll(a.val.s, "\n", "~")
		}
		out = append(out, line)
	}
	for _, d := range r.diags.List {
		out = append(out, d.Code)
	}
	return strings.Join(out, " ")
}

func TestArguments(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"JOINT/0012 , rev , i = 3 , J=4", "JOINT/0012 | REVOLUTE | I=3 | J=4"},
		{"PART/1\n, IP = 1\n, 2\n, -3, CM=4", "PART/1 | IP=1~ 2~ -3 | CM=4"},
		{"PART/1, IP=1,2,\n,3,CM=4", "PART/1 | IP=1,2,~3 | CM=4"},
		{"PART/1, IP=\n,1,2,3", "PART/1 | IP=1,2,3"},
		{"PART/1, CM=\n, MASS=2", "PART/1 | MASS=2 E617"},
		{"POUTPUT/1, VAR=", "POUTPUT/1 E617"},
		{"PART/1, EXACT=X:Y:PSI, MASS=2", "PART/1 | EXACT=X:Y:PSI | MASS=2"},
		{"VAR/1, IC=1, FUN=STEP(TIME,0,0,1,1)", "VARIABLE/1 | IC=1 | FUNCTION=STEP(TIME,0,0,1,1)"},
		{"VAR/1, FUN=STEP(TIME,0,0,1,1), IC=2", "VARIABLE/1 | FUNCTION=STEP(TIME,0,0,1,1) | IC=2"},
		{"VAR/1, FUN=1\\IC=2", "VARIABLE/1 | FUNCTION=1 | IC=2"},
		{"VAR/1\n, FUN =  - 1.0*RTOD*(az(7,8)-0.0*DTOR)\n, - 5.0E-002*wz(7,8,8)\n, + 0.0\n, IC=1", "VARIABLE/1 | FUNCTION=- 1.0*RTOD*(az(7,8)-0.0*DTOR) - 5.0E-002*wz(7,8,8) + 0.0 | IC=1"},
		{"VAR/1, FUN=STEP(TIME\n,0\n,0,1,\n,5)", "VARIABLE/1 | FUNCTION=STEP(TIME,0,0,1, 5)"},
		{"VAR/1, FUN=SIN\n,(TIME)", "VARIABLE/1 | FUNCTION=SIN (TIME)"},
		{"VAR/1, FUN=MAX((1)\n,(2))", "VARIABLE/1 | FUNCTION=MAX((1),(2))"},
		{"VAR/1, FUN=2 * * 3 * 4 * *5", "VARIABLE/1 | FUNCTION=2 ** 3 * 4 **5"},
		{"VAR/1, FUN=DX(1,2\n, IC=3", "VARIABLE/1 | FUNCTION=DX(1,2 | IC=3"},
		{"VAR/1, FUN=DX(1,2, IC=3", "VARIABLE/1 | FUNCTION=DX(1,2 | IC=3"},
		{"SFO/1, ROT, FUN = DX(1)\n, ACTIONONLY\n, I=1, J=2", "SFORCE/1 | ROTATIONAL | FUNCTION=DX(1) | ACTIONONLY | I=1 | J=2"},
		{"REQ/4, F2=DX(1)\\F3=DY(1)\\\n,F4=1\\,C=a, b", "REQUEST/4 | F2=DX(1) | F3=DY(1) | F4=1 | COMMENT=a, b"},
		{"REQ/4, C=a (b), c\n, I=3", "REQUEST/4 | COMMENT=a (b), c | I=3"},
		{"REQ/4, C=a\n, b c\n, D\n, I=3", "REQUEST/4 | COMMENT=a~ b c | DISPLACEMENT | I=3"},
		{"REQ/4, C=x=1, F2=3", "REQUEST/4 | COMMENT=x=1 | F2=3"},
		{"STRING/3, STRING=c:\\dir\\file.dat", `STRING/3 | STRING=c:\dir\file.dat`},
		{"UNITS/\n, FORCE = NEWTON\n, MASS=\n, KILOGRAM", "UNITS | FORCE=NEWTON | MASS=KILOGRAM"},
		{"PART/1 , , GROUND,", "PART/1 | GROUND"},
		{"JOINT/REVOLUTE, I=1", "JOINT | REVOLUTE | I=1"},
		{"PART/1, 2", "PART/1 E606"},
		{"PART/1, MA=2", "PART/1 E604"},
		{"PART/1, FOO=2,3, GROUND", "PART/1 | GROUND W605"},
		{"PART/1, CM", "PART/1 E617"},
		{"SPRI/1, XYZ", "SPRINGDAMPER/1 W605"},
		{"VA/1; P/1; QQ/1", "VARIABLE/1 E604 W603"},
	} {
		if got := parsed(c.in); got != c.want {
			t.Errorf("%q\ngot  %s\nwant %s", c.in, got, c.want)
		}
	}
}

func TestEntries(t *testing.T) {
	for in, want := range map[string]string{
		"1": "1", "1,2": "1|2", " 1 , 2 ": "1|2", "1\n2": "1|2", "1,\n2": "1|2", "1\n,2": "1|2", "1,,2": "1||2", "": "", "1,": "1|",
	} {
		var out []string
		for _, e := range splitEntries(text{s: in}) {
			out = append(out, e.s)
		}
		if got := strings.Join(out, "|"); got != want {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
	}
}

// TestPlaces: each character of a value stands where the value says.
func TestPlaces(t *testing.T) {
	in := "title\nVARIABLE/7\n, FUNCTION = 1*STEP(TIME, 0\n,  0, 1 ! a comment\n!\n\n, 2*DX(20)) &\n  + 2 * *3\n, - 5*ABS(4)\n"
	m := ReadModel(&deck.Source{Name: "t.adm", Text: []byte(in)}, "/d", openTable())
	a := m.Elements[0].Attr("expr")
	want := "1*STEP(TIME, 0,0, 1,2*DX(20))  + 2 **3 - 5*ABS(4)"
	if a.Value != want {
		t.Fatalf("got %q, want %q", a.Value, want)
	}
	for i := range a.Value {
		at := a.SpanOf(i, i+1)
		got := in[at.Start:at.End]
		if c := a.Value[i : i+1]; c != " " && c != got && !strings.HasPrefix(got, c) {
			t.Errorf("%d: %q stands for %q", i, got, c)
		}
	}
	for word, place := range map[string]string{"STEP": "3:16", "DX": "7:5", "+": "8:3", "**": "8:7", "ABS": "9:7", "20": "7:8"} {
		i := strings.Index(a.Value, word)
		at := a.SpanOf(i, i+len(word))
		if got := fmt.Sprintf("%d:%d", at.Line(), at.Col()); got != place {
			t.Errorf("%s stands at %s, want %s", word, got, place)
		}
	}
	if at := a.ValueSpan; at.Line() != 3 || at.Col() != 14 || in[at.End-1] != ')' {
		t.Errorf("the value stands at %v to %d", at, at.End)
	}
}
