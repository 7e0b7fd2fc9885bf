package flex

import "strings"

// elementReader reads the elements of *ELEMENT blocks, which may extend over several lines.
type elementReader struct {
	shape elementShape
	known bool    // the type has a shape
	nodes []int32 // of the element that is read, -1 for its id
}

// begin starts a block of elements of a type. Elements of types without a shape are not shown.
func (r *elementReader) begin(kind string) {
	kind, r.known = strings.ToUpper(kind), false
	for len(kind) > 0 {
		if r.shape, r.known = elementShapes[kind]; r.known {
			break
		}
		if last := kind[len(kind)-1]; last >= '0' && last <= '9' {
			break
		}
		kind = kind[:len(kind)-1] // R, I, H and other letters for integration
	}
	r.nodes = r.nodes[:0]
}

// readLine reads the ids of an element and its nodes; a line that ends before the last one continues in the next.
func (r *elementReader) readLine(m *Mesh, l *lineReader, fields []field) error {
	if !r.known {
		return nil
	}
	for _, f := range fields {
		if len(f.text) == 0 {
			continue
		}
		id, err := l.parseInt(f, 1, largestID, "the id of an element or a node")
		if err != nil {
			return err
		}
		if len(r.nodes) == 0 {
			r.nodes = append(r.nodes, -1)
			continue
		}
		r.nodes = append(r.nodes, int32(id))
	}
	if len(r.nodes) < 1+r.shape.nodes {
		return nil
	}
	e := meshElement{shape: r.shape}
	e.corners = append(e.corners, r.nodes[1:1+r.shape.corners]...)
	if len(r.shape.edges) == 1 { // of beams with a node between the ends
		e.corners = append(e.corners[:0], r.nodes[1], r.nodes[r.shape.nodes])
		e.shape.edges = beamShape.edges
	}
	m.elements = append(m.elements, e)
	r.nodes = r.nodes[:0]
	return nil
}

// resolveElements replaces the ids of nodes by their indices, and leaves out elements with nodes that have no position or no rows in the matrices.
func (m *Mesh) resolveElements() {
	kept := m.elements[:0]
	for _, e := range m.elements {
		good := true
		for i, id := range e.corners {
			k, ok := m.index[int(id)]
			if good = good && ok && m.Nodes[k].placed && m.Nodes[k].hasRows(); !good {
				break
			}
			e.corners[i] = k
		}
		if good {
			kept = append(kept, e)
		}
	}
	m.elements = kept
}
