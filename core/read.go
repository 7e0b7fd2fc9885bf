package core

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/deck/adm"
	_ "github.com/trammel-mbd/trammel/core/deck/cmdfile" // decks of Adams View
	"github.com/trammel-mbd/trammel/core/element"
)

// Read reads the deck at path in whatever form it has: MotionSolve XML, an
// Adams model (.adm), an Adams file of commands (.acf) that names its model, or a
// command file of Adams View (.cmd).
// The suffix reports the form, else the contents do. commands, which may be empty,
// is a file of commands to be carried out with an Adams model. The error reports
// that a file cannot be opened or is of the wrong form; what is wrong inside
// is in Model.Diags. What is assigned takes the place of values in the deck.
func Read(path, commands string, assigned ...*deck.Assignment) (*deck.Model, error) {
	if commands == "" {
		return deck.Read(path, element.Table(), assigned...)
	}
	if err := CheckDeckAndCommands(path, commands); err != nil {
		return nil, err
	}
	return adm.ReadFiles(path, commands, element.Table(), assigned...)
}

// CheckDeckAndCommands reports whether a file of commands may go with a deck, by their names.
func CheckDeckAndCommands(path, commands string) error {
	if !strings.EqualFold(filepath.Ext(commands), ".acf") {
		return fmt.Errorf("unexpected argument %q; only a file of commands (.acf) may follow an Adams model", commands)
	}
	if !strings.EqualFold(filepath.Ext(path), ".adm") {
		return fmt.Errorf("unexpected argument %q: commands (.acf) go with an Adams model (.adm) only", commands)
	}
	return nil
}
