// Package adm reads models and commands written in the statement language of
// Adams (.adm, .acf) into the elements of a deck.
//
// Every value keeps its place in the file, also inside of expressions that are
// continued over lines, so that whatever is found wrong with it later points
// there. Importing the package makes deck.Read understand both forms.
package adm

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/trammel-mbd/trammel/core/deck"
)

func init() {
	deck.RegisterFormat(".adm", looks, ReadModel)
	deck.RegisterFormat(".acf", nil, readNamed)
}

// ReadModel reads a model in the form of an .adm file and checks it against
// the table. It never returns nil and never fails: all problems are in
// Model.Diags. dir is the folder against which relative paths are taken.
func ReadModel(src *deck.Source, dir string, table deck.Table) *deck.Model {
	return ReadCommands(src, nil, dir, table)
}

// ReadCommands reads a model (.adm) and the commands that are to be carried
// out with it (.acf); either may be nil. The model that the commands name in
// FILE/MODEL= gives way to the one given here, with a warning if they differ.
func ReadCommands(model, commands *deck.Source, dir string, table deck.Table) *deck.Model {
	if abs, err := filepath.Abs(dir); err == nil {
		dir = abs
	}
	r := newReader(dir, table)
	if model != nil {
		r.section = deck.InModel
		r.read(model, modelLanguage)
		r.modelName = model.Name
	}
	if commands != nil {
		r.section = deck.InCommand
		r.read(commands, commandLanguage)
	}
	return r.model()
}

// model returns what has been read. That a file holds nothing has been said in
// the words of its own language.
func (r *reader) model() *deck.Model {
	said := false
	for _, d := range r.diags.List {
		said = said || d.Code == "E618"
	}
	m := r.builder.Model()
	m.Diags.List = slices.DeleteFunc(m.Diags.List, func(d *deck.Diag) bool { return said && d.Code == "E201" })
	return m
}

// ReadFiles reads the files at the two paths as ReadCommands does. With an
// empty path of the model it is the one that the commands name. An error means
// that a file cannot be opened.
func ReadFiles(model, commands string, table deck.Table) (*deck.Model, error) {
	var m, c *deck.Source
	var err error
	dir := filepath.Dir(model)
	if commands != "" {
		if c, err = source(commands); err != nil {
			return nil, err
		}
		if model == "" {
			dir = filepath.Dir(commands)
			return readNamed(c, dir, table), nil
		}
	}
	if m, err = source(model); err != nil {
		return nil, err
	}
	return ReadCommands(m, c, dir, table), nil
}

func source(path string) (*deck.Source, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("%s: cannot be read: %w", path, cause(err))
	}
	return &deck.Source{Name: path, Text: text}, nil
}

func cause(err error) error {
	if pe, ok := err.(*os.PathError); ok {
		return pe.Err
	}
	return err
}

// readNamed reads commands and the model that they name, which lies in the
// same folder.
func readNamed(commands *deck.Source, dir string, table deck.Table) *deck.Model {
	name := ModelOf(commands)
	if name == "" {
		return ReadCommands(nil, commands, dir, table)
	}
	if filepath.Ext(name) == "" {
		name += ".adm"
	}
	path := name
	if !filepath.IsAbs(path) {
		path = filepath.Join(filepath.Dir(commands.Name), name)
	}
	m, err := source(path)
	if err != nil {
		r := newReader(dir, table)
		r.section = deck.InCommand
		r.missing = fmt.Sprintf("the model %v", err)
		r.read(commands, commandLanguage)
		return r.model()
	}
	return ReadCommands(m, commands, dir, table)
}

var modelOf = regexp.MustCompile(`(?im)^[ \t]*fi[le]*[ \t]*/[ \t]*mo[del]*[ \t]*=[ \t]*([^\s,;!&]+)`)

// ModelOf returns the name of the model in FILE/MODEL= of a command file, ""
// if there is none.
func ModelOf(commands *deck.Source) string {
	m := modelOf.FindSubmatch(commands.Text)
	if m == nil {
		return ""
	}
	return strings.Trim(string(m[1]), `"'`)
}

var statementLine = regexp.MustCompile(`(?im)^[ \t]*(PART|MARKER|UNITS|ACCGRAV)[ \t]*/[ \t]*([0-9,!]|$|[a-z]+[ \t]*=)`)

// looks tells whether a text is a model.
func looks(text []byte) bool { return statementLine.Match(text[:min(len(text), 1<<16)]) }

// reader holds what a model and its commands have in common.
type reader struct {
	builder   *deck.Builder
	diags     *deck.Diags
	language  *language
	section   deck.Section
	table     map[string]map[string]bool // kind → names of its attributes, all lower case
	modelName string
	missing   string // why the model that the commands name was not read

	list   []*statement
	joints map[int]*statement // for couplers
	arrays map[int]*statement // for state equations
	motion map[int]string     // kind of element of a MOTION
	nextID int                // of a marker that the file does not have
	body   text               // id of the PART before, for markers without PART=
	point  bool               // it was a POINT_MASS
	ran    bool               // INTEGRATOR has been met
}

func newReader(dir string, table deck.Table) *reader {
	b := deck.NewBuilder(dir, table)
	r := &reader{
		builder: b, diags: b.Diags(), table: map[string]map[string]bool{},
		joints: map[int]*statement{}, arrays: map[int]*statement{}, motion: map[int]string{}, nextID: 1,
	}
	for _, s := range table {
		names := map[string]bool{}
		for i := range s.Attrs {
			names[strings.ToLower(s.Attrs[i].Name)] = true
			for _, n := range s.Attrs[i].Alias {
				names[strings.ToLower(n)] = true
			}
		}
		r.table[strings.ToLower(s.Kind)] = names
	}
	return r
}

