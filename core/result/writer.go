package result

// Writer is what a run writes its rows into. A format of results is a Writer.
type Writer interface {
	// Columns names the columns. It is called once, before anything else.
	Columns(columns []Column) error
	// Row adds a row: the time and a value a column. The Writer keeps no reference to v.
	Row(t float64, v []float64) error
	// Close writes what is left and closes the file.
	Close() error
}

// AnalysisWriter is a Writer that keeps the rows of analyses apart. Rows that come before the first call belong to an
// analysis without a name.
type AnalysisWriter interface {
	Writer
	Begin(a Analysis) error // its name and type
}
