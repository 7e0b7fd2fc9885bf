package system

// waiting hands out entries of a Memory that are named alike one behind the other.
type waiting[T any] map[owner][]T

func (w waiting[T]) add(name string, id int, x T) {
	k := owner{name, id}
	w[k] = append(w[k], x)
}

func (w waiting[T]) next(name string, id int) (x T, ok bool) {
	k := owner{name, id}
	if len(w[k]) == 0 {
		return x, false
	}
	x, w[k] = w[k][0], w[k][1:]
	return x, true
}

// left counts what was not handed out.
func (w waiting[T]) left() (n int) {
	for _, list := range w {
		n += len(list)
	}
	return n
}
