package cmdfile

import (
	"sort"
	"strconv"
	"strings"

	"github.com/trammel-mbd/trammel/core/deck"
)

// class is a kind of objects.
type class string

const (
	modelClass    class = "model"
	partClass     class = "part"
	markerClass   class = "marker"
	pointClass    class = "point"
	variableClass class = "variable"
	geometryClass class = "geometry"
	instanceClass class = "ude"
	macroClass    class = "macro"
	materialClass class = "material"
	libraryClass  class = "library"
)

// attr is a value that a command gave an object. An expression without EVAL is kept: it follows what
// it refers to.
type attr struct {
	at    deck.Span
	items []item
	frame *object // in which coordinates are given; nil for the model
	angle unit    // of angles
	order rotationSequence
}

// item is one of the values of an attribute.
type item struct {
	node *node // an expression, nil for a text
	text string
	form form
	at   deck.Span
}

// object is an object of the database: a model, part, marker, force, variable …
type object struct {
	name   string
	class  class
	kind   *kind // how it becomes statements, nil for a mere container
	at     deck.Span
	parent *object
	kids   map[string]*object
	order  []*object
	attrs  map[string]*attr
	id     int
	off    bool // not active
	gone   bool
	seq    int

	pose    pose // memo
	poseAge int
	busy    bool
	placing bool
}

func (o *object) findAttribute(name string) *attr {
	if o == nil {
		return nil
	}
	return o.attrs[name]
}

// fullName returns the full name.
func (o *object) fullName() string {
	var names []string
	for p := o; p != nil && p.parent != nil; p = p.parent {
		names = append(names, p.name)
	}
	var b strings.Builder
	for i := len(names) - 1; i >= 0; i-- {
		b.WriteByte('.')
		b.WriteString(quotedName(names[i]))
	}
	return b.String()
}

// quotedName writes a name as commands do: in quotes if it has blanks or the like.
func quotedName(name string) string {
	for i := range len(name) {
		if !isWordByte(name[i]) {
			return "'" + name + "'"
		}
	}
	return name
}

// ancestor returns the nearest object of a class that o is in, or o itself.
func (o *object) ancestor(c class) *object {
	for o != nil && o.class != c {
		o = o.parent
	}
	return o
}

// isInactive reports whether an object or one that it is in has been switched off.
func (o *object) isInactive() bool {
	for ; o != nil; o = o.parent {
		if o.off || o.gone {
			return true
		}
	}
	return false
}

// database is the tree of objects.
type database struct {
	root  *object
	age   int // counts changes
	count int
}

func newDatabase() *database {
	return &database{root: &object{class: libraryClass, kids: map[string]*object{}}, age: 1}
}

// splitObjectName splits a name at its points and removes quotes.
func splitObjectName(name string) []string {
	var out []string
	for i := 0; i <= len(name); {
		end := i
		for end < len(name) && name[end] != '.' {
			if c := name[end]; c == '"' || c == '\'' {
				if n := stringEnd(name[end:]); n > 0 {
					end += n
					continue
				}
			}
			end++
		}
		out = append(out, strings.Trim(name[i:end], `"'`))
		i = end + 1
	}
	return out
}

func (d *database) findChild(o *object, name string) *object {
	if o == nil {
		return nil
	}
	k := o.kids[strings.ToLower(name)]
	if k == nil || k.gone {
		return nil
	}
	return k
}

// lookUp finds an object by its name: from the root, or in one of the contexts and what these are in.
// rest are the components behind the longest part of the name that is an object.
func (d *database) lookUp(name string, contexts ...*object) (found *object, rest []string) {
	names := splitObjectName(name)
	if strings.HasPrefix(name, ".") {
		return d.followNames(d.root, names[1:])
	}
	for _, c := range contexts {
		for ; c != nil; c = c.parent {
			if o, r := d.followNames(c, names); o != c && (found == nil || len(r) < len(rest)) {
				found, rest = o, r
			}
		}
	}
	if found == nil {
		if o, r := d.followNames(d.root, names); o != d.root {
			return o, r
		}
	}
	return found, rest
}

// followNames follows components from an object as far as they are objects.
func (d *database) followNames(o *object, names []string) (*object, []string) {
	for i, n := range names {
		k := d.findChild(o, n)
		if k == nil {
			return o, names[i:]
		}
		o = k
	}
	return o, nil
}

// addObject makes an object, or returns the one of this name with made false.
func (d *database) addObject(parent *object, name string, c class, at deck.Span) (o *object, made bool) {
	if o := d.findChild(parent, name); o != nil {
		return o, false
	}
	d.age++
	d.count++
	o = &object{name: name, class: c, parent: parent, at: at, kids: map[string]*object{}, attrs: map[string]*attr{}, seq: d.count}
	parent.kids[strings.ToLower(name)] = o
	parent.order = append(parent.order, o)
	return o, true
}

func (d *database) removeObject(o *object) {
	d.age++
	o.gone = true
	if o.parent.kids[strings.ToLower(o.name)] == o {
		delete(o.parent.kids, strings.ToLower(o.name))
	}
}

// renameObject gives an object another name or parent.
func (d *database) renameObject(o, parent *object, name string) {
	d.age++
	if o.parent.kids[strings.ToLower(o.name)] == o {
		delete(o.parent.kids, strings.ToLower(o.name))
	}
	o.name = name
	parent.kids[strings.ToLower(name)] = o
	if o.parent != parent {
		o.parent = parent
		parent.order = append(parent.order, o)
	}
}

// walkDescendants visits the objects below o in the order in which they were made.
func walkDescendants(o *object, visit func(*object)) {
	for _, k := range o.order {
		if !k.gone && k.parent == o {
			visit(k)
			walkDescendants(k, visit)
		}
	}
}

// descendantsByAge returns the objects below o, sorted by age.
func (o *object) descendantsByAge() []*object {
	var list []*object
	walkDescendants(o, func(k *object) { list = append(list, k) })
	sort.SliceStable(list, func(i, j int) bool { return list[i].seq < list[j].seq })
	return list
}

// unusedName returns prefix with the least number that no child of o has.
func (d *database) unusedName(o *object, prefix string) string {
	for n := 1; ; n++ {
		name := prefix + strconv.Itoa(n)
		if d.findChild(o, name) == nil {
			return name
		}
	}
}
