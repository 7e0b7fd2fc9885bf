package pystmt

import (
	"embed"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/deck/adm"
)

//go:embed lib/*.py
var library embed.FS

// moduleTexts are the texts of the modules in lib: a.b lies in a_b.py.
func moduleTexts() map[string]string {
	list, err := library.ReadDir("lib")
	if err != nil {
		panic("pystmt: " + err.Error())
	}
	all := map[string]string{}
	for _, f := range list {
		text, err := library.ReadFile("lib/" + f.Name())
		if err != nil {
			panic("pystmt: " + err.Error())
		}
		name := strings.ReplaceAll(strings.TrimSuffix(f.Name(), ".py"), "_", ".")
		all[strings.ReplaceAll(name, "mpl.toolkits", "mpl_toolkits")] = string(text)
	}
	return all
}

// programRun is one program while it runs.
type programRun struct {
	src   *deck.Source
	file  string // absolute path of src
	dir   string
	table deck.Table
	opt   Options
	rec   *adm.RecordedProgram // of the program's model

	sources map[string]*deck.Source // by absolute path
	order   []*deck.Source
	list    []adm.Statement
	before  []adm.Statement   // those of the model before
	diags   []*deck.Diag      // of what cannot be recorded
	models  [][]adm.Statement // whose results the program may request
	solved  map[int]Results   // of models
	begun   int               // how many models the program has begun
	era     []int             // of models: begun when they were simulated
	earlier []*deck.Diag      // warnings of models that were solved, by era
	eras    []int             // of these
	absent  map[string]string // names that may be imported and whose use is refused, with the reason
}

func newProgramRun(src *deck.Source, dir string, table deck.Table, o Options) *programRun {
	s := &programRun{src: src, dir: dir, table: table, opt: o, sources: map[string]*deck.Source{}, solved: map[int]Results{}, absent: map[string]string{}}
	s.file = filepath.Join(dir, filepath.Base(src.Name))
	s.sources[s.file], s.order = src, []*deck.Source{src}
	return s
}

// runProgram executes the program and makes the model of what it recorded.
func (s *programRun) runProgram() *deck.Model {
	p := adm.NewRecordedProgram(s.dir, s.table)
	s.rec = p
	p.AddFileAsUTF8(s.src) // the interpreter gets the text in UTF-8
	x := Program{File: s.file, Text: s.repairCommas(), Modules: moduleTexts(), Natives: nativeNames(), Tracked: tracked, Call: s.callNativeFunction}
	if items.Match(s.src.Text) {
		x.Implied = append(x.Implied, "exudyn.globals")
	}
	err := s.opt.Interpreter.Execute(x)
	s.reportUnsupportedImports()
	var early unsolvedError
	failed, reported := err != nil && !errors.As(err, &early), errors.As(err, new(refusalError))
	switch {
	case failed && !reported:
		s.reportInterpreterError(err)
	case early.why != nil:
		s.addNoteAt(deck.Span{Src: s.src}, "N628", "the program reads results of a simulation that fails: what it does after that is not read")
	case err != nil && !reported:
		s.addNoteAt(deck.Span{Src: s.src}, "N628", "the program reads results: what it does after that is not read")
	}
	for _, src := range s.order[1:] {
		p.AddFileAsUTF8(src)
	}
	if len(s.list) == 0 && !failed {
		d := s.addErrorf(deck.Span{Src: s.src}, "E629", "the program makes no model")
		d.Help = "call statements, as PART(1, GROUND=True), or use the objects of module msolve or exudyn"
	}
	s.reportWarningsOfOtherModels()
	m := s.buildModel(p, s.list)
	if failed || len(s.list) == 0 {
		m.Diags.List = slices.DeleteFunc(m.Diags.List, mayBeIncomplete)
	}
	return m
}

// buildModel makes a model of statements.
func (s *programRun) buildModel(p *adm.RecordedProgram, list []adm.Statement) *deck.Model {
	ds := p.Diags()
	ds.List = append(ds.List, s.diags...)
	for i := range list {
		p.AddStatement(&list[i])
	}
	m := p.BuildModel()
	m.Diags.Sort()
	return m
}

// mayBeIncomplete reports whether a problem may come from the early end of the program:
// what is missing could have followed.
func mayBeIncomplete(d *deck.Diag) bool {
	return d.Code == "E201" || strings.HasPrefix(d.Code, "E50") && d.Code != "E501"
}

// unsolvedError ends a program that requests results that cannot be had: nothing is
// solved here, or the simulation fails, as it will when the model is run.
type unsolvedError struct{ why error }

func (u unsolvedError) Error() string {
	if u.why == nil {
		return "the results are not known"
	}
	return u.why.Error()
}

// Ends reports interpreters that the program is to end whatever it catches.
func (unsolvedError) Ends() bool { return true }

// sourceOfFile returns a file of the program.
func (s *programRun) sourceOfFile(file string) *deck.Source {
	if src := s.sources[file]; src != nil {
		return src
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil // a module of lib
	}
	name := file
	if rel, err := filepath.Rel(s.dir, file); err == nil {
		name = filepath.Join(filepath.Dir(s.src.Name), rel)
	}
	src := &deck.Source{Name: name, Text: text}
	s.sources[file] = src
	s.order = append(s.order, src)
	return src
}

