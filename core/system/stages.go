package system

import "time"

// Task is a part of the work of a run.
type Task uint8

// Tasks in the order in which they come.
const (
	Kinematics Task = iota // poses, speeds, constraint rows
	Forces                 // measures, laws, applied forces
	Residuals              // equations of motion, constraints, states
	Jacobians              // partials and the assembly of the matrix
	Factors                // its factorization
	Solves                 // solutions with the factors
	NTasks
)

var taskNames = [...]string{"kinematics", "forces", "residual", "jacobian", "factor", "solve"}

func (s Task) String() string { return taskNames[s] }

// Stages adds up the time of each task and how often it came.
type Stages struct {
	Spent [NTasks]time.Duration
	Count [NTasks]int
	since time.Time
}

// Sum is the time of all tasks.
func (s *Stages) Sum() time.Duration {
	var sum time.Duration
	for _, d := range s.Spent {
		sum += d
	}
	return sum
}

// Watch has the time of the tasks measured from now on, which costs a reading of the
// clock at the end of each; nil ends that. A State that is not watched pays one
// comparison.
func (s *State) Watch(w *Stages) { s.watch = w }

// started begins the first task of a call from the integrator.
func (s *State) started() {
	if s.watch != nil {
		s.watch.since = time.Now()
	}
}

// done ends a task.
func (s *State) done(k Task) {
	if s.watch != nil {
		s.watch.end(k)
	}
}

func (w *Stages) end(k Task) {
	now := time.Now()
	w.Spent[k] += now.Sub(w.since)
	w.Count[k]++
	w.since = now
}