// knows tells whether elements of a kind have an attribute.
func (r *reader) knows(kind, attr string) bool { return r.table[strings.ToLower(kind)][attr] }

// read reads one file.
func (r *reader) read(src *deck.Source, l *language) {
	r.builder.Open(src)
	r.language = l
	r.list = r.list[:0]
	s := &scanner{r: r, src: src, file: deck.Span{Src: src, End: len(src.Text)}.Text()}
	s.take = r.statement
	s.run(r.first(s))
	for _, st := range r.list {
		r.survey(st)
	}
	idle := &idleCount{}
	for _, st := range r.list {
		if st.spec.idle {
			idle.add(st)
			continue
		}
		r.emit(st)
	}
	idle.report(r.diags)
	r.finish(s)
}

// first deals with the first line of a file, which is no statement: the title
// of a model, or the name of the model in a file of commands, where it may
// also be a command. It returns where the statements begin.
func (r *reader) first(s *scanner) int {
	stop := len(s.file)
	if i := strings.IndexAny(s.file, "\r\n"); i >= 0 {
		stop = i
	}
	title := text{src: s.src, s: s.file[:stop]}.trim()
	n := word(title.s, 0)
	slash := strings.HasPrefix(strings.TrimLeft(title.s[n:], " \t"), "/")
	sp := r.language.find(title.s[:n])
	if r.section == deck.InCommand {
		if n == 0 || slash || sp != nil {
			return 0
		}
		r.named(title)
		return stop
	}
	if slash && sp != nil && r.language.index[strings.ToUpper(title.s[:n])] != nil {
		d := r.diags.Warnf(title.span(), "W611", "the first line is the title and not read as a statement")
		d.Help = "put a line with a title before it"
	}
	return stop
}

// statement takes a statement from the scanner.
func (r *reader) statement(word, body, label text) {
	sp, several := resolve(word.s, r.language.index, r.language.names)
	switch {
	case sp != nil:
	case several != nil:
		d := r.diags.Errorf(word.span(), "E604", "%s may stand for %s", strings.ToUpper(word.s), either(several))
		d.Help = "write more of the name"
		return
	default:
		d := r.diags.Warnf(word.span(), "W603", "unknown statement %s is ignored", shorten(word.s))
		if n, ok := deck.Nearest(word.s, r.language.names); ok {
			d.Help = "did you mean " + n + "?"
		} else if sp := commandLanguage.index[strings.ToUpper(word.s)]; sp != nil {
			d.Help = sp.name + " is a command and belongs into a file of commands (.acf)"
		}
		return
	}
	st := &statement{spec: sp, word: word, body: body, label: label}
	r.list = append(r.list, st)
	if !sp.idle && sp.refused == "" {
		p := parser{r: r, st: st}
		p.run()
	}
}

// survey notes what other statements need to know of one.
func (r *reader) survey(st *statement) {
	id, err := strconv.Atoi(st.id.s)
	if err != nil {
		return
	}
	switch st.spec.name {
	case "MARKER":
		if id < 1<<31-1 {
			r.nextID = max(r.nextID, id+1)
		}
	case "JOINT":
		r.joints[id] = st
	case "ARRAY":
		r.arrays[id] = st
	case "MOTION":
		if st.find("JOINT") != nil {
			r.motion[id] = "Motion_Joint"
		} else if st.find("I") != nil || st.find("J") != nil {
			r.motion[id] = "Motion_Marker"
		}
	}
}

// finish reports what is missing at the end of a file.
func (r *reader) finish(s *scanner) {
	if r.section == deck.InCommand {
		return
	}
	n := len(s.file)
	if len(r.list) == 0 {
		d := r.diags.Errorf(deck.Span{Src: s.src}, "E618", "the file holds no statement that is known")
		d.Help = "a statement is written KEYWORD/id, ARGUMENT=value"
		if strings.HasPrefix(strings.TrimLeft(s.file, " \t\r\n\ufeff"), "<") {
			d.Help = "this looks like XML: give the file the suffix .xml"
		}
		return
	}
	if !s.end {
		r.diags.Notef(deck.Span{Src: s.src, Start: n, End: n}, "N612", "there is no END statement")
	}
	if !r.ran {
		r.defaults(s)
	}
}

// defaults sets the integrator of a model that names none: GSTIFF in its form
// of index 3 with ERROR=1E-3, for which DSTIFF stands in.
func (r *reader) defaults(s *scanner) {
	st := &statement{spec: modelLanguage.index["INTEGRATOR"], word: text{src: s.src, s: s.file[:0]}}
	e := &emitter{r: r, st: st, raw: deck.Raw{Kind: "Param_Transient", Span: st.word.span(), Section: deck.InModel}}
	e.set("integrator_type", "DSTIFF", st.word)
	e.set("dae_index", "3", st.word)
	e.set("integr_tol", "1E-3", st.word)
	if r.builder.Knows(e.raw.Kind) {
		e.done()
	}
}

// idleCount counts the statements that have no effect.
type idleCount struct {
	first *statement
	names []string
	n     map[string]int
}

func (c *idleCount) add(st *statement) {
	if c.first == nil {
		c.first, c.n = st, map[string]int{}
	}
	if c.n[st.spec.name]++; c.n[st.spec.name] == 1 {
		c.names = append(c.names, st.spec.name)
	}
}

func (c *idleCount) report(ds *deck.Diags) {
	if c.first == nil {
		return
	}
	for i, n := range c.names {
		c.names[i] = strconv.Itoa(c.n[n]) + " " + n
	}
	ds.Notef(c.first.word.span(), "N610", "statements that have no effect: %s", strings.Join(c.names, ", "))
}
