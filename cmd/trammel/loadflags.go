package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/usersub/cdll"
)

// loadFlags are the options of all commands that load user subroutines.
type loadFlags struct {
	dialect, area string
}

// add enters the options into a command's.
func (f *loadFlags) add(cmd *cobra.Command) {
	set := cmd.Flags()
	set.StringVar(&f.dialect, "usersub-dialect", "", "`D` is ms, fortran or adams: how libraries get their arguments where no usrsub_dialect says it (default: by deck and symbol)")
	set.StringVar(&f.area, "usersub-area", "", "`A` is yes or no: contact routines have the argument area (default: not with ms, with fortran and adams)")
}

// check refuses values that make no sense.
func (f *loadFlags) check() error {
	f.dialect, f.area = strings.ToLower(f.dialect), strings.ToLower(f.area)
	if err := oneOf("usersub-dialect", f.dialect, "ms", "fortran", "adams"); err != nil {
		return err
	}
	return oneOf("usersub-area", f.area, "yes", "no")
}

// oneOf refuses a value of an option that is not in the list; empty is none.
func oneOf(flag, value string, list ...string) error {
	if value == "" || slices.Contains(list, value) {
		return nil
	}
	n := len(list) - 1
	text := fmt.Sprintf("--%s %q: it is %s or %s", flag, value, strings.Join(list[:n], ", "), list[n])
	if near, ok := deck.Nearest(value, list); ok {
		text += fmt.Sprintf("; did you mean %s?", near)
	}
	return fmt.Errorf("%s", text)
}

// native sets up the loader of libraries.
func (f *loadFlags) native(l *cdll.Loader) {
	l.Dialect, _ = cdll.ParseDialect(f.dialect) // checked
	l.Area = f.area
}
