package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/trammel-mbd/trammel/core"
	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/element"
	"github.com/trammel-mbd/trammel/core/run"
	"github.com/trammel-mbd/trammel/usersub"
	"github.com/trammel-mbd/trammel/usersub/cdll"
)

func (t *tool) convertCommand() *cobra.Command {
	var force, lossy bool
	var f loadFlags
	cmd := &cobra.Command{
		Use:   "convert DECK [COMMANDS] OUT [--force] [--lossy] [--python-engine E] [--python PATH] [-- ARGUMENTS]",
		Short: "Write a deck in another form",
		Long: deckHelp + `
Reads the deck and writes it in the format named by the suffix of OUT: ` + strings.Join(deck.WriterSuffixes(), ", ") + `.
The commands of an Adams deck become a file of their own beside it (.acf). Numbers
and expressions keep their characters; axes keep all digits. What the other form cannot say is reported. Where that is
part of the mechanics (bodies, constraints, forces, states, routines, commands) nothing is written and
the code is 9, unless --lossy is given; requests and settings of analyses and results are left out. Files that are there already are not replaced without --force.

Exit codes:
` + exitCodeTable(),
		Args: checkConvertArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.checkFlags(); err != nil {
				return err
			}
			var files []string
			files, f.arguments = splitArguments(cmd, args)
			n := len(files) - 1
			t.runConvert(inputFromDecks(files[:n]), files[n], &f, force, lossy)
			return nil
		},
	}
	cmd.Flags().BoolVar(&force, "force", false, "replace files that are there already")
	cmd.Flags().BoolVar(&lossy, "lossy", false, "write the deck even where parts of its mechanics are lost")
	f.registerPythonFlags(cmd.Flags())
	f.parameters.registerFlags(cmd.Flags())
	return cmd
}

func checkConvertArgs(cmd *cobra.Command, args []string) error {
	args, program := splitArguments(cmd, args)
	n := len(args) - 1
	switch {
	case n < 0:
		return errors.New("the deck is missing")
	case n == 0:
		return errors.New("the name of the new deck is missing")
	}
	if deck.WriterForSuffix(filepath.Ext(args[n])) == nil {
		return fmt.Errorf("%q: a deck can be written as %s", args[n], strings.Join(deck.WriterSuffixes(), ", "))
	}
	return checkDeckNames(args[:n], program)
}

// runConvert writes a deck in another form.
func (t *tool) runConvert(in input, out string, f *loadFlags, force, lossy bool) {
	lost := false
	t.code = run.ExitCode(t.runGuarded(f, func(ctx context.Context, l *loaders) (err error) {
		lost, err = t.rewriteDeck(ctx, l, in, out, force, lossy)
		return err
	}))
	if lost && t.code == run.ExitOK {
		t.code = run.ExitCompare
	}
}

// rewriteDeck reports whether nothing was written since mechanics would have been lost.
func (t *tool) rewriteDeck(ctx context.Context, l *loaders, in input, out string, force, lossy bool) (bool, error) {
	m, err := l.readDeck(ctx, in, false)
	if err != nil {
		return false, err
	}
	dialects := map[string]string{}
	element.Build(m, newDialectRecordingLoader(dialects)) // routines are not loaded: only the deck is checked
	unread := removeIncompleteDiags(m)
	t.printDeckDiags(m, false)
	if m.Diags.HasErrors() {
		t.con.printMessage(bad, "error", "%s: %s: nothing is written", in.deck, problemCountsText(m))
		return false, element.ErrDeck
	}
	suffix := filepath.Ext(out)
	base := strings.TrimSuffix(out, suffix)
	w := &deck.OutputModel{Model: m, Name: filepath.Base(base), Lost: &deck.Diags{}, Dialects: dialects}
	if w.Dir, err = filepath.Abs(filepath.Dir(out)); err != nil {
		return false, err
	}
	files := deck.WriterForSuffix(suffix)(w)
	if core.IsPythonDeck(in.deck) {
		reportProgramRoutines(w, in.deck)
	}
	w.Lost.List = append(w.Lost.List, unread...)
	names := make([]string, len(files))
	for k, f := range files {
		names[k] = base + f.Suffix
		if strings.EqualFold(f.Suffix, suffix) {
			names[k] = out
		}
	}
	lost := *m
	lost.Diags = w.Lost
	if n := countMechanicalLosses(w.Lost); n > 0 && !lossy {
		t.printDeckDiags(&lost, false)
		t.con.printMessage(bad, "error", "%s: %s of the mechanics would be lost: nothing is written; --lossy writes the rest", out, countText(n, "part"))
		return true, nil
	}
	if err := writeFiles(names, files, force); err != nil {
		return false, err
	}
	t.printDeckDiags(&lost, false)
	fmt.Fprintf(t.con, "%s: %s\n", strings.Join(names, ", "), problemCountsText(&lost))
	return false, nil
}

