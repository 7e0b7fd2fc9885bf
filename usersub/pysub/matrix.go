package pysub

import (
	"fmt"
	"math"
	"strings"

	"github.com/go-python/gpython/py"
	"github.com/trammel-mbd/trammel/usersub"
)

// matrixRows returns the number of rows of an output that is a matrix, 0 for
// others: its length is a product (nstate*ninput), or it is one of the 6 x 6
// matrices of FIESUB.
func matrixRows(f *usersub.Frame, i int) int {
	a := &f.Sig.Args[i]
	first, _, product := strings.Cut(a.Len, "*")
	switch {
	case a.Len == "36":
		return 6
	case !product:
		return 0
	}
	if k := f.Sig.Index(first); k >= 0 {
		return int(f.Ints(k)[0])
	}
	return int(math.Round(math.Sqrt(float64(f.Len(i))))) // nq*nq: no argument reports nq
}

// byRows stores a list of rows by columns, as the flat form has it.
func byRows(dst []float64, rows []py.Object) string {
	n := len(dst) / len(rows)
	for i, o := range rows {
		row, ok := sequence(o)
		if !ok {
			clear(dst)
			return fmt.Sprintf("row %d is %s", i, describe(o))
		}
		if len(row) != n {
			clear(dst)
			return fmt.Sprintf("row %d has %s, not %d", i, count(len(row), "value"), n)
		}
		for j, o := range row {
			v, ok := number(o)
			if !ok {
				clear(dst)
				return fmt.Sprintf("item %d of row %d is %s", j, i, describe(o))
			}
			dst[i+j*len(rows)] = v
		}
	}
	return ""
}
