package main

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// writeTable renews table.csv and the tables in the README of this folder.
func writeTable(dir string, rounds int) error {
	rows, err := solveAllProblems(dir, rounds)
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, "accuracy", "table.csv"), formatTableCSV(rows), 0o644); err != nil {
		return err
	}
	if err := replaceBlock(filepath.Join(dir, "accuracy", "README.md"), "table", formatFullTable(rows)); err != nil {
		return err
	}
	if err := replaceBlock(filepath.Join(dir, "accuracy", "README.md"), "accuracy", formatBriefTable(rows)); err != nil {
		return err
	}
	text, err := formatFallTable(dir)
	if err != nil {
		return err
	}
	return replaceBlock(filepath.Join(dir, "accuracy", "README.md"), "falls", text)
}

// replaceBlock puts text between <!-- name: begin … --> and <!-- name: end -->.
func replaceBlock(path, name, text string) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	begin := strings.Index(string(data), "<!-- "+name+": begin")
	end := strings.Index(string(data), "<!-- "+name+": end")
	if begin < 0 || end < begin {
		return fmt.Errorf("%s: no marks of the block %q", path, name)
	}
	_, rest, _ := strings.Cut(string(data)[begin:end], "\n")
	from := end - len(rest)
	return os.WriteFile(path, []byte(string(data)[:from]+"\n"+text+"\n"+string(data)[end:]), 0o644)
}

func (w *row) toleranceKindName() string {
	if w.tightly {
		return "tight"
	}
	return "default"
}

// verdictText says whether all bounds hold.
func (w *row) verdictText() string {
	if m := w.listExceededBounds(); m != nil {
		return "**missed**: " + strings.Join(m, "; ")
	}
	return "yes"
}

// nonPositionErrorsText are the errors that are not of places.
func (w *row) nonPositionErrorsText() string {
	var s []string
	if len(w.loads) > 0 {
		s = append(s, "load "+errorText(w.load, w.problem.load))
	}
	for i, v := range w.also {
		c := &w.problem.also[i]
		s = append(s, c.name+" "+errorText(v, c.boundFor(w.tightly)))
	}
	return strings.Join(s, "; ")
}

// formatFullTable returns a table with a line a run.
func formatFullTable(rows []*row) string {
	var b strings.Builder
	b.WriteString("| problem | settings | error (bound) | digits | also (bound) | met | steps | rej. | evaluations | Jacobians | fact. | ms |\n" +
		"|---|---|---|---|---|---|---|---|---|---|---|---|\n")
	for _, w := range rows {
		name, err, digits := w.name, "", ""
		if w.tightly {
			name = ""
		}
		if len(w.places) > 0 {
			err, digits = errorText(w.place.abs, w.positionErrorBound()), fmt.Sprintf("%.1f", w.correctDigits())
			if w.ours && w.positionErrorBound() > 0 {
				err += " ¹"
			}
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s | %s | %d | %d | %d | %d | %d | %s |\n", name, w.settings, err, digits, w.nonPositionErrorsText(), w.verdictText(),
			w.steps, w.rejected, w.evaluations, w.jacobians, w.factorizations, formatMilliseconds(w.seconds))
	}
	return b.String()
}

// formatBriefTable returns a table with a line a problem.
func formatBriefTable(rows []*row) string {
	var b strings.Builder
	b.WriteString("| problem | reference | deck's settings | error (bound) | steps | ms | tight | error (bound) | steps | ms |\n" +
		"|---|---|---|---|---|---|---|---|---|---|\n")
	for i, w := range rows {
		if w.tightly {
			continue
		}
		fmt.Fprintf(&b, "| %s | %s | %s |%s", w.name, w.source, w.settings, w.briefColumns())
		if i+1 < len(rows) && rows[i+1].tightly {
			t := rows[i+1]
			fmt.Fprintf(&b, " %s |%s\n", t.tight["integr_tol"], t.briefColumns())
		} else {
			b.WriteString(" | | | |\n")
		}
	}
	return strings.ReplaceAll(b.String(), "1E-", "1e-")
}

// briefColumns is error, steps and time of a run as columns.
func (w *row) briefColumns() string {
	err := errorText(w.place.abs, w.positionErrorBound())
	if len(w.places) == 0 {
		err = w.nonPositionErrorsText()
	}
	if w.listExceededBounds() != nil {
		err += " **missed**"
	}
	return fmt.Sprintf(" %s | %d | %s |", err, w.steps, formatMilliseconds(w.seconds))
}

// formatTableCSV returns the CSV file.
func formatTableCSV(rows []*row) []byte {
	var b bytes.Buffer
	c := csv.NewWriter(&b)
	_ = c.Write([]string{"problem", "deck", "run", "settings", "error", "bound", "digits", "load_error", "load_bound", "other", "met", "missed",
		"steps", "rejected", "evaluations", "jacobians", "factorizations", "ms"})
	number := func(on bool, v float64) string {
		if !on {
			return ""
		}
		return strconv.FormatFloat(v, 'g', 3, 64)
	}
	for _, w := range rows {
		var other []string
		for i, v := range w.also {
			k := &w.problem.also[i]
			other = append(other, fmt.Sprintf("%s: %.3g of %g", k.name, v, k.boundFor(w.tightly)))
		}
		missed := w.listExceededBounds()
		_ = c.Write([]string{w.name, w.deck, w.toleranceKindName(), w.settings,
			number(len(w.places) > 0, w.place.abs), number(w.positionErrorBound() > 0, w.positionErrorBound()), number(len(w.places) > 0, w.correctDigits()),
			number(len(w.loads) > 0, w.load), number(w.problem.load > 0, w.problem.load),
			strings.Join(other, "; "), strconv.FormatBool(missed == nil), strings.Join(missed, "; "),
			strconv.Itoa(w.steps), strconv.Itoa(w.rejected), strconv.Itoa(w.evaluations), strconv.Itoa(w.jacobians),
			strconv.Itoa(w.factorizations), formatMilliseconds(w.seconds)})
	}
	c.Flush() // into memory: no error
	return b.Bytes()
}
