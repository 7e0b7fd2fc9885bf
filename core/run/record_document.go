package run

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
)

// reserveFile is in the folder of a run while it goes: it keeps room for run.json on a disk that fills up.
const reserveFile = "run.json.reserve"

// reserveSize is the room that is kept. A longer document leaves out its lists, see brief.
const reserveSize = 64 << 10

// writeReserveFile writes the file that keeps room for the last run.json on the disk.
func (r *Recorder) writeReserveFile() error {
	return r.root.WriteFile(reserveFile, bytes.Repeat([]byte{' '}, reserveSize), 0o644)
}

// writeDocument replaces run.json: whoever reads it finds the old or the new one. The last one takes the room that was
// reserved, as a file that is long enough costs less than a new one; on a full disk it leaves out lists to fit.
func (r *Recorder) writeDocument(d *Document) error {
	text, err := d.JSON()
	if err != nil {
		return err
	}
	if r.closed && len(text) <= reserveSize && r.writeOverReserve(d, text) == nil {
		return nil
	}
	name := fmt.Sprintf("%s.%d", DocumentFile, os.Getpid())
	err = r.root.WriteFile(name, text, 0o644)
	if err == nil {
		err = r.root.Rename(name, DocumentFile)
	}
	if err == nil {
		return nil
	}
	_ = r.root.Remove(name)
	if r.closed && r.writeOverReserve(d, text) == nil {
		return nil
	}
	return err
}

// writeOverReserve writes the document over the reserve file, which then takes the name of run.json.
func (r *Recorder) writeOverReserve(d *Document, text []byte) error {
	if len(text) > reserveSize {
		var err error
		if text, err = d.shortForm().JSON(); err != nil {
			return err
		}
	}
	f, err := r.root.OpenFile(reserveFile, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = f.WriteAt(text, 0)
	if err = errors.Join(err, f.Truncate(int64(len(text))), f.Close()); err != nil {
		return err
	}
	return r.root.Rename(reserveFile, DocumentFile)
}

// overwriteDocument writes the document over run.json, in the room that this takes already: on a full disk there is no other. The size is that of run.json.
func (r *Recorder) overwriteDocument(d *Document, size int) error {
	c := d.shortForm()
	text, err := json.Marshal(c)
	if len(text) > size {
		c.Analyses, c.Linear, c.Redundant, c.Results, c.Assembly, c.Events = nil, nil, nil, nil, nil, nil
		c.Columns = nil
		c.Warnings, c.Routines = truncateList(c.Warnings[:0]), truncateList(c.Routines[:0])
		text, err = json.Marshal(c)
	}
	if err != nil {
		return err
	}
	f, err := r.root.OpenFile(DocumentFile, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	defer f.Close()
	text = append(text, bytes.Repeat([]byte{' '}, max(0, size-len(text)))...)
	// What is longer than the old text comes first: if it finds no room, the old text is still whole.
	if _, err = f.WriteAt(text[size:], int64(size)); err != nil {
		return errors.Join(err, f.Truncate(int64(size)))
	}
	_, err = f.WriteAt(text[:size], 0)
	return err
}

// mostBrief bounds each list of a brief document.
const mostBrief = 20

// shortForm returns the document with short lists.
func (d *Document) shortForm() *Document {
	c := d.clone()
	c.Analyses, c.Linear, c.Redundant = truncateList(c.Analyses), truncateList(c.Linear), truncateList(c.Redundant)
	c.Results, c.Assembly, c.Columns = truncateList(c.Results), truncateList(c.Assembly), truncateList(c.Columns)
	for i := range c.Results {
		c.Results[i].Columns = truncateList(c.Results[i].Columns)
	}
	c.Warnings, c.Events, c.Routines = truncateList(c.Warnings), truncateList(c.Events), truncateList(c.Routines)
	for i := range c.Routines {
		c.Routines[i].Queries = truncateList(c.Routines[i].Queries)
	}
	for i := range c.Assembly {
		c.Assembly[i].Gaps = truncateList(c.Assembly[i].Gaps)
	}
	return c
}

func truncateList[T any](list []T) []T { return list[:min(len(list), mostBrief)] }
