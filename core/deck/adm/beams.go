package adm

import (
	"strconv"
	"strings"
)

// matrix36 are the entries of a 6 × 6 matrix by columns.
func matrix36(letter string) []string {
	var out []string
	for j := 1; j <= 6; j++ {
		for i := 1; i <= 6; i++ {
			out = append(out, letter+strconv.Itoa(i)+strconv.Itoa(j))
		}
	}
	return out
}

var beamStatements = []spec{
	{name: "BUSHING", kind: "Force_Bushing", id: true, args: join(ij(),
		all("K", each("k", xyz...)...), all("KT", each("k", turning...)...),
		all("C", each("c", xyz...)...), all("CT", each("c", turning...)...),
		all("FORCE", each("preload_", xyz...)...), all("TORQUE", each("preload_", turning...)...),
	)},
	{name: "BEAM", kind: "Force_Beam", id: true, read: beam, args: join(ij(),
		of("LENGTH", "length"), of("IXX", "ixx"), of("IYY", "iyy"), of("IZZ", "izz"), of("AREA", "area"),
		of("ASY", "asy"), of("ASZ", "asz"), of("EMODULUS", "e"), of("GMODULUS", "g"), of("CRATIO", "cratio"),
		values("CMATRIX"), one("FORMULATION", ""), function("FUNCTION", "usrsub_param_string"), routineArgs(),
	)},
	{name: "FIELD", kind: "Force_Field", id: true, read: linearOnly, write: skip("type"), args: join(ij(),
		all("KMATRIX", matrix36("k")...), all("CMATRIX", matrix36("c")...), of("CRATIO", "cratio"),
		all("FORCE", each("preload_", six...)...), all("LENGTH", each("length_", six...)...),
		one("FORMULATION", ""), function("FUNCTION", "usrsub_param_string"), routineArgs(),
	)},
	{name: "NFORCE", kind: "Force_MultiPoint", id: true, read: multiPoint, write: writeMultiPoint, args: join(
		values("I"), of("J", "ref_marker_id"), of("KMATRIX", "kmtx_id"), of("CMATRIX", "cmtx_id"), of("CRATIO", "cratio"),
		of("FORCE", "preload_mtx_id"), of("LENGTH", "length_mtx_id"),
		function("FUNCTION", "usrsub_param_string"), routineArgs(),
	)},
}

// beam: a damping matrix of its own, 21 numbers, is not in the element.
func beam(e *emitter) bool {
	if a := e.argument("CMATRIX"); a != nil {
		e.fail(a.name, "E614", "not supported: CMATRIX").Help = "use CRATIO, or a FIELD with KMATRIX and CMATRIX"
	}
	return linearOnly(e)
}

// linearOnly: beams and fields are linear in the displacements of their ends.
func linearOnly(e *emitter) bool {
	if a := e.argument("FORMULATION"); a != nil && !(a.val.s != "" && strings.HasPrefix("LINEAR", strings.ToUpper(a.val.s))) {
		e.fail(a.val, "E614", "not supported: FORMULATION=%s", shorten(a.val.s)).Help = "only LINEAR is there; divide a bent beam into several"
	}
	return routine(e)
}

func multiPoint(e *emitter) bool {
	if a := e.argument("I"); a != nil {
		e.set("n_i_marker", strconv.Itoa(len(entries(a.val))), a.val)
		e.body(a.name, a.val)
	}
	return routine(e)
}
