package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/trammel-mbd/trammel/core"
	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/element"
	"github.com/trammel-mbd/trammel/core/run"
	"github.com/trammel-mbd/trammel/core/system"
	"github.com/trammel-mbd/trammel/usersub"
)

// fileHash returns the SHA-256 of a file.
func fileHash(path string) (string, error) {
	text, err := deck.ReadRegularFile(path)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:]), nil
}

// unreadableError is a deck that cannot be read at all.
type unreadableError struct{ error }

// Is implements errors.Is: a deck that cannot be read counts as one that has errors.
func (u unreadableError) Is(target error) bool { return target == element.ErrDeck }

// input is what the user names: a deck and, if it is an Adams model, a file of
// commands for it, or "".
type input struct{ deck, commands string }

// inputFromArgs returns the input that checkDeckArgs has let pass.
func inputFromArgs(cmd *cobra.Command, args []string) input {
	args, _ = splitArguments(cmd, args)
	return inputFromDecks(args)
}

// inputFromDecks returns the input of a deck with or without a file of commands.
func inputFromDecks(args []string) input {
	in := input{deck: args[0]}
	if len(args) > 1 {
		in.commands = args[1]
	}
	return in
}

// commandFilePath is the file of commands, "" if there is none.
func (in input) commandFilePath() string {
	if in.commands == "" && strings.EqualFold(filepath.Ext(in.deck), ".acf") {
		return in.deck
	}
	return in.commands
}

// unusedCommandsHint says that a file of commands lies beside an Adams model that was given without one; "" if
// there is none.
func (in input) unusedCommandsHint() string {
	suffix := filepath.Ext(in.deck)
	if in.commands != "" || !strings.EqualFold(suffix, ".adm") {
		return ""
	}
	for _, s := range []string{".acf", ".ACF"} {
		acf := strings.TrimSuffix(in.deck, suffix) + s
		if info, err := os.Stat(acf); err == nil && info.Mode().IsRegular() {
			return fmt.Sprintf("%s lies beside the model and is not read, since it was not named: to carry out its commands give %s %s", acf, in.deck, acf)
		}
	}
	return ""
}

// absoluteInput is the input for another folder.
func (in input) absoluteInput() input {
	in.deck = absolutePath(in.deck)
	if in.commands != "" {
		in.commands = absolutePath(in.commands)
	}
	return in
}

// readDeck reads the deck.
func (in input) readDeck(assigned ...*deck.Assignment) (*deck.Model, error) {
	m, err := core.Read(in.deck, in.commands, assigned...)
	if err != nil {
		return nil, unreadableError{err}
	}
	return m, nil
}

// buildModel compiles a deck. The error holds element.ErrDeck, when the deck has
// errors, and those of routines that cannot be loaded.
func buildModel(ctx context.Context, m *deck.Model, l *loaders) (*element.Model, error) {
	l.shapes.applyToModel(m)
	model := element.Build(m, func(ref *usersub.Ref, sig *usersub.Sig) (*usersub.Routine, error) {
		return l.loadRoutine(ctx, ref, sig)
	})
	m.Diags.DropWarningsAndNotes(l.allowed)
	var errs problems
	if m.Diags.HasErrors() {
		errs = append(errs, element.ErrDeck)
	}
	if errs = append(errs, model.Failed...); len(errs) > 0 {
		return model, errs
	}
	return model, nil
}

// locateBuildError turns an error of compiling a model, which names the element that is
// to blame, into a diagnostic at this element. Other errors it returns as they
// are.
func locateBuildError(m *deck.Model, err error) error {
	var c *system.CycleError
	switch {
	case errors.As(err, &c) && len(c.Members) > 0:
		reportCycle(m, c)
	case err != nil && run.ExitCode(err) == run.ExitInternal && spanOfElement(m, err.Error()).Src != nil:
		_, text, _ := strings.Cut(err.Error(), ": ")
		at := attributeSpan(findElementByName(m, err.Error()))
		m.Diags.AddErrorf(at, "E802", "%s", member.FindString(err.Error())+": "+text)
	default:
		return err
	}
	return fmt.Errorf("%w: %w", element.ErrDeck, err)
}

// reportCycle reports a cycle at its first member.
func reportCycle(m *deck.Model, c *system.CycleError) {
	d := m.Diags.AddErrorf(spanOfElement(m, c.Members[0]), "E801", "%s", c.Error())
	for _, name := range c.Members[1 : len(c.Members)-1] {
		if at := spanOfElement(m, name); at.Src != nil {
			d.AddNote(at, "%s is here", name)
		}
	}
}

var member = regexp.MustCompile(`^(\w+) (\d+)\b`)

// spanOfElement finds an element by the name that messages give it.
func spanOfElement(m *deck.Model, name string) deck.Span {
	x := member.FindStringSubmatch(name)
	if x == nil || !m.HasKind(x[1]) {
		return deck.Span{}
	}
	id, _ := strconv.Atoi(x[2])
	if e := m.FindElement(x[1], id); e != nil {
		return e.Span
	}
	return deck.Span{}
}
