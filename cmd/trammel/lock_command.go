package main

import (
	"context"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/trammel-mbd/trammel/core/element"
	"github.com/trammel-mbd/trammel/core/run"
	"github.com/trammel-mbd/trammel/core/system"
	"github.com/trammel-mbd/trammel/usersub"
)

const lockHelp = `
The lock DECK.lock (without the deck's suffix) lists with their SHA-256 the libraries,
scripts, plugins and modules that the deck runs: what its elements name, what scripts
import from beside them, and the libraries that libraries need and that are not the
system's; and a file of commands. It holds the hashes of each platform on which "trammel
lock" was called, and of each deck of that name, with each file of commands, that it was called for.
Of an installed plugin it holds version and source: run --locked takes that version, whatever
others are installed.
`

func (t *tool) lockCommand() *cobra.Command {
	var f loadFlags
	cmd := &cobra.Command{
		Use:   "lock DECK [COMMANDS] [-- ARGUMENTS]",
		Short: "Record the hashes of all code that a deck runs",
		Long: deckHelp + lockHelp + `
Routines are loaded and get their set-up calls, so that all they import is seen: lock
a deck whose code you trust.

Exit codes are those of check.`,
		Args: checkDeckArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			_, f.arguments = splitArguments(cmd, args)
			if err := f.checkFlags(); err != nil {
				return err
			}
			t.runLock(inputFromArgs(cmd, args), &f)
			return nil
		},
	}
	f.registerFlags(cmd)
	return cmd
}

func (t *tool) runLock(in input, f *loadFlags) {
	f.scriptsHere, f.strict = true, true
	l := newLockFile(in)
	if _, err := os.Stat(l.path); err == nil {
		old, err := readLockFile(in)
		if err != nil { // what it holds of other inputs and platforms would be lost, or believed
			t.reportRefusal(run.ExitLoad, err)
			return
		}
		l.For, l.Files = old.For, old.itemsForOtherInputs()
	}
	l.For = insertSorted(l.For, l.by)
	t.code = run.ExitCode(t.runGuarded(f, func(ctx context.Context, ls *loaders) error {
		if _, err := t.buildAndMakeSetupCalls(ctx, in, ls); err != nil {
			return err
		}
		if err := ls.addLoadedCodeToLock(l, in); err != nil {
			return err
		}
		return l.save()
	}))
	if t.code != run.ExitOK {
		return
	}
	text := fmt.Sprintf("wrote %s for %s: %s\n", l.path, l.by, countText(l.countInputFiles(), "file"))
	for i := range l.Files {
		if f := &l.Files[i]; slices.Contains(f.For, l.by) {
			text += fmt.Sprintf("  %-8s %s\n", f.Kind, f.Path)
		}
	}
	t.writeOutput(nil, text, false)
	if err := l.checkOnlyOwnerCanWrite(); err != nil {
		t.con.printMessage(notice, "warning", "it will be refused: %v", err)
	}
	for _, w := range l.describeLockViolations(l.by) {
		t.con.printMessage(notice, "warning", "it will be refused: %s", w)
	}
}

// countInputFiles is the number of files of the input.
func (l *lockFile) countInputFiles() (n int) {
	for i := range l.Files {
		if slices.Contains(l.Files[i].For, l.by) {
			n++
		}
	}
	return n
}

// itemsForOtherInputs are the entries as other inputs and other platforms have them.
func (l *lockFile) itemsForOtherInputs() (list []lockItem) {
	for _, f := range l.Files {
		if !slices.Contains(f.For, l.by) {
			list = append(list, f)
			continue
		}
		elsewhere := maps.Clone(f.SHA256)
		delete(elsewhere, "any")
		delete(elsewhere, here)
		rest := slices.DeleteFunc(slices.Clone(f.For), func(s string) bool { return s == l.by })
		switch {
		case len(rest) == 0 && len(elsewhere) == 0:
			continue
		case len(rest) == 0:
			f.SHA256 = elsewhere
		case len(elsewhere) == 0:
			f.For = rest
		}
		list = append(list, f)
	}
	return list
}

