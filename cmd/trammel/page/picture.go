package page

import (
	"errors"
	"fmt"
	"image"
	"image/png"
	"io"
	"math"
	"regexp"
	"strconv"
	"time"

	"github.com/trammel-mbd/trammel/cmd/trammel/page/draw"
	"github.com/trammel-mbd/trammel/cmd/trammel/page/raster"
	"github.com/trammel-mbd/trammel/core/result"
	"github.com/trammel-mbd/trammel/core/spatial"
)

// PictureOptions say what a picture shows.
type PictureOptions struct {
	Format             string  // png, gif or apng
	Width, Height      int     // pixels
	Time               float64 // of a single picture
	From, To           float64 // of an animation
	Frames             int     // of an animation
	Seconds            float64 // that an animation lasts
	Azimuth, Elevation float64 // degrees; NaN for the first view
	Zoom               float64
	Parallel           bool
	Forces             bool // arrows of forces and reactions
	Trace              int  // id of a body whose mass centre leaves a line, 0 for none
	NoGrid             bool
}

// WritePicture writes a picture or an animation of the scene.
func (r *Result) WritePicture(w io.Writer, o *PictureOptions) error {
	p, err := r.newPainter(o)
	if err != nil {
		return err
	}
	if o.Format == "png" {
		return png.Encode(w, p.renderAtTime(o.Time))
	}
	frames := make([]*image.RGBA, o.Frames)
	for i := range frames {
		frames[i] = p.renderAtTime(o.From + (o.To-o.From)*float64(i)/float64(max(o.Frames-1, 1)))
	}
	each := time.Duration(o.Seconds / float64(o.Frames) * float64(time.Second))
	if o.Format == "gif" {
		return writeGIF(w, frames, each)
	}
	return writeAPNG(w, frames, each)
}

// painter draws the scene at any time.
type painter struct {
	o      *PictureOptions
	r      *Result
	poses  *Poses
	bounds raster.Bounds
	camera *raster.Camera
	shown  map[string]bool
	forces []forceArrow
	most   float64 // largest force
	trace  int     // index of a body, 0 for none
}

// ErrNoScene is returned for results without a model.
var ErrNoScene = errors.New("these results have no scene: run the deck again with this version, or make plots of them")

func (r *Result) newPainter(o *PictureOptions) (*painter, error) {
	if r.Scene == nil {
		return nil, ErrNoScene
	}
	poses, err := r.ReadPoses(mostPoses)
	if err != nil {
		return nil, err
	}
	p := &painter{o: o, r: r, poses: poses, shown: map[string]bool{draw.Shapes: true, draw.Sticks: true, draw.Joints: true, draw.Springs: true}}
	frames := [][]float32{}
	for i := 0; i < len(poses.Rows); i += max(1, len(poses.Rows)/200) {
		frames = append(frames, poses.PosesOfFrame(i))
	}
	p.bounds = raster.ComputeBounds(r.Drawing, frames)
	p.camera = raster.NewCamera(r.Drawing, p.bounds, float64(o.Width)/float64(o.Height))
	p.camera.Parallel = o.Parallel
	if !math.IsNaN(o.Azimuth) {
		p.camera.Azimuth = o.Azimuth * math.Pi / 180
	}
	if !math.IsNaN(o.Elevation) {
		p.camera.Elevation = o.Elevation * math.Pi / 180
	}
	p.camera.FitDrawing(r.Drawing, frames, float64(o.Width)/float64(o.Height))
	p.camera.Height /= o.Zoom
	for i := range r.Scene.Bodies {
		if o.Trace > 0 && r.Scene.Bodies[i].ID == o.Trace {
			p.trace = i
		}
	}
	if o.Trace > 0 && p.trace == 0 {
		return nil, fmt.Errorf("there is no body %d that moves", o.Trace)
	}
	if o.Forces {
		return p, p.readForces()
	}
	return p, nil
}

// renderAtTime draws the scene at a time.
func (p *painter) renderAtTime(t float64) *image.RGBA {
	v := raster.NewCanvas(p.o.Width, p.o.Height, p.camera, &raster.Light)
	f, part := p.frameBefore(t)
	poses := p.poses.interpolatePoses(f, part)
	v.DrawLayers(p.r.Drawing, poses, p.shown)
	p.drawForces(v, poses, int(p.poses.Rows[f]))
	p.drawMassCentreTrace(v, f)
	if !p.o.NoGrid {
		v.DrawGrid(p.r.Drawing, p.bounds, p.camera, &raster.Light)
	}
	return v.Image()
}

// frameBefore is the frame before a time and the part of the way to the next.
func (p *painter) frameBefore(t float64) (int, float64) {
	i := p.poses.FrameIndexAt(t)
	if i+1 >= len(p.poses.Times) {
		return i, 0
	}
	h := p.poses.Times[i+1] - p.poses.Times[i]
	if !(h > 0) {
		return i, 0
	}
	return i, min(max((t-p.poses.Times[i])/h, 0), 1)
}

