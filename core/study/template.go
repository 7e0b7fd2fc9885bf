package study

import (
	"fmt"
	"regexp"
	"strings"
)

// checkJobID checks the expression that finds the id of a job.
func (r *reader) checkJobID(g *Engine, t *tomlTable) {
	if g.JobID == "" {
		return
	}
	if e, err := regexp.Compile(g.JobID); err != nil || e.NumSubexp() != 1 {
		reportValue(r.diags, t.find("job_id").value.span, `such as "job (\\d+) submitted"`, "job_id is a regular expression with one group")
	}
}

// FindJobID returns the id of a job in what the command line Submit has printed: what the group of JobID matches, else the last line.
func (g *Engine) FindJobID(printed string) (string, error) {
	if g.JobID == "" {
		lines := strings.Split(strings.TrimSpace(printed), "\n")
		if id := strings.TrimSpace(lines[len(lines)-1]); id != "" {
			return id, nil
		}
		return "", fmt.Errorf("the command submit has printed no id of a job")
	}
	m := regexp.MustCompile(g.JobID).FindStringSubmatch(printed)
	if m == nil {
		return "", fmt.Errorf("job_id does not fit what the command submit has printed: %q", strings.TrimSpace(printed))
	}
	return m[1], nil
}
