package main

import (
	"io"

	"github.com/trammel-mbd/trammel/cmd/trammel/export"
	"github.com/trammel-mbd/trammel/core/study"
)

// newStudyTable returns a table of results in Parquet.
func newStudyTable(w io.Writer) study.Table { return export.NewStudyTable(w) }