// interpolatePoses returns the poses between a frame and the next.
func (p *Poses) interpolatePoses(i int, part float64) []float32 {
	a := p.PosesOfFrame(i)
	if part == 0 {
		return a
	}
	b, out := p.PosesOfFrame(i+1), make([]float32, len(a))
	for k := 0; k < len(a); k += PoseFloats {
		dot := float32(0)
		for j := 3; j < PoseFloats; j++ {
			dot += a[k+j] * b[k+j]
		}
		for j := range PoseFloats {
			to := b[k+j]
			if j >= 3 && dot < 0 {
				to = -to
			}
			out[k+j] = a[k+j] + float32(part)*(to-a[k+j]) // the reader makes a unit quaternion of it
		}
	}
	return out
}

// forceArrow is a force that an arrow shows.
type forceArrow struct {
	body   int
	at     [3]float64
	values [3][]float64
	marker int // in whose axes the components are, -1 for global ones
	color  draw.Color
}

var markerFrame = regexp.MustCompile(`^marker (\d+)$`)

// readForces reads the forces of joints and of elements at markers.
func (p *painter) readForces() error {
	s := p.r.Scene
	for i := range s.Joints {
		if j := &s.Joints[i]; j.I >= 0 {
			if err := p.readForce(j.Force, j.I, draw.Color{0.85, 0.2, 0.5}); err != nil {
				return err
			}
		}
	}
	for i := range s.Forces {
		if f := &s.Forces[i]; f.I >= 0 {
			if err := p.readForce(f.Force, f.I, draw.Color{0.8, 0.25, 0.2}); err != nil {
				return err
			}
		}
	}
	if len(p.forces) == 0 {
		return errors.New("these results have no columns of forces and reactions: run with --results all")
	}
	return nil
}

func (p *painter) readForce(first, marker int, c draw.Color) error {
	if first < 0 || first+3 > len(p.r.Columns) {
		return nil
	}
	m := &p.r.Scene.Markers[marker]
	a := forceArrow{body: m.Body, at: m.Pos, marker: -1, color: c}
	if id := markerFrame.FindStringSubmatch(p.r.Columns[first].Frame); id != nil {
		n, _ := strconv.Atoi(id[1])
		for i := range p.r.Scene.Markers {
			if p.r.Scene.Markers[i].ID == n {
				a.marker = i
			}
		}
	}
	for k := range 3 {
		v, err := p.r.ReadColumn(first + k)
		if err != nil {
			return err
		}
		a.values[k] = v
		for _, x := range v {
			if x = math.Abs(x); x > p.most && !math.IsInf(x, 0) {
				p.most = x
			}
		}
	}
	p.forces = append(p.forces, a)
	return nil
}

func (p *painter) drawForces(v *raster.Canvas, poses []float32, row int) {
	for i := range p.forces {
		a := &p.forces[i]
		if row >= len(a.values[0]) || p.most == 0 {
			continue
		}
		f := spatial.Vec{X: a.values[0][row], Y: a.values[1][row], Z: a.values[2][row]}
		if a.marker >= 0 {
			m := &p.r.Scene.Markers[a.marker]
			f = rotateWithBody(poses, m.Body, rotateByFrame(m.Frame, f))
		}
		size := p.r.Drawing.Size
		if f = f.Scale(0.45 * size / p.most); f.Norm() < 1e-3*size {
			continue
		}
		from := rotateWithBody(poses, a.body, spatial.LoadVec(a.at[:])).Add(bodyPosition(poses, a.body))
		v.DrawLinkBetween(&p.r.Drawing.Meshes[p.r.Drawing.Arrow], from, from.Add(f), min(0.3*p.r.Drawing.Symbol, f.Norm()/8), a.color)
	}
}

// drawMassCentreTrace draws the way of a mass centre up to a frame.
func (p *painter) drawMassCentreTrace(v *raster.Canvas, f int) {
	if p.trace == 0 {
		return
	}
	for i := range f {
		v.DrawLine(bodyPosition(p.poses.PosesOfFrame(i), p.trace), bodyPosition(p.poses.PosesOfFrame(i+1), p.trace), draw.Color{0.85, 0.3, 0.6}, 2, 1)
	}
}

func bodyPosition(poses []float32, body int) spatial.Vec {
	p := poses[body*PoseFloats:]
	return spatial.Vec{X: float64(p[0]), Y: float64(p[1]), Z: float64(p[2])}
}

func rotateWithBody(poses []float32, body int, v spatial.Vec) spatial.Vec {
	p := poses[body*PoseFloats:]
	m := spatial.Quat{W: float64(p[3]), X: float64(p[4]), Y: float64(p[5]), Z: float64(p[6])}.Unit().Mat()
	return m.Mul(v)
}

func rotateByFrame(f result.Frame, v spatial.Vec) spatial.Vec {
	m := spatial.LoadQuat(f.Quat[:]).Mat()
	return m.Mul(v)
}
