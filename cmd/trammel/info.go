package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"sort"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/trammel-mbd/trammel/core/element"
	"github.com/trammel-mbd/trammel/core/run"
	"github.com/trammel-mbd/trammel/core/system"
	"github.com/trammel-mbd/trammel/usersub"
)

// deckSummary is what info says of a deck.
type deckSummary struct {
	Deck     string         `json:"deck"`
	Elements map[string]int `json:"elements"`
	// Parameters have the values in effect; Assigned is what --set and --params give to attributes.
	Parameters []run.ParameterInfo  `json:"parameters,omitempty"`
	Assigned   []run.AssignmentInfo `json:"assigned,omitempty"`
	Bodies     int                  `json:"bodies"` // without ground
	DOF        *int                 `json:"dof"`    // null when it cannot be reported
	Removed    []string             `json:"redundant"`
	// Reactions reports how reactions of the redundant rows' joints are reported.
	Reactions string            `json:"reactions,omitempty"`
	Columns   []string          `json:"columns"`
	Routines  []routineLocation `json:"routines"`
}

// routineLocation is a routine and where it was found, or why it was not.
type routineLocation struct {
	Element        string   `json:"element"`
	Routine        string   `json:"routine"`
	Implementation string   `json:"supplier,omitempty"`
	File           string   `json:"file,omitempty"`
	Symbol         string   `json:"symbol,omitempty"`
	SHA256         string   `json:"sha256,omitempty"`
	Isolated       bool     `json:"isolated,omitempty"`
	Confined       string   `json:"confined,omitempty"`  // what is enforced in its process
	Transport      string   `json:"transport,omitempty"` // how calls reach its process
	Note           string   `json:"note,omitempty"`      // which interpreter and why
	Called         string   `json:"called,omitempty"`    // why a script's function is called, not compiled
	Reason         string   `json:"reason,omitempty"`
	Searched       []string `json:"searched,omitempty"`
}

