package pystmt

import (
	"fmt"
	"strings"

	"github.com/trammel-mbd/trammel/core/deck"
)

// Functions by which the modules of lib report what is wrong or different.
const (
	refuseName = "_refuse" // (site, keyword, text, help) ends the program
	noteName   = "_note"   // (site, keyword, text)
)

// refused ends a program that requests what is not there. The reason is among
// the diagnostics already.
type refused struct{}

func (refused) Error() string { return "not supported" }

// Ends reports interpreters that the program is to end whatever it catches.
func (refused) Ends() bool { return true }

// refuseCall reports a call that cannot be, at a keyword or an argument by position of
// it if there is one, else at its name.
func (s *session) refuseCall(args []any) error {
	at, text, err := s.readReport(args, 4)
	if err != nil {
		return err
	}
	d := s.errorf(at, "E635", "%s", text)
	d.Help, _ = args[3].(string)
	return refused{}
}

// noteDifference notes a difference that the user is to know, once.
func (s *session) noteDifference(args []any) error {
	at, text, err := s.readReport(args, 3)
	if err != nil {
		return err
	}
	for _, d := range s.diags {
		if d.Msg == text {
			return nil
		}
	}
	s.noteAt(at, "N636", text)
	return nil
}

// readReport reads site, keyword and text.
func (s *session) readReport(args []any, n int) (deck.Span, string, error) {
	if len(args) != n {
		return deck.Span{}, "", fmt.Errorf("%d arguments are wanted, not %d", n, len(args))
	}
	site, _ := args[0].(int64)
	text, ok := args[2].(string)
	if !ok {
		return deck.Span{}, "", fmt.Errorf("a text is wanted, not %v", args[2])
	}
	w := s.newWriter("", int(site))
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
