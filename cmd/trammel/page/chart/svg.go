package chart

import (
	"encoding/xml"
	"fmt"
	"image/color"
	"math"
	"strings"
)

// svgCanvas writes SVG.
type svgCanvas struct {
	out   strings.Builder
	clips int
}

func (s *svgCanvas) writeHeader(w, h int) {
	fmt.Fprintf(&s.out, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" font-family=\"system-ui, sans-serif\">\n", w, h, w, h)
}

func hexColor(c color.RGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }

func (s *svgCanvas) fillRect(x, y, w, h float64, c color.RGBA) {
	fmt.Fprintf(&s.out, "<rect x=\"%.4g\" y=\"%.4g\" width=\"%.5g\" height=\"%.5g\" fill=\"%s\"/>\n", x, y, w, h, hexColor(c))
}

func (s *svgCanvas) drawLine(points [][2]float64, c color.RGBA, width float64, dash []float64) {
	var d strings.Builder
	down := false
	for _, p := range points {
		if hasNonFiniteCoordinate(p) {
			down = false
			continue
		}
		command := 'M'
		if down {
			command = 'L'
		}
		fmt.Fprintf(&d, "%c%.5g %.5g", command, p[0], p[1])
		down = true
	}
	if d.Len() == 0 {
		return
	}
	fmt.Fprintf(&s.out, "<path d=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"%g\" stroke-linejoin=\"round\"", d.String(), hexColor(c), width)
	if dash != nil {
		fmt.Fprintf(&s.out, " stroke-dasharray=\"%s\"", strings.Trim(fmt.Sprint(dash), "[]"))
	}
	s.out.WriteString("/>\n")
}

// hasNonFiniteCoordinate reports whether a point is nowhere.
func hasNonFiniteCoordinate(p [2]float64) bool {
	return math.IsNaN(p[0]+p[1]) || math.IsInf(p[0]+p[1], 0)
}

func (s *svgCanvas) drawText(x, y float64, text string, c color.RGBA, size float64, a anchor, upright bool) {
	turn := ""
	if upright {
		turn = fmt.Sprintf(" transform=\"rotate(-90 %.5g %.5g)\"", x, y)
	}
	fmt.Fprintf(&s.out, "<text x=\"%.5g\" y=\"%.5g\" dy=\"0.35em\" font-size=\"%g\" text-anchor=\"%s\" fill=\"%s\"%s>", x, y, size, [...]string{"start", "middle", "end"}[a], hexColor(c), turn)
	_ = xml.EscapeText(&s.out, []byte(text))
	s.out.WriteString("</text>\n")
}

func (s *svgCanvas) drawClipped(x, y, w, h float64, draw func()) {
	s.clips++
	fmt.Fprintf(&s.out, "<clipPath id=\"clip%d\"><rect x=\"%.5g\" y=\"%.5g\" width=\"%.5g\" height=\"%.5g\"/></clipPath>\n<g clip-path=\"url(#clip%d)\">\n", s.clips, x, y, w, h, s.clips)
	draw()
	s.out.WriteString("</g>\n")
}
