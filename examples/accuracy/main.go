// Command accuracy runs mechanisms with known solutions at many tolerances with
// every integrator and writes what each digit costs: curves.csv and curves.svg.
//
//	go build -o /tmp/trammel ./cmd/trammel
//	go run ./examples/accuracy -trammel /tmp/trammel -dir examples
package main

import (
	"encoding/csv"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
)

// problem is a deck with reference values of some columns of request 1 at its end.
type problem struct {
	name, deck string
	end        float64
	columns    []string
	want       []float64
	others     []published
}

// published is what another code needs, as measured or printed by others.
type published struct {
	code   string
	evals  float64
	digits float64
}

var problems = []problem{
	{"Andrews", "andrews/andrews.xml", 0.03, []string{"1.F1", "1.F2", "1.F3", "1.F4", "1.F5", "1.F6", "1.F7"},
		[]float64{15.8107711951537, -15.7563710584118, 0.0408222401196458, -0.53473011634208, 0.524409965879954, 0.53473011634208, 1.04808074104194},
		[]published{{"RADAU5", 803, 2.1}, {"RADAU5", 1053, 4.2}, {"RADAU5", 1703, 5.6}, {"GAMD", 2841, 5.0}, {"BIMD", 1709, 3.8}}},
	{"slider-crank", "slider-crank/slider-crank.xml", 10, []string{"1.F1", "1.F2", "1.F3"},
		[]float64{1.27567584865, 1.02357855898, -0.498813049182}, []published{{"IDA", 874, 4.9}}},
	{"heavy top", "heavy-top/heavy-top.xml", 1, []string{"1.X", "1.Y", "1.Z"},
		[]float64{0.1733439641, 0.64008859207, -0.74849079113}, nil},
}

// methods with the orders that are set, 0 for the method's own choice.
var methods = []struct {
	name, label string
	order       int
}{
	{"DSTIFF", "DSTIFF", 0}, {"ABAM", "ABAM", 0}, {"DOP853", "DOP853", 0},
	{"RADAU", "RADAU 5", 5}, {"RADAU", "RADAU 9", 9}, {"RADAU", "RADAU 13", 13},
}

var tolerances = []float64{1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8}

func main() {
	tool := flag.String("trammel", "trammel", "the built tool")
	dir := flag.String("dir", "examples", "the folder of examples")
	flag.Parse()
	if err := sweep(*tool, *dir); err != nil {
		fmt.Fprintln(os.Stderr, "accuracy:", err)
		os.Exit(1)
	}
}

func sweep(tool, dir string) error {
	rows := [][]string{{"problem", "method", "tolerance", "digits", "steps", "rejected", "evaluations", "jacobians", "factorizations"}}
	var curves []curve
	for _, p := range problems {
		for _, m := range methods {
			c := curve{problem: p.name, label: m.label}
			for _, tol := range tolerances {
				r, err := solve(tool, filepath.Join(dir, p.deck), &p, m.name, m.order, tol)
				if err != nil {
					return fmt.Errorf("%s, %s at %g: %w", p.name, m.label, tol, err)
				}
				c.points = append(c.points, point{float64(r.Evaluations), r.digits})
				rows = append(rows, []string{p.name, m.label, strconv.FormatFloat(tol, 'g', 3, 64), strconv.FormatFloat(r.digits, 'f', 2, 64),
					strconv.Itoa(r.Steps), strconv.Itoa(r.Rejected), strconv.Itoa(r.Evaluations), strconv.Itoa(r.Jacobians), strconv.Itoa(r.Factorizations)})
			}
			curves = append(curves, c)
		}
		for _, o := range p.others {
			rows = append(rows, []string{p.name, o.code + " (published)", "", strconv.FormatFloat(o.digits, 'f', 2, 64), "", "",
				strconv.FormatFloat(o.evals, 'f', 0, 64), "", ""})
		}
	}
	f, err := os.Create(filepath.Join(dir, "accuracy", "curves.csv"))
	if err != nil {
		return err
	}
	defer f.Close()
	if err := csv.NewWriter(f).WriteAll(rows); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "accuracy", "curves.svg"), draw(curves), 0o644)
}
