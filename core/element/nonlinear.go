package element

import (
	"github.com/trammel-mbd/trammel/core/deck"
)

// Nonlinear beams: a Body_Flexible of type NLFE. Its elements stand in its tag, or beside it, and refer to each other by their ids.
const (
	gridKind     = "GRID"
	materialKind = "MAT1"
)

// lineKinds are the elements between two nodes, with the kinds of sections that each may have.
var lineKinds = map[string][]string{
	"BEAM12": {"PBEAML", "PBEAMA", "PBEAMC"},
	"BEAMC":  {"PBEAMC", "PBEAML", "PBEAMA"},
	"BEAM9":  {"PBEAMC", "PBEAML", "PBEAMA"},
	"CABLE":  {"PCABLE"},
}

// nonlinearUnsupported are elements of such bodies that are not there yet: why, or what to use instead.
var nonlinearUnsupported = map[string]string{
	"LINE2":  "a spring between two nodes of a nonlinear body; use Force_SpringDamper between markers with a node_id",
	"LINE3":  "a spring along three nodes of a nonlinear body; use Force_SpringDamper between markers with a node_id",
	"LINE4":  "a spring along four nodes of a nonlinear body; use Force_SpringDamper between markers with a node_id",
	"ABUSH":  "a bushing between nodes of a nonlinear body; use Force_Bushing between markers with a node_id",
	"PLINE":  "properties of LINE2 to LINE4; use Force_SpringDamper between markers with a node_id",
	"PABUSH": "properties of ABUSH; use Force_Bushing between markers with a node_id",
	"PBEAM9": "a section by polynomials; use PBEAMA with its area and second moments",
	"MAT2":   "hyperelastic material (Neo-Hooke, incompressible); use MAT1 where strains are small",
	"MAT3":   "hyperelastic material (Neo-Hooke, compressible); use MAT1 where strains are small",
	"MAT4":   "hyperelastic material (Mooney and Rivlin); use MAT1 where strains are small",
	"MAT5":   "hyperelastic material (Yeoh); use MAT1 where strains are small",
	"MAT6":   "material of another model; use MAT1 where strains are small",
}

// meshedAttrs are those of the vendor's own elements, which are continua: a geometrically exact beam has no points of integration in its section.
func meshedAttrs(names ...string) []deck.AttrSpec {
	return harmlessUnusedAttrs("the section has no points of integration here", append(names, "graph")...)
}

