package pysub

import (
	"fmt"

	"github.com/go-python/gpython/py"
	"github.com/trammel-mbd/trammel/usersub/pysub/python"
)

// storeRowsByColumns stores a list of rows by columns, as the flat form has it.
func storeRowsByColumns(dst []float64, rows []py.Object) (problem string) {
	n := len(dst) / len(rows)
	for i, o := range rows {
		row, ok := python.ListOrTupleItems(o)
		if !ok {
			clear(dst)
			return fmt.Sprintf("row %d is %s", i, python.DescribeObject(o))
		}
		if len(row) != n {
			clear(dst)
			return fmt.Sprintf("row %d has %s, not %d", i, python.FormatCount(len(row), "value"), n)
		}
		for j, o := range row {
			v, ok := python.ToFloat(o)
			if !ok {
				clear(dst)
				return fmt.Sprintf("item %d of row %d is %s", j, i, python.DescribeObject(o))
			}
			dst[i+j*len(rows)] = v
		}
	}
	return ""
}