// insertSorted returns a sorted list with s in it.
func insertSorted(list []string, s string) []string {
	list = append(slices.Clone(list), s)
	slices.Sort(list)
	return slices.Compact(list)
}

func (t *tool) verifyCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "verify DECK [COMMANDS]",
		Short: "Compare the code that a deck runs with its lock",
		Long: strings.TrimPrefix(lockHelp, "\n") + `
Nothing is loaded. Files that have changed are listed with both hashes, and so are
files that somebody else may change: those that belong to neither you nor root, and
those on whose way lies a folder that everybody may write to (unless it is sticky).

Exit codes: 0 all as in the lock, 9 something is not, or there is no lock.`,
		Args: checkDeckArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			in := inputFromArgs(cmd, args)
			l, err := readLockFile(in)
			if err == nil {
				err = l.checkLockCoversDeck(in)
			}
			if err != nil {
				t.reportRefusal(run.ExitCompare, err)
				return nil
			}
			wrong := l.describeLockViolations("")
			for _, w := range wrong {
				t.con.printMessage(bad, "error", "%s", w)
			}
			if len(wrong) > 0 {
				t.code = run.ExitCompare
				return nil
			}
			t.writeOutput(nil, l.formatComparedFiles(), false)
			return nil
		},
	}
}

// checkLockCoversDeck is checkLockIsForInput, but that for a deck alone what was locked with commands is enough.
func (l *lockFile) checkLockCoversDeck(in input) error {
	if in.commands == "" && slices.ContainsFunc(l.For, func(s string) bool { return strings.HasPrefix(s, l.by+" ") }) {
		return nil
	}
	return l.checkLockIsForInput(in)
}

// formatComparedFiles says how many files were compared, and which were not, as they have no hash for this platform.
func (l *lockFile) formatComparedFiles() string {
	compared, text := 0, ""
	for i := range l.Files {
		if f := &l.Files[i]; f.expectedHash() != "" {
			compared++
		} else {
			text += fmt.Sprintf("  %s has no hash for %s: not compared, not run with --locked\n", f.Path, here)
		}
	}
	return fmt.Sprintf("%s: %s as locked, for %s\n%s", l.path, countText(compared, "file"), strings.Join(l.For, ", "), text)
}

// verifyLock reads the lock of --locked and verifies all before any code of the deck
// runs.
func (s *simulation) verifyLock() error {
	if !s.flags.locked {
		return nil
	}
	l, err := readLockFile(s.input)
	if err == nil {
		err = l.checkLockIsForInput(s.input)
	}
	if err != nil {
		return err
	}
	if wrong := l.describeLockViolations(l.by); len(wrong) > 0 {
		return lockError("the files are not those of the lock %s\n  %s", l.path, strings.Join(wrong, "\n  "))
	}
	s.lock, s.flags.load.allow, s.flags.load.lockOf, s.flags.load.strict = l, l.checkHash, s.input.absoluteInput(), true
	s.flags.load.pinned = l.lockedVersion
	return nil
}

// checkLoadedCode holds what was loaded against the lock, once more: modules that scripts imported
// are known only now.
func (l *lockFile) checkLoadedCode(ls *loaders, in input) error {
	now := &lockFile{path: l.path, by: l.by}
	if err := ls.addLoadedCodeToLock(now, in); err != nil {
		return err
	}
	for i := range now.Files {
		f := &now.Files[i]
		if err := l.checkHash(now.itemFilePath(f), f.expectedHash()); err != nil {
			return lockError("%v", err)
		}
	}
	return nil
}

// buildAndMakeSetupCalls reads and builds a deck and makes the set-up calls.
func (t *tool) buildAndMakeSetupCalls(ctx context.Context, in input, ls *loaders) (*element.Model, error) {
	m, err := ls.readDeck(ctx, in, false)
	if err != nil {
		return nil, err
	}
	defer t.printDeckDiags(m, true)
	model, err := buildModel(ctx, m, ls)
	if err == nil {
		silent := func(*usersub.Message, string, string, float64) {}
		_, err = model.ModelAtStart().System.NewRunState(&system.Session{Log: silent, Start: model.FirstAnalysisStart()}, newDeckWarnFunc(m))
		err = locateBuildError(m, err)
	}
	return model, err
}