// spanIn is a range of a file of the program; where that is not known, the
// beginning of the program.
func (s *programRun) spanIn(file string, at [2]int) deck.Span {
	src := s.sourceOfFile(file)
	if src == nil || at[1] > len(src.Text) || at[0] > at[1] {
		return deck.Span{Src: s.src}
	}
	return deck.Span{Src: src, Start: at[0], End: at[1]}
}

func (s *programRun) addNoteAt(at deck.Span, code, text string) {
	ds := deck.Diags{}
	s.diags = append(s.diags, ds.AddNotef(at, code, "%s", text))
}

func (s *programRun) addWarningAt(at deck.Span, code, text string) {
	ds := deck.Diags{}
	s.diags = append(s.diags, ds.AddWarningf(at, code, "%s", text))
}

func (s *programRun) addErrorf(at deck.Span, code, format string, args ...any) *deck.Diag {
	ds := deck.Diags{}
	d := ds.AddErrorf(at, code, format, args...)
	for _, x := range s.diags { // a model that is made twice
		if x.Span == d.Span && x.Msg == d.Msg {
			return d
		}
	}
	s.diags = append(s.diags, d)
	return d
}

var undefined = regexp.MustCompile(`^(?:NameError: name|ImportError: cannot import name) '?(\w+)`)

// reportInterpreterError makes a diagnostic of what the interpreter says.
func (s *programRun) reportInterpreterError(err error) {
	var f fault
	if !errors.As(err, &f) {
		s.addErrorf(deck.Span{Src: s.src}, "E624", "the program cannot be run: %v", err)
		return
	}
	file, line, col := f.Place()
	d := s.addErrorf(s.narrowToName(s.lineSpan(file, line, col), f.Error(), col), "E624", "the program failed: %s", f.Error())
	d.Help = f.Hint()
	if n := correctedName(f.Error()); n != "" {
		d.Help = "did you mean " + n + "?"
	}
	calls := f.Calls()
	reported := map[deck.Span]bool{d.Span: true, s.lineSpan(file, line, 0): true} // a function that calls itself is named once
	for i := len(calls) - 1; i >= 0; i-- {
		c := calls[i]
		if s.sourceOfFile(c.File) == nil || i == len(calls)-1 && c.File == file && c.Line == line {
			continue
		}
		at := s.lineSpan(c.File, c.Line, 0)
		switch {
		case reported[at]:
		case c.Func == "<module>" || c.Func == "":
			d.AddNote(at, "called here")
		default:
			d.AddNote(at, "called in %s", c.Func)
		}
		reported[at] = true
	}
}

var quoted = regexp.MustCompile(`(?:name|attribute|argument) '(\w+)'`)

// narrowToName narrows a whole line to the name that an exception speaks of, if that
// is in it.
func (s *programRun) narrowToName(at deck.Span, exception string, col int) deck.Span {
	m := quoted.FindStringSubmatch(exception)
	if m == nil || col > 0 || at.Src == nil {
		return at
	}
	places := regexp.MustCompile(`\b` + m[1] + `\b`).FindStringIndex(at.Text())
	if places == nil {
		return at
	}
	return deck.Span{Src: at.Src, Start: at.Start + places[0], End: at.Start + places[1]}
}

// correctedName returns the name of ours that an exception says is not there by a
// wrong spelling, "" if none is near. Statements are written in capitals,
// classes are not.
func correctedName(exception string) string {
	m := undefined.FindStringSubmatch(exception)
	if m == nil {
		return ""
	}
	for _, w := range []string{"True", "False", "None"} {
		if strings.EqualFold(m[1], w) {
			return w
		}
	}
	names := slices.Concat(tracked, adm.RecordableStatements())
	if strings.ToUpper(m[1]) == m[1] {
		names = slices.Concat(adm.RecordableStatements(), tracked)
	}
	n, _ := deck.NearestName(m[1], names)
	return n
}

// lineSpan is what is on a line from a column on; col 0 is its first character
// that is not a blank.
func (s *programRun) lineSpan(file string, line, col int) deck.Span {
	src := s.sourceOfFile(file)
	if src == nil {
		return deck.Span{Src: s.src}
	}
	at := 0
	text := string(src.Text)
	for n := 1; n < line; n++ {
		i := strings.IndexByte(text[at:], '\n')
		if i < 0 {
			return deck.Span{Src: src, Start: len(text), End: len(text)}
		}
		at += i + 1
	}
	end := len(text)
	if i := strings.IndexAny(text[at:], "\r\n"); i >= 0 {
		end = at + i
	}
	start := at
	if col > 0 {
		for i := range text[at:end] {
			if col--; col == 0 {
				start = at + i
				return deck.Span{Src: src, Start: start, End: end}
			}
		}
		return deck.Span{Src: src, Start: end, End: end}
	}
	start += len(text[at:end]) - len(strings.TrimLeft(text[at:end], " \t\f"))
	return deck.Span{Src: src, Start: start, End: max(start, start+len(strings.TrimRight(text[start:end], " \t\f")))}
}
