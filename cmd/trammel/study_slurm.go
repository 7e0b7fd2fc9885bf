package main

import (
	"encoding/json"
	"fmt"
	"strings"
)

// setSlurmCommands makes the command lines those of Slurm: an array of one task a worker.
func (b *studyBatch) setSlurmCommands(workers int) {
	var options strings.Builder
	for _, o := range b.folder.Study.Engine.Options {
		options.WriteString(" " + quoteWord(o))
	}
	b.submit = fmt.Sprintf("sbatch --parsable --job-name=trammel --array=0-%d --output=%s%s --wrap=%s", workers-1,
		quoteWord(b.folder.Path("logs", "slurm-%A-%a.log")), options.String(), "{quoted}")
	b.status = "squeue --json{clusters} --jobs={id}"
	b.cancel = "scancel{clusters} {id}"
	b.splitID = splitSlurmID
	b.gone = slurmJobIsGone
}

// splitSlurmID splits what sbatch --parsable prints, 123 or with several clusters 123;name, into the number of the job and what {clusters} is to
// be in further command lines.
func splitSlurmID(printed string) (id, clusters string) {
	id, cluster, several := strings.Cut(printed, ";")
	if several && cluster != "" {
		clusters = " --clusters=" + quoteWord(cluster)
	}
	return id, clusters
}

// activeStates are the states of jobs of Slurm that have not ended.
var activeStates = map[string]bool{"PENDING": true, "RUNNING": true, "SUSPENDED": true, "COMPLETING": true, "CONFIGURING": true, "REQUEUED": true, "RESIZING": true}

// slurmJobIsGone reports whether squeue lists no job that has not ended. squeue fails for a job that it has
// forgotten. It also fails where the controller does not answer: then nothing is known.
func slurmJobIsGone(printed string, err error) bool {
	if err != nil {
		return strings.Contains(err.Error(), "Invalid job id")
	}
	var list struct {
		Jobs []struct {
			State json.RawMessage `json:"job_state"` // a text, or since version 23.11 a list of them
		} `json:"jobs"`
	}
	_, object, _ := strings.Cut(printed, "{") // with --clusters there may be a line ahead of it
	if json.NewDecoder(strings.NewReader("{"+object)).Decode(&list) != nil {
		return false
	}
	for _, j := range list.Jobs {
		var one string
		var several []string
		if json.Unmarshal(j.State, &one) == nil {
			several = []string{one}
		} else {
			_ = json.Unmarshal(j.State, &several)
		}
		for _, s := range several {
			if activeStates[s] {
				return false
			}
		}
	}
	return true
}
