// Command peers solves the same models with trammel and with another solver, and
// prints what a step, or a given accuracy, costs on either side. See README.md.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"regexp"
	"strings"
)

func main() {
	python := flag.String("python", "", "a Python that has numpy and the peers: exudyn, mujoco, pin, drake; without one only trammel is measured")
	pictures := flag.String("pictures", "", "a folder that takes the pictures of time against size and error")
	rounds := flag.Int("rounds", 5, "how often each is measured, in turns; the least time counts")
	quick := flag.Bool("quick", false, "leave out what takes long")
	only := flag.String("only", "", "regular expression that chooses lines, by \"group model n\"")
	readme := flag.String("readme", "", "a file that takes the tables too, between its marks")
	flag.Parse()
	var tables bytes.Buffer
	out = io.MultiWriter(os.Stdout, &tables)
	var d drawings
	err := measureComparisons(*python, *rounds, *quick, *only, &d)
	if err == nil && *pictures != "" {
		err = d.writePictures(*pictures)
	}
	if err == nil && *readme != "" {
		err = replaceMarkedBlock(*readme, tables.String())
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// out takes the tables.
var out io.Writer

// replaceMarkedBlock puts tables between the marks of a file.
func replaceMarkedBlock(path, tables string) error {
	const begin, end = "<!-- measured: begin -->\n", "<!-- measured: end -->"
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	before, rest, ok := strings.Cut(string(text), begin)
	_, after, also := strings.Cut(rest, end)
	if !ok || !also {
		return fmt.Errorf("%s: no marks for the tables", path)
	}
	return os.WriteFile(path, []byte(before+begin+tables+"\n"+end+after), 0o644)
}

// measureComparisons prints the tables of the lines that are chosen, and adds what the pictures show to d.
func measureComparisons(python string, rounds int, quick bool, only string, d *drawings) error {
	choose, err := regexp.Compile(only)
	if err != nil {
		return err
	}
	var exudyn, robotics *peer
	if python != "" {
		if exudyn, err = startPeer(python, exudynScript); err != nil {
			return err
		}
		defer exudyn.stopPeer()
		if robotics, err = startPeer(python, roboticsScript); err != nil {
			return err
		}
		defer robotics.stopPeer()
	}
	group := ""
	for _, c := range listComparisons() {
		if quick && c.big || !choose.MatchString(fmt.Sprint(c.group, " ", c.model, " ", c.n)) {
			continue
		}
		if c.group != group {
			group = c.group
			fmt.Fprintf(out, "\n### %s\n\n| model | n | trammel | time | error | peer | time | error | ratio |\n|---|---|---|---|---|---|---|---|---|\n", group)
		}
		p := exudyn
		if c.robotics {
			p = robotics
		}
		if err := c.measureRow(p, rounds, d); err != nil {
			return err
		}
	}
	return compareLaws(exudyn, choose, rounds)
}

// measureRow measures both sides in turns and prints the best settings of each.
func (c *comparison) measureRow(p *peer, rounds int, d *drawings) error {
	sys, err := loadDeck(assembleDeck("", c.text))
	if err != nil {
		return err
	}
	ours, theirs := make([]outcome, len(c.ours)), make([]outcome, len(c.peers))
	for range rounds {
		for i, s := range c.ours {
			if c.rates {
				keepFasterOutcome(&ours[i], evaluateRates(sys, s.steps))
			} else {
				keepFasterOutcome(&ours[i], solveFromRest(sys, s.method, s.opt, c.end, c.body, c.local))
			}
		}
		for i, s := range c.peers {
			if p != nil && s.cost == 0 {
				keepFasterOutcome(&theirs[i], p.solveCase(s.method, c.n, s.steps, c.end))
			}
		}
	}
	a, ta := c.cheapestSetting(c.ours, ours)
	b, tb := c.cheapestSetting(c.peers, theirs)
	if s := c.peers[0]; s.cost > 0 {
		b, tb = fmt.Sprintf("%s | %s | ", s.name, durationText(s.cost)), s.cost
	}
	if c.robotics {
		d.addOutcomes(c, c.ours, ours)
		d.addOutcomes(c, c.peers, theirs)
	}
	ratio := "-"
	if !math.IsNaN(ta / tb) {
		ratio = fmt.Sprintf("%.2g", tb/ta)
	}
	fmt.Fprintf(out, "| %s | %d | %s | %s | %s |\n", c.model, c.n, a, b, ratio)
	return nil
}

// keepFasterOutcome takes over an outcome of less time.
func keepFasterOutcome(best *outcome, o outcome) {
	if best.steps == 0 && best.failed == nil || o.failed == nil && o.cpu < best.cpu {
		*best = o
	}
}

// cheapestSetting returns the cheapest of the settings, of those that reach the error if
// that counts, as three columns of the table, and what it cost.
func (c *comparison) cheapestSetting(sides []side, all []outcome) (text string, cost float64) {
	text, cost = "none | - | -", math.NaN()
	ref, known := knownEndPoint(c.model, c.n)
	var failures []string
	for i, o := range all {
		if o.failed != nil {
			failures = append(failures, o.failed.Error())
		}
		off := distanceBetween(o.at, ref)
		if o.failed != nil || o.steps == 0 || c.total && !(known && off <= c.error) {
			continue
		}
		t := o.cpu
		if !c.total {
			t = o.costPerStep()
		}
		if t > cost {
			continue
		}
		cost = t
		text = fmt.Sprintf("%s | %s | ", sides[i].name, durationText(t))
		if known && !c.rates {
			text += fmt.Sprintf("%.1e", off)
		}
	}
	if math.IsNaN(cost) && len(failures) > 0 {
		text = strings.Join(failures, "; ") + " | - | -"
	}
	return text, cost
}

// durationText writes seconds with a unit that fits.
func durationText(t float64) string {
	switch {
	case t < 1e-3:
		return fmt.Sprintf("%.3g µs", 1e6*t)
	case t < 1:
		return fmt.Sprintf("%.3g ms", 1e3*t)
	}
	return fmt.Sprintf("%.3g s", t)
}