func (t *tool) infoCommand() *cobra.Command {
	var asJSON bool
	var f loadFlags
	cmd := &cobra.Command{
		Use:   "info DECK [COMMANDS] [--json] [--usersub-dialect D] [--python-engine E] [--python PATH] [--isolate KIND] [-- ARGUMENTS]",
		Short: "List what a deck contains",
		Long: deckHelp + `
Prints the elements of the deck by kind, its degrees of freedom and redundant
constraints, and where each user subroutine was found. Routines get their set-up
calls only; else the exit code is that of check.`,
		Args: checkDeckArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			_, f.arguments = splitArguments(cmd, args)
			if err := f.checkFlags(); err != nil {
				return err
			}
			return t.runInfo(inputFromArgs(cmd, args), &f, asJSON)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print as JSON")
	f.registerFlags(cmd)
	return cmd
}

func (t *tool) runInfo(in input, f *loadFlags, asJSON bool) error {
	model, state, err := t.loadDeckAndPrintDiags(in, f, true)
	t.code = run.ExitCode(err)
	if model == nil {
		return nil
	}
	c := summarizeDeck(in.deck, model, state)
	t.writeOutput(c, c.formatContents(), asJSON)
	return nil
}

func summarizeDeck(path string, m *element.Model, s *system.State) *deckSummary {
	c := &deckSummary{Deck: path, Elements: map[string]int{}, Bodies: m.System.BodyCount(),
		Removed: []string{}, Columns: []string{}, Routines: []routineLocation{}}
	if abs, err := filepath.Abs(path); err == nil {
		c.Deck = abs
	}
	for _, e := range m.Deck.Elements {
		c.Elements[e.Kind]++
	}
	c.Parameters, c.Assigned = run.ParametersOf(m.Deck)
	for _, q := range m.Requests {
		for _, n := range q.Name {
			c.Columns = append(c.Columns, fmt.Sprintf("%d.%s", q.ID, n))
		}
	}
	supplied := profilesByRoutine(s)
	for _, r := range m.ListRoutines() {
		l := routineLocation{Element: r.Element, Routine: r.Sig.Name, Implementation: r.Sub.Implementation,
			File: r.Sub.File, Symbol: r.Sub.Symbol, SHA256: r.Sub.SHA256, Note: r.Sub.Note, Isolated: r.Sub.Isolated, Confined: r.Sub.Confined, Transport: r.Sub.Transport}
		if p := supplied[r.Sub]; p != nil {
			if l.Implementation = p.Implementation(); p.Reason != nil {
				l.Called = p.Reason.Error()
			}
		}
		c.Routines = append(c.Routines, l)
	}
	for _, err := range m.Failed {
		var l *usersub.LoadError
		if errors.As(err, &l) {
			c.Routines = append(c.Routines, routineLocation{Element: l.Ref.Element, Routine: l.Routine, Reason: l.Reason, Searched: l.Searched})
		}
	}
	c.computeDegreesOfFreedom(m, s)
	return c
}

// profilesByRoutine reports the routines of a state by what was loaded.
func profilesByRoutine(s *system.State) map[*usersub.Routine]*system.Profile {
	all := map[*usersub.Routine]*system.Profile{}
	if s == nil {
		return all
	}
	for _, p := range s.Profiles() {
		all[p.Sub] = &p
	}
	return all
}

// computeDegreesOfFreedom finds the degrees of freedom and redundant rows at the assembled
// pose.
func (c *deckSummary) computeDegreesOfFreedom(m *element.Model, s *system.State) {
	if s == nil {
		return
	}
	removed, err := s.Assemble(s.DeckPoint(), m.Tuning.ConstrTol*max(1, m.System.Length))
	if err != nil {
		return
	}
	c.Removed = append(c.Removed, system.DescribeRowsByElement(removed)...)
	c.Reactions = run.ReactionSharingMethod(s)
	n := s.DegreesOfFreedom()
	c.DOF = &n
}

func (c *deckSummary) formatContents() string {
	var b strings.Builder
	fmt.Fprintf(&b, "deck: %s\n\nelements:\n", c.Deck)
	kinds := make([]string, 0, len(c.Elements))
	for k := range c.Elements {
		kinds = append(kinds, k)
	}
	sort.Strings(kinds)
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	for _, k := range kinds {
		fmt.Fprintf(w, "  %s\t%d\n", k, c.Elements[k])
	}
	w.Flush()
	b.WriteString(parametersText(c.Parameters, c.Assigned))
	dof := "unknown"
	if c.DOF != nil {
		dof = fmt.Sprint(*c.DOF)
	}
	fmt.Fprintf(&b, "\ndegrees of freedom: %s\ncolumns of results: %d\n", dof, len(c.Columns))
	if len(c.Removed) > 0 {
		fmt.Fprintf(&b, "\nredundant:\n  %s\n  reactions: %s\n", strings.Join(c.Removed, "\n  "), c.Reactions)
	}
	if len(c.Routines) > 0 {
		b.WriteString("\nroutines:\n")
	}
	for _, r := range c.Routines {
		fmt.Fprintf(&b, "  %s: %s", r.Element, r.Routine)
		if r.Reason != "" {
			fmt.Fprintf(&b, " not loaded: %s\n", r.Reason)
			continue
		}
		fmt.Fprintf(&b, " (%s) is %s in %s\n", r.Implementation, r.Symbol, r.File)
		if r.Note != "" {
			fmt.Fprintf(&b, "    %s\n", r.Note)
		}
		if r.Transport != "" {
			fmt.Fprintf(&b, "    calls travel by %s\n", r.Transport)
		}
		if r.Isolated || r.Confined != "" {
			fmt.Fprintf(&b, "    in a process of its own, enforced there: %s\n", r.Confined)
		}
		if r.Called != "" {
			fmt.Fprintf(&b, "    called, not compiled: %s\n", r.Called)
		}
	}
	return b.String()
}
