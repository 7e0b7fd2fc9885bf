package inspect

import (
	"cmp"
	"fmt"
	"strings"
	"text/tabwriter"
)

// Text is the report for people.
func (r *Report) Text() string {
	var b strings.Builder
	if r.Loads {
		fmt.Fprintf(&b, "%s: would load\n", r.File)
	} else {
		fmt.Fprintf(&b, "%s: would not load\n", r.File)
	}
	for _, p := range r.Problems {
		fmt.Fprintf(&b, "  reason: %s\n", p.Reason)
		if p.Detail != "" {
			fmt.Fprintf(&b, "    %s\n", strings.ReplaceAll(strings.TrimRight(p.Detail, "\n"), "\n", "\n    "))
		}
		if p.Hint != "" {
			fmt.Fprintf(&b, "  hint: %s\n", p.Hint)
		}
	}
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	r.writeSummaryLines(w)
	w.Flush()
	r.writeLists(&b)
	for _, n := range r.Notes {
		fmt.Fprintf(&b, "note: %s\n", n)
	}
	return b.String()
}

// writeSummaryLines writes what takes one line each.
func (r *Report) writeSummaryLines(w *tabwriter.Writer) {
	line := func(name, value string) {
		if value != "" {
			fmt.Fprintf(w, "%s\t%s\n", name, value)
		}
	}
	line("format", r.formatText())
	line("built with", strings.Join(r.Compiler, "; "))
	dialect := r.Dialect
	switch r.Dialect {
	case "ms":
		dialect = "ms (pointers), by the names of the symbols"
	case "fortran":
		dialect = "fortran (pointers, trailing underscore), by the names of the symbols"
	case "adams":
		dialect = "adams (struct first), by the names of the symbols"
	case "python", "matlab", "plugin":
		dialect = ""
	case "mixed":
		dialect = "mixed, see the routines"
	}
	line("dialect", dialect)
	if r.GLIBC != "" {
		here := "unknown"
		if r.HostGLIBC != "" {
			here = r.HostGLIBC
		}
		line("glibc", fmt.Sprintf("needs %s, this machine has %s", r.GLIBC, here))
	}
	line("run path", strings.Join(r.RunPath, ":"))
}

// formatText is "ELF 64-bit x86-64, linux".
func (r *Report) formatText() string {
	s := r.Format
	if r.Bits != 0 {
		s += fmt.Sprintf(" %d-bit", r.Bits)
	}
	if r.Arch != "" {
		s += " " + r.Arch
	}
	if r.System != "" {
		s += ", " + r.System
	}
	return s
}

// writeLists are what takes several lines.
func (r *Report) writeLists(b *strings.Builder) {
	writeTable(b, "routines", r.Routines, func(x Routine) []string {
		return []string{x.Routine, x.Element, "as " + x.Symbol, x.Dialect}
	})
	writeTable(b, "other functions, to be named in usrsub_fnc_name", r.Candidates, func(s string) []string { return []string{s} })
	writeTable(b, "utilities that it calls", r.Utilities, func(u Use) []string { return []string{u.Symbol, string(u.Status)} })
	writeTable(b, "symbols that nobody defines", r.Undefined, func(s string) []string { return []string{s} })
	writeTable(b, "libraries that it needs", r.Needs, func(n Need) []string {
		path := cmp.Or(n.Path, n.Note)
		if path == "" && (r.Format == "ELF" || r.Format == "PE") {
			path = "not found"
			if n.Why != "" {
				path += ": " + n.Why
			}
		}
		if n.By != "" {
			path += " (for " + n.By + ")"
		}
		return []string{n.Name, path}
	})
}

func writeTable[T any](b *strings.Builder, title string, rows []T, cells func(T) []string) {
	if len(rows) == 0 {
		return
	}
	fmt.Fprintf(b, "%s:\n", title)
	w := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	for _, x := range rows {
		fmt.Fprintf(w, "  %s\n", strings.TrimRight(strings.Join(cells(x), "\t"), "\t "))
	}
	w.Flush()
}
