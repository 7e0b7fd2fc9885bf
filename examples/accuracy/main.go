// Command accuracy runs problems with known solutions and writes what their
// digits cost: -table the problems at the settings of their decks and at tight
// ones (table.csv and the tables of the README), -curves some of them at many
// tolerances with every integrator (curves.csv and curves.svg). Without either it does both.
//
//	go run ./examples/accuracy -table
package main

import (
	"flag"
	"fmt"
	"os"
)

func main() {
	dir := flag.String("dir", "examples", "the folder of examples")
	tables := flag.Bool("table", false, "the table alone")
	curves := flag.Bool("curves", false, "the curves alone")
	rounds := flag.Int("rounds", 3, "how often each line of the table is run; the least time counts")
	flag.Parse()
	if err := writeAll(*dir, *tables, *curves, *rounds); err != nil {
		fmt.Fprintln(os.Stderr, "accuracy:", err)
		os.Exit(1)
	}
}

func writeAll(dir string, tables, curves bool, rounds int) error {
	if rounds < 1 {
		return fmt.Errorf("-rounds %d: 1 or more is wanted", rounds)
	}
	if !tables && !curves {
		tables, curves = true, true
	}
	if tables {
		if err := writeTable(dir, rounds); err != nil {
			return err
		}
	}
	if curves {
		return writeCurves(dir)
	}
	return nil
}
