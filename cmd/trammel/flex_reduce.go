package main

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/trammel-mbd/trammel/core/flex"
	"github.com/trammel-mbd/trammel/core/run"
)

// reduceFlags are the options of flex reduce.
type reduceFlags struct {
	interfaces []string
	spider     string
	modes      string
	units      string
	nodes      []int
	mesh       bool
	out        string
	format     string
}

func (t *tool) flexReduceCommand() *cobra.Command {
	f := reduceFlags{spider: "rigid", format: "text"}
	cmd := &cobra.Command{
		Use:   "reduce MESH... --interface NODES --modes N --units U --out FILE.json",
		Short: "Reduce finite-element matrices to a flexible body",
		Long: `Reduces stiffness and mass matrices of finite elements to a body with few modes (Craig and Bampton): static
shapes of unit motions of the interfaces, and modes with the interfaces held. MESH is one of

` + flexMeshes + `

The nodes of an interface of its own are --interface 1,2 (nodes 1 and 2). Nodes of solids do not rotate; several of
them make an interface that does: --interface hub=12,13,14. With --spider rigid the nodes move as
a rigid body, which is too stiff, with --spider average the interface has their mean motion, which is too soft.

--modes 20 takes the 20 lowest modes, --modes 2000Hz all up to 2000 Hz. Prints what flex info prints of the result.

Exit codes: 0 written, 1 the file cannot be written, 2 mistake in the command line, 3 the mesh has errors or cannot be read.`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return errors.New("flex reduce needs the files of a mesh")
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error {
			units, o, err := f.parseFlags()
			if err != nil {
				return err
			}
			t.runFlexReduce(args, units, o, &f)
			return nil
		},
	}
	set := cmd.Flags()
	set.SortFlags = false
	set.StringArrayVar(&f.interfaces, "interface", nil, "`NODES` at which the body is joined to others: 1,2 or hub=12,13,14; may be repeated")
	set.StringVar(&f.spider, "spider", f.spider, "how several nodes follow an interface: rigid or average")
	set.StringVar(&f.modes, "modes", "", "number of modes with the interfaces held, `N`, or their highest frequency, 2000Hz")
	set.StringVar(&f.units, "units", "", "`UNITS` of the mesh: "+flex.UnitsHelp)
	set.IntSliceVar(&f.nodes, "nodes", nil, "more nodes of the mesh that the result is to have")
	set.BoolVar(&f.mesh, "mesh", false, "keep the surface of the mesh for pictures")
	set.StringVarP(&f.out, "out", "o", "", "the `FILE` to write, .json")
	set.StringVar(&f.format, "format", f.format, "text or json")
	return cmd
}

// flexMeshes says which files flex reduce reads.
const flexMeshes = `  job.inp            of CalculiX, with the nodes; beside it job.sti, job.mas and job.dof of a step *FREQUENCY, SOLVER=MATRIXSTORAGE
  x.mtx mesh.inp     of Abaqus: a superelement (*SUBSTRUCTURE MATRIX OUTPUT with STIFFNESS and MASS), or two files of *MATRIX GENERATE
  x.pch mesh.bdf     of Nastran: a superelement by DMIG KAAX and MAAX, and GRID lines

Of superelements all nodes are interfaces and all modal coordinates are modes, unless --interface and --modes choose some.`

func (f *reduceFlags) parseFlags() (u flex.Units, o flex.Options, err error) {
	if f.units == "" {
		return u, o, errors.New("--units is missing: files of meshes have no units; they are " + flex.UnitsHelp)
	}
	if err := checkFlexFlags(f.format, f.units); err != nil {
		return u, o, err
	}
	u, _ = flex.ParseUnits(f.units) // checked above
	for _, text := range f.interfaces {
		list, err := flex.ParseInterface(text)
		if err != nil {
			return u, o, fmt.Errorf("--interface: %w", err)
		}
		o.Interfaces = append(o.Interfaces, list...)
	}
	switch f.spider {
	case "rigid":
	case "average":
		o.Spider = flex.AverageSpider
	default:
		return u, o, fmt.Errorf("--spider %q: it is rigid or average", f.spider)
	}
	if !strings.HasSuffix(strings.ToLower(f.out), ".json") {
		return u, o, fmt.Errorf("--out %q: the file to write needs to end in .json", f.out)
	}
	o.Output, o.Surface = f.nodes, f.mesh
	return u, o, f.parseModes(&o)
}

// parseModes reads the number of modes or their highest frequency.
func (f *reduceFlags) parseModes(o *flex.Options) (err error) {
	text := strings.ToLower(f.modes)
	if text == "" {
		o.Modes = -1
		return nil
	}
	if hz, ok := strings.CutSuffix(text, "hz"); ok {
		o.Frequency, err = strconv.ParseFloat(strings.TrimSpace(hz), 64)
		if err != nil || !(o.Frequency > 0 && o.Frequency < 1e12) {
			return fmt.Errorf("--modes %q: it is a number of modes, 20, or their highest frequency, 2000Hz", f.modes)
		}
		return nil
	}
	o.Modes, err = strconv.Atoi(text)
	if err != nil || o.Modes < 0 || o.Modes > 900 {
		return fmt.Errorf("--modes %q: it is a number of modes, 20, or their highest frequency, 2000Hz", f.modes)
	}
	return nil
}

func (t *tool) runFlexReduce(files []string, u flex.Units, o flex.Options, f *reduceFlags) {
	mesh, err := flex.ReadMesh(files, u, os.ReadFile)
	if err != nil {
		t.reportRefusal(run.ExitDeck, err)
		return
	}
	r, err := flex.Reduce(mesh, o)
	if err != nil {
		t.reportRefusal(run.ExitDeck, fmt.Errorf("%s: %w", files[0], err))
		return
	}
	for _, w := range r.Warnings {
		t.con.printMessage(notice, "warning", "%s", w)
	}
	if err := os.WriteFile(f.out, r.Data.WriteJSON(), 0o666); err != nil {
		t.reportRefusal(run.ExitInternal, err)
		return
	}
	t.con.printMessage(quiet, "note", "%d rows of the mesh, %d of them interior, %d of the interfaces; %d fixed-interface modes%s; %d million values in the factors, %d solutions",
		r.Rows, r.InteriorRows, r.InterfaceRows, len(r.FixedHz), frequencyRange(r.FixedHz), (r.FactorValues+500_000)/1_000_000, r.Solutions)
	t.printFlexSummary(r.Data, f.format)
}

// frequencyRange names the lowest and the highest of frequencies.
func frequencyRange(hz []float64) string {
	if len(hz) == 0 {
		return ""
	}
	return fmt.Sprintf(", %.6g to %.6g Hz", hz[0], hz[len(hz)-1])
}
