package pystmt

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/trammel-mbd/trammel/core/deck"
)

// Functions by which the modules of lib report what is wrong or different.
const (
	refuseName = "_refuse" // (site, keyword, text, help) ends the program
	noteName   = "_note"   // (site, keyword, text)
	lackName   = "_lack"   // (name, text) is a name that may be imported and not used
)

// refusalError ends a program that requests what is not there. The reason is among
// the diagnostics already, unless a routine has asked for it in a run.
type refusalError struct{ text string }

func (r refusalError) Error() string { return r.text }

// Ends reports interpreters that the program is to end whatever it catches.
func (refusalError) Ends() bool { return true }

// reportUnsupportedCall reports a call that cannot be, at a keyword or an argument by position of
// it if there is one, else at its name.
func (s *programRun) reportUnsupportedCall(args []any) error {
	at, text, err := s.parseReportArguments(args, 4)
	if err != nil {
		return err
	}
	d := s.addErrorf(at, "E635", "%s", text)
	d.Help, _ = args[3].(string)
	return refusalError{text}
}

// addDifferenceNoteOnce notes a difference that the user is to know, once.
func (s *programRun) addDifferenceNoteOnce(args []any) error {
	at, text, err := s.parseReportArguments(args, 3)
	if err != nil {
		return err
	}
	for _, d := range s.diags {
		if d.Msg == text {
			return nil
		}
	}
	s.addNoteAt(at, "N636", text)
	return nil
}

// parseReportArguments reads site, keyword and text.
func (s *programRun) parseReportArguments(args []any, n int) (deck.Span, string, error) {
	if len(args) != n {
		return deck.Span{}, "", fmt.Errorf("%d arguments are wanted, not %d", n, len(args))
	}
	site, _ := args[0].(int64)
	text, ok := args[2].(string)
	if !ok {
		return deck.Span{}, "", fmt.Errorf("a text is wanted, not %v", args[2])
	}
	w := s.newStatementRecorder("", int(site))
	switch key := args[1].(type) {
	case string:
		if name, ok := strings.CutPrefix(key, "="); ok { // itself, and not its value
			return w.keySpans(name)[0], text, nil
		}
		return w.keySpans(key)[1], text, nil
	case int64:
		return w.positionalSpan(int(key)), text, nil
	}
	return w.st.At, text, nil
}

// declareUnsupportedName notes a name of a module of lib that may be imported and whose use is refused.
func (s *programRun) declareUnsupportedName(args []any) error {
	if len(args) != 2 {
		return fmt.Errorf("2 arguments are wanted, not %d", len(args))
	}
	name, ok1 := args[0].(string)
	text, ok2 := args[1].(string)
	if !ok1 || !ok2 {
		return fmt.Errorf("a name and a text are wanted, not %v", args)
	}
	s.absent[name] = text
	return nil
}

// importLine is an import of names from a module of Exudyn. Its groups are the module and the names.
var importLine = regexp.MustCompile(`(?m)^[ \t]*from[ \t]+(exudyn[\w.]*)[ \t]+import[ \t]+(\([^)]*\)|[^\n#;]*)`)

var importedName = regexp.MustCompile(`(?m)#.*$|\bas[ \t]+\w+|\w+`)

// reportUnsupportedImports notes where the files of the program import a name whose use is refused.
func (s *programRun) reportUnsupportedImports() {
	for _, src := range s.order {
		for _, at := range importLine.FindAllSubmatchIndex(src.Text, -1) {
			for _, n := range importedName.FindAllIndex(src.Text[at[4]:at[5]], -1) {
				span := deck.Span{Src: src, Start: at[4] + n[0], End: at[4] + n[1]}
				if text, ok := s.absent[span.Text()]; ok {
					s.addNoteAt(span, "N636", text+"; it is refused where it is called")
				}
			}
		}
	}
}
