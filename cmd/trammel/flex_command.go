package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/trammel-mbd/trammel/core/flex"
	"github.com/trammel-mbd/trammel/core/run"
)

// flexCommand groups the commands for data of flexible bodies.
func (t *tool) flexCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "flex COMMAND",
		Short: "Reduce and describe data of flexible bodies",
		Long: `Data of flexible bodies: mass, shapes of modes, stiffness and nodes.

  trammel flex reduce job.inp --interface 1,2 --modes 20 --units mm-t-s --out rod.json
                                reduce the matrices of a finite-element program
  trammel flex info rod.json    mass, frequencies, nodes and checks

Decks name such a file in flex_file of Body_Flexible or Reference_FlexData.`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return fmt.Errorf("a command of flex is missing")
			}
			return fmt.Errorf("unknown command %q of flex", args[0])
		},
		RunE: func(*cobra.Command, []string) error { return nil },
	}
	cmd.AddCommand(t.flexReduceCommand(), t.flexInfoCommand())
	return cmd
}

// flexFiles says which files flex info reads.
const flexFiles = `  .json      the form of trammel flex reduce, described in core/flex/README.md; it names its units
  .SID_FEM   Standard Input Data, as of Simpack; --units is required
  .mtx       matrices of Adams, which mnf2mtx of Adams and flexprep of MotionView write; --units is required`

func (t *tool) flexInfoCommand() *cobra.Command {
	format, units := "text", ""
	cmd := &cobra.Command{
		Use:   "info FILE [--units U] [--format F]",
		Short: "Print mass, inertia, frequencies, nodes and checks of a flexible body",
		Long: `Reads data of a flexible body, checks them and prints mass, center, inertia, frequencies, nodes and
figures that should be near their ideal values. Files are

` + flexFiles + `

Exit codes: 0 printed, 2 mistake in the command line, 3 the file has errors or cannot be read.`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return fmt.Errorf("flex info needs one file, not %d", len(args))
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error {
			if err := checkFlexFlags(format, units); err != nil {
				return err
			}
			d, err := flex.ReadFile(args[0], units)
			if err != nil {
				t.reportRefusal(run.ExitDeck, err)
				return nil
			}
			t.printFlexSummary(d, format)
			return nil
		},
	}
	cmd.Flags().StringVar(&format, "format", format, "text or json")
	cmd.Flags().StringVar(&units, "units", "", "`UNITS` of a file that has none: "+flex.UnitsHelp)
	return cmd
}

// checkFlexFlags checks the flags that the commands of flex share.
func checkFlexFlags(format, units string) error {
	if format != "text" && format != "json" {
		return fmt.Errorf("--format %q: it is text or json", format)
	}
	if units == "" {
		return nil
	}
	if _, err := flex.ParseUnits(units); err != nil {
		return fmt.Errorf("--units: %w", err)
	}
	return nil
}

// printFlexSummary prints what data contain.
func (t *tool) printFlexSummary(d *flex.Data, format string) {
	s, err := d.Summarize()
	if err != nil {
		t.reportRefusal(run.ExitDeck, err)
		return
	}
	text := []byte(s.Text())
	if format == "json" {
		if text, err = s.JSON(); err != nil {
			t.reportRefusal(run.ExitInternal, err)
			return
		}
	}
	t.data.Write(text) // a failure is kept and ends the command
}
