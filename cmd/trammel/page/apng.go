package page

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"image"
	"image/color/palette"
	"image/draw"
	"image/gif"
	"image/png"
	"io"
	"time"
)

// writeAPNG writes frames as an animated PNG that repeats without end: readers that know no animation show the first
// frame. Each frame stays for a while.
func writeAPNG(w io.Writer, frames []*image.RGBA, frameDuration time.Duration) error {
	out := chunkWriter{w: w}
	out.writeRaw([]byte("\x89PNG\r\n\x1a\n"))
	for i, f := range frames {
		part := f
		if i > 0 {
			part = f.SubImage(changedRectangle(frames[i-1], f)).(*image.RGBA)
		}
		var text bytes.Buffer
		encoder := png.Encoder{CompressionLevel: png.BestCompression}
		if err := encoder.Encode(&text, part); err != nil {
			return err
		}
		head, data, err := readPNGChunks(text.Bytes())
		if err != nil {
			return err
		}
		if i == 0 {
			out.writeChunk("IHDR", head)
			out.writeChunk("acTL", binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, uint32(len(frames))), 0))
		}
		out.writeFrameControl(part.Rect, frameDuration)
		if i == 0 {
			out.writeChunk("IDAT", data)
		} else {
			out.writeChunk("fdAT", append(binary.BigEndian.AppendUint32(nil, out.nextSequenceNumber()), data...))
		}
	}
	out.writeChunk("IEND", nil)
	return out.err
}

// readPNGChunks returns the bodies of IHDR and of all IDAT of a PNG.
func readPNGChunks(text []byte) (head, data []byte, err error) {
	for at := 8; at+12 <= len(text); {
		n := int(binary.BigEndian.Uint32(text[at:]))
		if at+12+n > len(text) {
			break
		}
		body := text[at+8 : at+8+n]
		switch string(text[at+4 : at+8]) {
		case "IHDR":
			head = body
		case "IDAT":
			data = append(data, body...)
		}
		at += 12 + n
	}
	if head == nil || data == nil {
		return nil, nil, fmt.Errorf("a frame is not a PNG")
	}
	return head, data, nil
}

// chunkWriter writes chunks of a PNG; it keeps the first error.
type chunkWriter struct {
	w        io.Writer
	err      error
	sequence uint32
}

func (c *chunkWriter) writeRaw(b []byte) {
	if c.err == nil {
		_, c.err = c.w.Write(b)
	}
}

func (c *chunkWriter) writeChunk(kind string, body []byte) {
	b := binary.BigEndian.AppendUint32(nil, uint32(len(body)))
	b = append(append(b, kind...), body...)
	c.writeRaw(binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(b[4:])))
}

// nextSequenceNumber numbers the chunks of the animation.
func (c *chunkWriter) nextSequenceNumber() uint32 {
	c.sequence++
	return c.sequence - 1
}

// changedRectangle is the least rectangle outside of which two frames of one size agree; at least one pixel.
func changedRectangle(a, b *image.RGBA) image.Rectangle {
	var r image.Rectangle
	for y := b.Rect.Min.Y; y < b.Rect.Max.Y; y++ {
		for x := b.Rect.Min.X; x < b.Rect.Max.X; x++ {
			if a.RGBAAt(x, y) != b.RGBAAt(x, y) {
				r = r.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	if r.Empty() {
		r = image.Rectangle{b.Rect.Min, b.Rect.Min.Add(image.Pt(1, 1))}
	}
	return r
}

// writeFrameControl begins a frame that replaces a part of the last one.
func (c *chunkWriter) writeFrameControl(r image.Rectangle, each time.Duration) {
	b := binary.BigEndian.AppendUint32(nil, c.nextSequenceNumber())
	for _, v := range []int{r.Dx(), r.Dy(), r.Min.X, r.Min.Y} {
		b = binary.BigEndian.AppendUint32(b, uint32(v))
	}
	b = binary.BigEndian.AppendUint16(b, uint16(each.Milliseconds()))
	b = binary.BigEndian.AppendUint16(b, 1000)
	c.writeChunk("fcTL", append(b, 0, 0))
}

// writeGIF writes frames as an animated GIF that repeats without end.
func writeGIF(w io.Writer, frames []*image.RGBA, frameDuration time.Duration) error {
	out := &gif.GIF{}
	for _, f := range frames {
		p := image.NewPaletted(f.Rect, palette.Plan9)
		draw.FloydSteinberg.Draw(p, f.Rect, f, image.Point{})
		out.Image = append(out.Image, p)
		out.Delay = append(out.Delay, max(int(frameDuration.Milliseconds()/10), 2))
	}
	return gif.EncodeAll(w, out)
}