func init() {
	gradient := func(name, doc string) *deck.AttrSpec {
		return &deck.AttrSpec{Name: name, Type: deck.Reals, Len: 3, Unit: "1", Doc: doc}
	}
	registerNonlinear(bodies, buildGrid, &deck.Schema{
		Kind: gridKind, Owner: "body_id", Doc: "node of a nonlinear flexible body (Body_Flexible of type NLFE), with the position and the axes of its section in the frame of the body",
		Attrs: joinAttrs(
			optionalReferenceAttr("body_id", "body of the node; not needed inside its tag", flexibleKind),
			repeatForEachAxis(requiredAttr(realAttr("*", "", "length", "* coordinate at the start"))),
			gradient("rx", "direction along the beam; only the direction counts. The mean of the lines to the next nodes if missing"),
			gradient("ry", "y axis of the section, made perpendicular to rx; not needed for sections whose second moments are equal"),
			gradient("rz", "z axis of the section; counts if ry is missing"),
			repeatForEachAxis(realAttr("*0", "", "length", "* coordinate without load; that at the start if missing")),
			gradient("rx0", "rx without load; rx if missing"),
			gradient("ry0", "ry without load; ry if missing"),
			gradient("rz0", "rz without load; rz if missing"),
			repeatForEachAxis(realAttr("*d", "0", "length/time", "velocity along * beside that of the body")),
			gradient("rxd", "rate of rx, beside the rotation of the body, from which the angular velocity of the section follows"),
			gradient("ryd", "rate of ry"),
			gradient("rzd", "rate of rz"),
		),
	})
	for name, sections := range lineKinds {
		doc := "geometrically exact beam between two nodes: resists extension, shear, torsion and bending, at any rotation"
		if name == "CABLE" {
			doc = "cable between two nodes: resists extension and bending, and torsion as a round rod does with Poisson's ratio 0; no shear"
		}
		registerNonlinear(forces, buildLineElement, &deck.Schema{Kind: name, Doc: doc, Attrs: joinAttrs(
			referenceAttr("pid", "section", sections...),
			referenceAttr("g1", "node at the start", gridKind),
			referenceAttr("g2", "node at the end", gridKind),
		)})
	}
	material := referenceAttr("mid", "material", materialKind)
	moment := func(name, doc string) *deck.AttrSpec {
		return positiveAttr(realAttr(name, "", "length⁴", doc))
	}
	area := requiredAttr(positiveAttr(realAttr("area", "", "length²", "area of the section")))
	registerNonlinear(settings, nil, &deck.Schema{Kind: "PBEAMA", Doc: "section of any shape for BEAM12, by its area and second moments", Attrs: joinAttrs(material, area,
		moment("ixx", "torsion constant; iyy + izz if missing"),
		requiredAttr(moment("iyy", "second moment of area about y, ∫z² dA")),
		requiredAttr(moment("izz", "second moment of area about z, ∫y² dA")),
		realAttr("iyz", "0", "length⁴", "product of area, which must be 0: y and z are principal axes"),
		notNegativeAttr(realAttr("asy", "1", "1", "shear coefficient along y: the shear stiffness is G area/asy; 0 without shear deformation (extension)")),
		notNegativeAttr(realAttr("asz", "1", "1", "shear coefficient along z (extension)")),
		meshedAttrs("nf", "nx", "ny", "nz", "ngx", "ngy", "ngz"),
	)})
	registerNonlinear(settings, nil, &deck.Schema{Kind: "PBEAMC", Doc: "round section, solid or hollow", Attrs: joinAttrs(material,
		notNegativeAttr(realAttr("ri1", "0", "length", "inner radius")),
		requiredAttr(positiveAttr(realAttr("ro1", "", "length", "outer radius"))),
		notNegativeAttr(realAttr("ri2", "", "length", "inner radius at the second node of each element; ri1 if missing")),
		positiveAttr(realAttr("ro2", "", "length", "outer radius at the second node of each element; ro1 if missing")),
		notNegativeAttr(realAttr("nf", "0", "1", "must be 0 or 1: by how much it reduces the bending stiffness is not documented")),
		meshedAttrs("nx", "nr", "nt", "ngx", "ngr", "ngt"),
	)})
	registerNonlinear(settings, nil, &deck.Schema{Kind: "PBEAML", Doc: "section of a named shape; dimensions as in Nastran's PBEAML", Attrs: joinAttrs(material,
		requiredAttr(choiceAttr("type", "", "ROD: radius; TUBE: outer and inner radius; BAR: sides along z and y; BOX: outer sides along z and y, walls across y and across z", "ROD", "TUBE", "BAR", "BOX")),
		requiredAttr(positiveAttr(realAttr("dim1", "", "length", "first dimension"))),
		positiveAttr(realAttr("dim2", "", "length", "second dimension")),
		positiveAttr(realAttr("dim3", "", "length", "third dimension")),
		positiveAttr(realAttr("dim4", "", "length", "fourth dimension")),
		meshedAttrs("nx", "ny", "nz", "ngx", "ngy", "ngz"),
	)})
	registerNonlinear(settings, nil, &deck.Schema{Kind: "PCABLE", Doc: "section of a cable", Attrs: joinAttrs(material, area,
		requiredAttr(moment("iyy", "second moment of area, the same about y and z")),
		nonNegativeIntegerAttr("nf", "1", "number of fibres, which must be 1: by how much they reduce the bending stiffness is not documented"),
		meshedAttrs("nx", "ngx", "ngr", "ngt"),
	)})
	registerNonlinear(settings, nil, &deck.Schema{Kind: materialKind, Alias: []string{"MAT1LS"}, Doc: "linearly elastic material of nonlinear beams", Attrs: joinAttrs(
		requiredAttr(positiveAttr(realAttr("e", "", "force/length²", "Young's modulus"))),
		&deck.AttrSpec{Name: "nu", Type: deck.Real, Default: "0", Min: -0.999, Max: 0.5, Unit: "1", Doc: "Poisson's ratio; the shear modulus is e/(2 + 2 nu)"},
		requiredAttr(positiveAttr(realAttr("rho", "", "mass/length³", "density"))),
		unusedAttrs("strains are not compared with a limit", "ys"),
		harmlessUnusedAttrs("stresses of a section follow from the strains of its line", "ap"),
	)})
	registerElements(kind{schema: &deck.Schema{Kind: "CONN0", Within: flexibleKind, Ignored: true, Doc: "keeps the section of a node rigid, as all sections of nonlinear beams are here"}, phase: settings})
	for name, why := range nonlinearUnsupported {
		registerElements(kind{schema: &deck.Schema{Kind: name, Within: flexibleKind, Unsupported: why, Doc: "not supported"}, phase: settings})
	}
}

// registerNonlinear adds an element of nonlinear bodies to the table.
func registerNonlinear(p phase, build func(*builder, *deck.Element), s *deck.Schema) {
	s.Within = flexibleKind
	registerElements(kind{schema: s, phase: p, build: build})
}
