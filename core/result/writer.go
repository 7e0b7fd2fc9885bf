package result

// Writer is what a run writes its rows into. A format of results is a Writer.
type Writer interface {
	// WriteColumns names the columns. It is called once, before anything else.
	WriteColumns(columns []Column) error
	// WriteRow adds a row: the time and a value a column. The Writer keeps no reference to v.
	WriteRow(t float64, v []float64) error
	// FinishWriting writes what is left. A writer that was given a file closes it; one of an io.Writer leaves that to who opened it.
	FinishWriting() error
}

// AnalysisWriter is a Writer that keeps the rows of analyses apart. Rows that come before the first call belong to an
// analysis without a name.
type AnalysisWriter interface {
	Writer
	BeginAnalysis(a Analysis) error // its name and type
}