// besideMechanics are elements without which a model moves as it does, within the tolerances of its analyses.
var besideMechanics = []string{"Post_Request", "Post_Graphic", "Post_UserAPI", "CBKSUB", "ResOutput", "H3DOutput", "DebugOutput", "Param_Transient", "Param_Static",
	"Param_Linear", "Param_Simulation"}

// countMechanicalLosses counts the losses after which a model moves in another way, each of which begins with the name of an element.
// Other ids (W706) are none, nor is the way in which a library is called that is not there to examine (W704).
func countMechanicalLosses(lost *deck.Diags) int {
	n := 0
	for _, d := range lost.List {
		kind, _, _ := strings.Cut(d.Msg, " ")
		if kind == "Constraint_UserConstr" && strings.Contains(d.Msg, ": i_marker_id: ") {
			continue // it says where the reaction is reported
		}
		if d.Severity == deck.Warning && d.Code != "W704" && d.Code != "W706" && !slices.Contains(besideMechanics, strings.TrimSuffix(kind, ":")) {
			n++
		}
	}
	return n
}

// newDialectRecordingLoader notes, by element, how routines in libraries are called where the deck does not say it and an
// Adams deck would mean something else. Libraries are examined, not opened.
func newDialectRecordingLoader(dst map[string]string) element.Load {
	l := &cdll.Loader{Log: slog.New(slog.DiscardHandler)}
	return func(ref *usersub.Ref, sig *usersub.Sig) (*usersub.Routine, error) {
		err := &usersub.LoadError{Ref: *ref, Routine: sig.Name, Reason: "convert does not load user subroutines"}
		symbol, d, failed := l.SymbolAndDialect(ref, sig)
		if _, had := dst[ref.Element]; had || !l.Takes(ref) || ref.Dialect != "" || failed != nil {
			return nil, err
		}
		adams := *ref
		adams.DeckDialect = cdll.Adams.Name()
		other, as, failed := l.SymbolAndDialect(&adams, sig)
		if dst[ref.Element] = d.Name(); failed == nil && other == symbol && as == d {
			dst[ref.Element] = "" // an Adams deck that Adams reads, too
		}
		return nil, err
	}
}

// removeIncompleteDiags removes from the problems of a deck that a program was read up to
// the place where it requests results, and returns it as a loss: a run solves the
// model there and continues, the new deck ends.
func removeIncompleteDiags(m *deck.Model) (lost []*deck.Diag) {
	m.Diags.List = slices.DeleteFunc(m.Diags.List, func(d *deck.Diag) bool {
		if d.Code != "N628" {
			return false
		}
		lost = append(lost, &deck.Diag{Severity: deck.Warning, Span: d.Span, Code: "W708", Msg: d.Msg,
			Help: "simulations and changes of the model behind that are lost; run solves them all"})
		return true
	})
	return lost
}

// reportProgramRoutines reports routines that are functions of the program which is
// converted: nothing else can load them.
func reportProgramRoutines(w *deck.OutputModel, path string) {
	program, err := filepath.Abs(path)
	if err != nil {
		return
	}
	for _, e := range w.Elements {
		for _, a := range e.GivenAttrs() {
			if a.Spec.Name == "script_name" && filepath.Clean(a.Value) == program {
				w.Lost.AddWarningf(e.Span, "W707", "%s: its routine is a function of %s, which cannot be loaded from there", e.KindIDLabel(), path).
					Help = "put the function into a script of its own, and name that by SCRIPT="
			}
		}
	}
}

// writeFiles writes files; unless force is set none of them may be there.
func writeFiles(names []string, files []deck.File, force bool) error {
	for _, n := range names {
		if _, err := os.Stat(n); err == nil && !force {
			return fmt.Errorf("%s is there already; --force replaces it", n)
		} else if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	for k, n := range names {
		if err := os.WriteFile(n, files[k].Text, 0o666); err != nil {
			return err
		}
	}
	return nil
}
