package adm

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/trammel-mbd/trammel/core/deck"
)

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
	args   []arg              // of the statement that is parsed
	attrs  []deck.Attr        // of the element that is made
	loops  map[int]bool       // variables that depend on themselves
	joints map[int]*statement // for couplers
	arrays map[int]*statement // for state equations
	motion map[int]string     // kind of element of a MOTION
	ids    map[string][]int   // of the model's statements, by their names
	shapes map[string]bool    // ids of GRAPHICS that touch something

	markers  map[int]bool       // ids
	pictures map[int]*statement // GRAPHICS that are drawn, by id

	nextID int  // of a marker that the file does not have
	body   text // id of the PART before, for markers without PART=
	// bodyType is what markers of the body before say of it: POINTBODY, FLEXBODY or, for a PART, nothing.
	bodyType string
	models   int  // how many the commands have named
	calls    bool // a program recorded the statements, which may say more than a file
}

func newReader(dir string, table deck.Table) *reader {
	b := deck.NewBuilder(dir, table)
	b.SetRoutineDialect("adams")
	r := &reader{
		language: modelLanguage(),
		builder:  b, diags: b.Diags(), table: map[string]map[string]bool{},
		joints: map[int]*statement{}, arrays: map[int]*statement{}, motion: map[int]string{}, ids: map[string][]int{}, shapes: map[string]bool{}, markers: map[int]bool{}, pictures: map[int]*statement{}, nextID: 1,
	}
	b.EnableStatementAssignments(r)
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

// hasAttr reports whether elements of a kind have an attribute.
func (r *reader) hasAttr(kind, attr string) bool { return r.table[strings.ToLower(kind)][attr] }

// readFile reads one file.
func (r *reader) readFile(src *deck.Source, l *language) {
	r.builder.AddFileAsUTF8(src)
	r.language = l
	r.list = r.list[:0]
	s := &scanner{r: r, src: src, file: deck.Span{Src: src, End: len(src.Text)}.Text()}
	s.take = r.addStatement
	s.readLines(r.skipTitle(s))
	for _, st := range r.list {
		if r.section == deck.InModel {
			r.assignArguments(st)
		}
		r.indexStatement(st)
	}
	r.loops = selfDependentVariables(r.list)
	idle := &idleCount{}
	for _, st := range r.list {
		if r.hasNoEffect(st) {
			idle.countStatement(st)
			continue
		}
		r.emitElement(st)
	}
	idle.reportCounts(r.diags)
	r.reportMissingAtEndOfFile(s)
}

// skipTitle deals with the first line of a file, which is no statement, and
// returns where the statements begin. In a model it is the title.
func (r *reader) skipTitle(s *scanner) int {
	if r.section == deck.InCommand {
		return r.skipModelNames(s)
	}
	title, stop := s.peekLine(0)
	n := wordEnd(title.s, 0)
	if strings.HasPrefix(strings.TrimLeft(title.s[n:], " \t"), "/") && r.language.index[strings.ToUpper(title.s[:n])] != nil {
		d := r.diags.AddWarningf(title.fileSpan(), "W611", "the first line is the title and not read as a statement")
		d.Help = "put a line with a title before it"
	}
	return stop
}

// skipModelNames passes the lines with which a file of commands may answer the
// queries of Adams for the names of the model and of the results, in place
// of FILE/.
func (r *reader) skipModelNames(s *scanner) int {
	at := 0
	for n := range 2 {
		name, stop := s.peekLine(at)
		if !isNameAnswer(name.s) {
			break
		}
		if n == 0 {
			r.checkModelName(name)
		}
		at = min(stop+1, len(s.file))
	}
	return at
}

// isNameAnswer reports whether a line of a file of commands is a name.
func isNameAnswer(line string) bool {
	w := wordEnd(line, 0)
	return w > 0 && !strings.ContainsAny(line, "/,!") && commandLanguage().index[strings.ToUpper(line[:w])] == nil
}

// addStatement takes a statement from the scanner.
func (r *reader) addStatement(word, body, label text) {
	sp, several := resolvePrefix(word.s, r.language.index, r.language.names)
	switch {
	case sp != nil:
	case several != nil:
		d := r.diags.AddErrorf(word.fileSpan(), "E604", "%s may mean %s", strings.ToUpper(word.s), joinWithOr(several))
		d.Help = "write more of the name"
		return
	default:
		if n, ok := deck.NearestMisspelling(word.s, r.language.names); ok {
			r.diags.AddErrorf(word.fileSpan(), "E640", "unknown statement %s", shortenForMessage(word.s)).Help = "did you mean " + n + "?"
			return
		}
		d := r.diags.AddWarningf(word.fileSpan(), "W603", "unknown statement %s is ignored", shortenForMessage(word.s))
		if n, ok := deck.NearestName(word.s, r.language.names); ok {
			d.Help = "did you mean " + n + "?"
		} else if sp := commandLanguage().index[strings.ToUpper(word.s)]; sp != nil {
			d.Help = sp.name + " is a command and belongs into a file of commands (.acf)"
		}
		return
	}
	st := &statement{spec: sp, word: word, body: body, label: label}
	r.list = append(r.list, st)
	if !sp.idle && sp.refused == "" {
		st.args = r.args[:0]
		n := len(r.diags.List)
		p := parser{r: r, st: st}
		p.parseArguments()
		r.withholdProblems(st, n)
		r.args, st.args = st.args, slices.Clone(st.args)
	}
}

// indexStatement notes what other statements need to know of one.
func (r *reader) indexStatement(st *statement) {
	for i := range st.args {
		r.reserveIDs(&st.args[i])
	}
	id, err := strconv.Atoi(st.id.s)
	if err != nil {
		return
	}
	if r.section == deck.InModel {
		r.ids[st.spec.name] = append(r.ids[st.spec.name], id)
	}
	switch st.spec.name {
	case "CONTACT", "PROXIMITY":
		r.recordTouchingShapes(st)
	case "MARKER":
		r.reserveID(id)
		r.markers[id] = true
	case "JOINT":
		r.joints[id] = st
	case "ARRAY":
		r.arrays[id] = st
	case "MOTION":
		if st.argumentNamed("JOINT") != nil {
			r.motion[id] = "Motion_Joint"
		} else if st.argumentNamed("I") != nil || st.argumentNamed("J") != nil {
			r.motion[id] = "Motion_Marker"
		}
	}
}

// reserveID makes sure that no marker of ours gets an id.
func (r *reader) reserveID(id int) {
	if id < 1<<31-1 {
		r.nextID = max(r.nextID, id+1)
	}
}

var (
	markerAttr = regexp.MustCompile(`marker|^(cg|im|vm|wm|rm|lprf)_id$`)
	integer    = regexp.MustCompile(`[(,]\s*(\d{1,10})\s*[,)]`)
)

// reserveIDs keeps the ids by which an argument may refer to markers. One that
// the file does not have must be missed, and not be found among ours.
func (r *reader) reserveIDs(a *arg) {
	switch s := a.spec; {
	case s.form == asNumbers && len(s.attrs) > 0 && markerAttr.MatchString(s.attrs[0]):
		for _, v := range splitEntries(a.val) {
			if id, err := strconv.Atoi(v.s); err == nil {
				r.reserveID(id)
			}
		}
	case s.form == asExpr:
		for at := 0; ; {
			m := integer.FindStringSubmatchIndex(a.val.s[at:])
			if m == nil {
				return
			}
			if id, err := strconv.Atoi(a.val.s[at+m[2] : at+m[3]]); err == nil {
				r.reserveID(id)
			}
			at += m[3] // the comma may be before the next one too
		}
	}
}

// reportMissingAtEndOfFile reports what is missing at the end of a file.
func (r *reader) reportMissingAtEndOfFile(s *scanner) {
	if r.section == deck.InCommand {
		return
	}
	n := len(s.file)
	if len(r.list) == 0 {
		d := r.diags.AddErrorf(deck.Span{Src: s.src}, "E618", "the file holds no statement that is known")
		d.Help = "a statement is written KEYWORD/id, ARGUMENT=value"
		if strings.HasPrefix(strings.TrimLeft(s.file, " \t\r\n\ufeff"), "<") {
			d.Help = "this seems to be XML: give the file the suffix .xml"
			// That says it all: no line of XML is a statement.
			r.diags.List = slices.DeleteFunc(r.diags.List, func(d *deck.Diag) bool { return d.Code == "E602" })
		}
		return
	}
	if !s.end {
		r.diags.AddNotef(deck.Span{Src: s.src, Start: n, End: n}, "N612", "there is no END statement")
	}
}

// idleCount counts the statements that have no effect.
type idleCount struct {
	first *statement
	names []string
	n     map[string]int
}

func (c *idleCount) countStatement(st *statement) {
	if c.first == nil {
		c.first, c.n = st, map[string]int{}
	}
	if c.n[st.spec.name]++; c.n[st.spec.name] == 1 {
		c.names = append(c.names, st.spec.name)
	}
}

func (c *idleCount) reportCounts(ds *deck.Diags) {
	if c.first == nil {
		return
	}
	for i, n := range c.names {
		c.names[i] = strconv.Itoa(c.n[n]) + " " + n
	}
	ds.AddNotef(c.first.word.fileSpan(), "N610", "statements that have no effect: %s", strings.Join(c.names, ", "))
}
