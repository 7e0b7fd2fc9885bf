package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

func (r *result) String() string {
	s := fmt.Sprintf("%6d %-16s %-5s %-16s %9.3g %7.3f s %7d steps %5d rej. code %d", r.Seed, r.Family, r.Units, r.Setting, r.Factor, r.CPU, r.Steps, r.Rejected, r.Code)
	if r.Code == 0 && r.hasWarning() {
		s += " warns"
	}
	if r.outOfLimit {
		s += " BEYOND THE LIMIT"
	}
	return strings.TrimRight(fmt.Sprintf("%s  %s", s, r.Column), " ")
}

// outcomeShare is what a setting comes to over all models.
type outcomeShare struct {
	Setting                    setting
	Runs, In, In10, In100      int
	Silent10, Silent100        int // beyond, without a code or a warning
	Failed, Dear, WarnedInside int
	CPU                        float64
	Steps, Evals               int
}

func (s *outcomeShare) addResult(r *result) {
	s.Runs++
	s.CPU += r.CPU
	s.Steps += r.Steps
	s.Evals += r.Evals
	if r.outOfLimit {
		s.Dear++
		return
	}
	if r.Code != 0 {
		s.Failed++
		return
	}
	switch {
	case r.Factor <= 1:
		s.In++
		if r.hasWarning() {
			s.WarnedInside++
		}
	case r.Factor <= 10:
		s.In10++
	case r.Factor <= 100:
		s.In100++
	}
	if !r.hasWarning() && r.Factor > 10 {
		s.Silent10++
	}
	if !r.hasWarning() && r.Factor > 100 {
		s.Silent100++
	}
}

func (s *outcomeShare) tableLine() string {
	part := func(n int) string { return fmt.Sprintf("%.1f %%", 100*float64(n)/float64(s.Runs)) }
	return fmt.Sprintf("| %s | %s | %d | %s | %s | %s | %d | %d | %d | %d | %d | %.1f | %d | %d |\n", s.Setting.Integrator, s.Setting.Tol, s.Runs,
		part(s.In), part(s.In+s.In10), part(s.In+s.In10+s.In100), s.Silent10, s.Silent100, s.Failed, s.Dear, s.WarnedInside, s.CPU, s.Steps, s.Evals)
}

const heading = "| integrator | integr_tol | runs | in the bound | 10 × | 100 × | silent > 10 × | silent > 100 × | code ≠ 0 | beyond the limit | warned inside | CPU s | steps | evaluations |\n|---|---|---|---|---|---|---|---|---|---|---|---|---|---|\n"

// countBySetting counts results by setting, in the order of the settings.
func (o *options) countBySetting(all []*result) (table []*outcomeShare) {
	for _, s := range o.settings() {
		x := &outcomeShare{Setting: s}
		for _, r := range all {
			if r.Setting == s {
				x.addResult(r)
			}
		}
		table = append(table, x)
	}
	return table
}

// listWorstResults lists the results beyond the bound of each setting, the worst first.
func (o *options) listWorstResults(all []*result) (list []*result) {
	for _, s := range o.settings() {
		var own []*result
		for _, r := range all {
			if r.Setting == s && (r.Factor > 1 || r.Code != 0) {
				own = append(own, r)
			}
		}
		slices.SortFunc(own, func(a, b *result) int {
			switch {
			case a.Factor > b.Factor:
				return -1
			case a.Factor < b.Factor:
				return 1
			}
			return int(a.Seed - b.Seed)
		})
		list = append(list, own[:min(len(own), o.worst)]...)
	}
	return list
}

// printReport prints the tables and writes the file.
func (o *options) printReport(all []*result) error {
	if len(all) == 0 {
		return nil
	}
	fmt.Print(heading)
	for _, s := range o.countBySetting(all) {
		fmt.Print(s.tableLine())
	}
	if list := o.listWorstResults(all); len(list) > 0 {
		fmt.Println("\nworst, by units of the bound:")
		for _, r := range list {
			fmt.Println(r)
		}
	}
	for _, r := range all {
		if r.outOfLimit {
			fmt.Println("beyond the limit:", r)
		}
		if r.Code == 0 && r.Factor <= 1 && r.hasWarning() && o.worst > 0 {
			fmt.Printf("inside, and warns: %s\n    %s\n", r, r.firstWarning())
		}
	}
	if o.json != "" {
		data, err := json.MarshalIndent(all, "", " ")
		if err != nil {
			return err
		}
		if err := os.MkdirAll(filepath.Dir(o.json), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(o.json, data, 0o666); err != nil {
			return err
		}
	}
	return o.printCostComparison(all)
}
