package page

import (
	"encoding/binary"
	"math"

	"github.com/trammel-mbd/trammel/core/result"
)

// PoseFloats is the count of numbers of a pose: position and quaternion, scalar part first.
const PoseFloats = 7

// Poses is the motion of all bodies of a scene.
type Poses struct {
	Bodies int
	Times  []float64 // of the frames
	Rows   []uint32  // row of each frame
	Data   []float32 // frames × bodies × PoseFloats
}

// PosesOfFrame returns the poses of all bodies in a frame.
func (p *Poses) PosesOfFrame(i int) []float32 {
	n := p.Bodies * PoseFloats
	return p.Data[i*n : (i+1)*n]
}

// FrameIndexAt returns the last frame that is not after t, 0 for times before all.
func (p *Poses) FrameIndexAt(t float64) int {
	at := 0
	for i, x := range p.Times {
		if x <= t {
			at = i
		}
	}
	return at
}

// ReadPoses reads the motion of the bodies: every row, or as many as give at most a number of floats, evenly over the rows. Bodies whose
// motion is not in the results stay where the deck has them.
func (r *Result) ReadPoses(maxFloats int) (*Poses, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	n := len(r.Scene.Bodies)
	times, err := r.rows.readTimes()
	if err != nil {
		return nil, err
	}
	p := &Poses{Bodies: n, Rows: sampleRows(len(times), max(maxFloats/(n*PoseFloats), 2))}
	if !r.hasMotion() {
		p.Rows = p.Rows[:min(len(p.Rows), 1)]
	}
	if len(p.Rows) == 0 { // the model as it begins
		p.Rows, times = []uint32{0}, []float64{0}
	}
	p.Data = make([]float32, len(p.Rows)*n*PoseFloats)
	for _, row := range p.Rows {
		p.Times = append(p.Times, times[row])
	}
	for b := range r.Scene.Bodies {
		if err := r.fillPoses(p, b); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// hasMotion reports whether the results have the motion of any body.
func (r *Result) hasMotion() bool {
	for i := range r.Scene.Bodies {
		if r.Scene.Bodies[i].Pose >= 0 {
			return true
		}
	}
	return false
}

// sampleRows returns at most so many of n rows, evenly, with the first and the last.
func sampleRows(n, maxRows int) []uint32 {
	all := make([]uint32, 0, min(n, maxRows))
	if n <= maxRows {
		for i := range n {
			all = append(all, uint32(i))
		}
		return all
	}
	for i := range maxRows {
		all = append(all, uint32(i*(n-1)/(maxRows-1)))
	}
	return all
}

// fillPoses sets the poses of a body in all frames.
func (r *Result) fillPoses(p *Poses, b int) error {
	body := &r.Scene.Bodies[b]
	stride := p.Bodies * PoseFloats
	start := append(body.Start.Pos[:], body.Start.Quat[:]...)
	if body.Start.Quat == [4]float64{} {
		start[3] = 1
	}
	for k := range PoseFloats {
		var values []float64
		if body.Pose >= 0 && r.rows.rowCount() > 0 {
			var err error
			if values, err = r.rows.readColumn(body.Pose + k); err != nil {
				return err
			}
		}
		for f, row := range p.Rows {
			v := start[k]
			if values != nil {
				v = values[row]
			}
			p.Data[f*stride+b*PoseFloats+k] = float32(v)
		}
	}
	return nil
}

// encodeBytes returns the motion as the page reads it, little endian: counts of frames and bodies as uint32, times as float64, rows as uint32, poses as
// float32.
func (p *Poses) encodeBytes() []byte {
	b := make([]byte, 0, 8+12*len(p.Rows)+4*len(p.Data))
	b = binary.LittleEndian.AppendUint32(b, uint32(len(p.Rows)))
	b = binary.LittleEndian.AppendUint32(b, uint32(p.Bodies))
	b = append(b, encodeFloats64(p.Times)...)
	for _, row := range p.Rows {
		b = binary.LittleEndian.AppendUint32(b, row)
	}
	for _, v := range p.Data {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(v))
	}
	return b
}

func encodeFloats64(v []float64) []byte {
	b := make([]byte, 0, 8*len(v))
	for _, x := range v {
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(x))
	}
	return b
}

func encodeFloats32(v []float64) []byte {
	b := make([]byte, 0, 4*len(v))
	for _, x := range v {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(float32(x)))
	}
	return b
}

// isPoseColumn reports whether a column is part of the pose of a body.
func (r *Result) isPoseColumn(i int) bool {
	if r.Scene == nil {
		return false
	}
	for k := range r.Scene.Bodies {
		if at := r.Scene.Bodies[k].Pose; at >= 0 && i >= at && i < at+len(result.PoseColumns) {
			return true
		}
	}
	return false
}
