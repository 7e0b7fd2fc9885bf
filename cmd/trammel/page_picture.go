package main

import (
	"fmt"
	"io"
	"math"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	webpage "github.com/trammel-mbd/trammel/cmd/trammel/page"
	"github.com/trammel-mbd/trammel/core/run"
)

// pictureFlags are the options of picture.
type pictureFlags struct {
	out, size string
	o         webpage.PictureOptions
}

// Bounds of pictures.
const (
	mostPixels = 4096
	mostFrames = 1000
)

func (t *tool) pictureCommand() *cobra.Command {
	var f pictureFlags
	cmd := &cobra.Command{
		Use:   "picture RESULT -o FILE.png|FILE.gif [--time T | --from A --to B] [--size WxH]",
		Short: "Make a picture or an animation of the mechanism, without a browser",
		Long: `Draws the scene of trammel view into a file, without a browser or a graphics card. With --from or --to, and for FILE.gif, it is an
animation: an animated PNG, which browsers and README pages play, or a GIF.

Exit codes: 0 written, 1 the file cannot be written, 2 the results cannot be read or have no scene.`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 1 {
				return fmt.Errorf("one result at a time: unexpected argument %q", args[1])
			}
			return requireResultArgs(cmd, args)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.completeFlags(cmd.Flags().Changed); err != nil {
				return err
			}
			t.writePicture(args[0], &f)
			return nil
		},
	}
	set := cmd.Flags()
	set.SortFlags = false
	set.StringVarP(&f.out, "output", "o", "", "file to write: .png or .gif")
	set.Float64Var(&f.o.Time, "time", math.NaN(), "time of the picture (default: the start)")
	set.Float64Var(&f.o.From, "from", math.NaN(), "start of an animation (default: the start of the run)")
	set.Float64Var(&f.o.To, "to", math.NaN(), "end of an animation (default: the end of the run)")
	set.IntVar(&f.o.Frames, "frames", 40, "pictures of an animation")
	set.Float64Var(&f.o.Seconds, "seconds", 0, "how long an animation lasts (default: as long as the time that it shows, 2 to 8 s)")
	set.StringVar(&f.size, "size", "800x500", "width and height in pixels")
	set.Float64Var(&f.o.Azimuth, "azimuth", math.NaN(), "direction of view about the vertical, degrees")
	set.Float64Var(&f.o.Elevation, "elevation", math.NaN(), "direction of view above the horizontal, degrees")
	set.Float64Var(&f.o.Zoom, "zoom", 1, "magnification")
	set.BoolVar(&f.o.Parallel, "ortho", false, "parallel projection")
	set.BoolVar(&f.o.Forces, "forces", false, "arrows of forces and reactions")
	set.IntVar(&f.o.Trace, "trace", 0, "id of a body: draw the way of its mass centre")
	set.BoolVar(&f.o.NoGrid, "no-grid", false, "leave out the grid")
	return cmd
}

// completeFlags completes the options.
func (f *pictureFlags) completeFlags(given func(string) bool) error {
	animated := given("from") || given("to")
	switch suffix := strings.ToLower(filepath.Ext(f.out)); {
	case f.out == "":
		return fmt.Errorf("the file is missing: -o FILE.png")
	case suffix == ".gif":
		f.o.Format = "gif"
	case suffix == ".png" && animated:
		f.o.Format = "apng"
	case suffix == ".png":
		f.o.Format = "png"
	default:
		return fmt.Errorf("-o %s: a picture is a .png or a .gif", f.out)
	}
	if n, err := fmt.Sscanf(f.size, "%dx%d", &f.o.Width, &f.o.Height); n != 2 || err != nil || f.o.Width < 16 || f.o.Height < 16 || f.o.Width > mostPixels || f.o.Height > mostPixels {
		return fmt.Errorf("--size %s: it is WIDTHxHEIGHT, each from 16 to %d", f.size, mostPixels)
	}
	if f.o.Frames < 2 || f.o.Frames > mostFrames {
		return fmt.Errorf("--frames must be from 2 to %d", mostFrames)
	}
	if !(f.o.Zoom > 0 && f.o.Zoom < 1e6) {
		return fmt.Errorf("--zoom must be positive")
	}
	if !(f.o.Seconds >= 0 && f.o.Seconds <= 600) {
		return fmt.Errorf("--seconds must be from 0 to 600")
	}
	if given("time") && f.o.Format != "png" {
		return fmt.Errorf("--time is that of a single picture: an animation has --from and --to")
	}
	return nil
}

func (t *tool) writePicture(path string, f *pictureFlags) {
	r := t.openResult(path)
	if r == nil {
		return
	}
	defer r.Close()
	if err := f.fillTimeSpan(r); err != nil {
		t.con.printMessage(bad, "error", "%s: %v", path, err)
		t.code = run.ExitUsage
		return
	}
	t.code = t.writeFile(f.out, func(w io.Writer) error { return r.WritePicture(w, &f.o) })
}

// fillTimeSpan fills in times that are not given. It reports results without a scene and times outside of the run.
func (f *pictureFlags) fillTimeSpan(r *webpage.Result) error {
	if r.Scene == nil {
		return webpage.ErrNoScene
	}
	times, err := r.ReadTimes()
	if err != nil {
		return err
	}
	start, end := 0.0, 0.0
	if n := len(times); n > 0 {
		start, end = times[0], times[n-1]
	}
	for _, v := range []struct {
		name     string
		at       *float64
		fallback float64
	}{{"time", &f.o.Time, start}, {"from", &f.o.From, start}, {"to", &f.o.To, end}} {
		if math.IsNaN(*v.at) {
			*v.at = v.fallback
		}
		if !(*v.at >= start && *v.at <= end) {
			return fmt.Errorf("--%s %g: the run goes from %g to %g", v.name, *v.at, start, end)
		}
	}
	if f.o.Seconds == 0 {
		f.o.Seconds = min(max(f.o.To-f.o.From, 2), 8)
	}
	return nil
}
