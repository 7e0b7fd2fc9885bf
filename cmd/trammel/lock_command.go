package main

import (
	"context"
	"fmt"
	"maps"
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
system's. It holds the hashes of each platform on which "trammel lock" was called.
`

func (t *tool) lockCommand() *cobra.Command {
	var f loadFlags
	cmd := &cobra.Command{
		Use:   "lock DECK [COMMANDS]",
		Short: "Write down the hashes of all code that a deck runs",
		Long: deckHelp + lockHelp + `
Routines are loaded and get their set-up calls, so that all they import is seen: lock
a deck whose code you trust.

Exit codes are those of check.`,
		DisableFlagsInUseLine: true,
		Args:                  inputArgs,
		RunE: func(_ *cobra.Command, args []string) error {
			if err := f.check(); err != nil {
				return err
			}
			t.lock(inputOf(args), &f)
			return nil
		},
	}
	f.add(cmd)
	return cmd
}

func (t *tool) lock(in input, f *loadFlags) {
	f.scriptsHere = true
	l := &lock{Version: lockVersion, path: lockPath(in.deck)}
	if old, err := readLock(in.deck); err == nil {
		l.Files = old.others()
	}
	t.code = run.Code(t.guarded(f, func(ctx context.Context, ls *loaders) error {
		model, err := t.settled(ctx, in, ls)
		if err != nil {
			return err
		}
		if err := ls.used(l, model); err != nil {
			return err
		}
		return l.write()
	}))
	if t.code == run.ExitOK {
		text := fmt.Sprintf("wrote %s: %s\n", l.path, plural(len(l.Files), "file"))
		for i := range l.Files {
			text += fmt.Sprintf("  %-8s %s\n", l.Files[i].Kind, l.Files[i].Path)
		}
		t.emit(nil, text, false)
	}
}

// others are the entries as other platforms have them.
func (l *lock) others() (list []lockItem) {
	for _, f := range l.Files {
		f.SHA256 = maps.Clone(f.SHA256)
		delete(f.SHA256, "any")
		delete(f.SHA256, here)
		if len(f.SHA256) > 0 {
			list = append(list, f)
		}
	}
	return list
}

func (t *tool) verifyCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "verify DECK",
		Short: "Compare the code that a deck runs with its lock",
		Long: strings.TrimPrefix(lockHelp, "\n") + `
Nothing is loaded. Files that have changed are told with both hashes, and so are
files that somebody else may change: those that belong to neither you nor root, and
those on whose way lies a folder that everybody may write to (unless it is sticky).

Exit codes: 0 all as in the lock, 9 something is not, or there is no lock.`,
		DisableFlagsInUseLine: true,
		Args:                  inputArgs,
		RunE: func(_ *cobra.Command, args []string) error {
			l, err := readLock(args[0])
			if err != nil {
				t.refuse(run.ExitCompare, err)
				return nil
			}
			wrong := l.verify()
			for _, w := range wrong {
				t.con.say(bad, "error", "%s", w)
			}
			if len(wrong) > 0 {
				t.code = run.ExitCompare
				return nil
			}
			t.emit(nil, l.agrees(), false)
			return nil
		},
	}
}

// agrees says how many files were compared, and which were not, as they have no hash for this platform.
func (l *lock) agrees() string {
	compared, text := 0, ""
	for i := range l.Files {
		if f := &l.Files[i]; f.expected() != "" {
			compared++
		} else {
			text += fmt.Sprintf("  %s has no hash for %s: not compared, not run with --locked\n", f.Path, here)
		}
	}
	return fmt.Sprintf("%s: %s as locked\n%s", l.path, plural(compared, "file"), text)
}

// startLocked reads the lock of --locked and verifies all before any code of the deck
// runs.
func (s *simulation) startLocked() error {
	if !s.flags.locked {
		return nil
	}
	l, err := readLock(s.deck)
	if err != nil {
		return err
	}
	if wrong := l.verify(); len(wrong) > 0 {
		return lockFailed("the files are not those of the lock %s\n  %s", l.path, strings.Join(wrong, "\n  "))
	}
	s.lock, s.flags.load.allow, s.flags.load.lockOf = l, l.allow, absolute(s.deck)
	return nil
}

// all holds what was loaded against the lock, once more: modules that scripts imported
// are known only now.
func (l *lock) all(ls *loaders, model *element.Model) error {
	now := &lock{path: l.path}
	if err := ls.used(now, model); err != nil {
		return err
	}
	for i := range now.Files {
		f := &now.Files[i]
		if err := l.allow(now.file(f), f.expected()); err != nil {
			return lockFailed("%v", err)
		}
	}
	return nil
}

// settled reads and builds a deck and makes the set-up calls.
func (t *tool) settled(ctx context.Context, in input, ls *loaders) (*element.Model, error) {
	m, err := ls.read(ctx, in, false)
	if err != nil {
		return nil, err
	}
	defer t.diagnose(m, true)
	model, err := build(ctx, m, ls)
	if err == nil {
		silent := func(*usersub.Message, string, string, float64) {}
		_, err = model.Begins().System.Begin(&system.Session{Say: silent, Start: model.BeginTime()}, warner(m))
		err = placed(m, err)
	}
	return model, err
}
