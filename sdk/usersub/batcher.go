package usersub

// Batcher is a Sub for which many calls cost little more than one when they are made
// together: those of a plugin, which travel in one message.
type Batcher interface {
	// GroupKey reports which calls go together: those of Subs with the same group. It is
	// comparable.
	GroupKey() any
	// Prefetch notes that Call(f, s) comes soon, with the inputs and answers that f
	// holds now. The first Call of the group makes all calls noted so far; the others then
	// find their results. A Call whose inputs are not those noted is made again; parameters
	// and sizes of f stay as they are in between. Outputs of f are left
	// alone until its Call; errors come there.
	Prefetch(f *Frame, s State)
}

// AsBatcher returns the Batcher that a Sub is, or that it is before.
func AsBatcher(sub Sub) (Batcher, bool) { return findSubOfType[Batcher](sub) }
