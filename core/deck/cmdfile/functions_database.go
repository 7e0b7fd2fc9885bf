package cmdfile

import (
	"fmt"
	"strings"
)

// databaseFunctionTable returns the functions that search the database.
func databaseFunctionTable() map[string]function {
	return map[string]function{
		"DB_EXISTS": {1, 1, callExists}, "DB_OBJ_EXISTS": {2, 2, callExistsIn}, "DB_CHILDREN": {2, 2, callChildren}, "DB_IMMEDIATE_CHILDREN": {2, 2, callChildren},
		"DB_DESCENDANTS": {2, 4, callDescendants}, "DB_ANCESTOR": {2, 2, callAncestor},
		"DB_DEFAULT": {2, 2, func(s *scope, a []datum) (datum, error) {
			switch strings.ToLower(a[1].String()) {
			case "model":
				if s.x.model != nil {
					return objectOf(s.x.model), nil
				}
				return datum{}, nil
			case "part":
				if p := s.x.frame.ancestor(partClass); p != nil {
					return objectOf(p), nil
				}
			}
			return datum{}, nil
		}},
		"DB_TYPE":         {1, 1, func(s *scope, a []datum) (datum, error) { return typeOf(a[0]) }},
		"DB_COUNT":        {2, 2, callCount},
		"DB_OBJECT_COUNT": {1, 1, func(s *scope, a []datum) (datum, error) { return number(float64(len(entries(a[0])))), nil }},
		"DB_SHORT_NAME":   {1, 1, callShortName},
		"DB_CHANGED":      {0, 0, func(s *scope, a []datum) (datum, error) { return number(0), nil }},
		"UNIQUE_NAME":     {1, 1, callUniqueName}, "UNIQUE_NAME_IN_HIERARCHY": {1, 1, callUniqueName}, "UNIQUE_FULL_NAME": {1, 1, callUniqueFullName},
		"UNIQUE_LOCAL_NAME": {2, 2, callUniqueLocalName},
		"UNIQUE_ID":         {1, 1, func(s *scope, a []datum) (datum, error) { return number(float64(s.x.freeID())), nil }},
	}
}

func (s *scope) find(d datum) *object {
	if d.kind == objectDatum {
		return d.obj
	}
	if d.kind != textDatum {
		return nil
	}
	o, rest := s.x.db.lookUp(strings.TrimSpace(d.text), append(s.contexts, s.x.contexts()...)...)
	if len(rest) > 0 || o == s.x.db.root {
		return nil
	}
	return o
}

func callExists(s *scope, a []datum) (datum, error) {
	if a[0].kind == objectDatum && a[0].obj.class == variableClass {
		if d, err := s.content(a[0]); err == nil && d.kind == textDatum {
			return truth(s.find(d) != nil), nil
		}
	}
	return truth(s.find(a[0]) != nil), nil
}

func callExistsIn(s *scope, a []datum) (datum, error) {
	o := s.find(a[0])
	return truth(o != nil && s.x.db.child(o, a[1].String()) != nil), nil
}

func callObject(s *scope, a []datum) (datum, error) {
	if o := s.find(a[0]); o != nil {
		return objectOf(o), nil
	}
	return datum{}, fmt.Errorf("there is no object %q", shorten(a[0].String()))
}

func typeOf(d datum) (datum, error) {
	if d.kind != objectDatum {
		return d, fmt.Errorf("%q is no object", shorten(d.String()))
	}
	if d.obj.kind != nil {
		return textOf(d.obj.kind.last()), nil
	}
	return textOf(string(d.obj.class)), nil
}

// isOfType reports whether an object is of a type as functions name it.
func isOfType(o *object, t string) bool {
	t = strings.ToLower(strings.TrimSpace(t))
	if t == "all" || t == "" || t == string(o.class) || t == "body" && o.class == partClass {
		return true
	}
	return o.kind != nil && (t == o.kind.last() || strings.HasPrefix(o.kind.sub, t))
}

func callChildren(s *scope, a []datum) (datum, error) {
	o := s.find(a[0])
	if o == nil {
		return datum{}, fmt.Errorf("there is no object %q", shorten(a[0].String()))
	}
	var list []datum
	for _, k := range o.order {
		if !k.gone && k.parent == o && isOfType(k, a[1].String()) {
			list = append(list, objectOf(k))
		}
	}
	return arrayOf(list), nil
}

func callDescendants(s *scope, a []datum) (datum, error) {
	o := s.find(a[0])
	if o == nil {
		return datum{}, fmt.Errorf("there is no object %q", shorten(a[0].String()))
	}
	var list []datum
	for _, k := range o.all() {
		if isOfType(k, a[1].String()) {
			list = append(list, objectOf(k))
		}
	}
	return arrayOf(list), nil
}

func callAncestor(s *scope, a []datum) (datum, error) {
	o := s.find(a[0])
	for o != nil && !isOfType(o, a[1].String()) {
		o = o.parent
	}
	if o == nil {
		return datum{}, nil
	}
	return objectOf(o), nil
}

func callCount(s *scope, a []datum) (datum, error) {
	if a[0].kind != objectDatum {
		return datum{}, fmt.Errorf("%q is no object", shorten(a[0].String()))
	}
	at := a[0].obj.attr(strings.ToLower(a[1].String()))
	if at == nil {
		return number(0), nil
	}
	list, err := s.items(at, a[0].obj)
	return number(float64(len(list))), err
}

func callShortName(s *scope, a []datum) (datum, error) {
	o := s.find(a[0])
	if o == nil {
		return datum{}, fmt.Errorf("there is no object %q", shorten(a[0].String()))
	}
	return textOf(o.name), nil
}

func (s *scope) home() *object {
	if s.x.model != nil {
		return s.x.model
	}
	return s.x.db.root
}

func callUniqueName(s *scope, a []datum) (datum, error) {
	parent, name := s.home(), strings.TrimSpace(a[0].String())
	if strings.HasPrefix(name, ".") {
		all := components(name)
		o, rest := s.x.db.descend(s.x.db.root, all[1:len(all)-1])
		if len(rest) > 0 {
			return textOf(name + "_1"), nil
		}
		return textOf(o.path() + "." + s.x.db.freeName(o, all[len(all)-1]+"_")), nil
	}
	return textOf(s.x.db.freeName(parent, name+"_")), nil
}

func callUniqueFullName(s *scope, a []datum) (datum, error) {
	name := a[0].String()
	if strings.HasPrefix(name, ".") {
		return callUniqueName(s, a)
	}
	return textOf(s.home().path() + "." + s.x.db.freeName(s.home(), name+"_")), nil
}

func callUniqueLocalName(s *scope, a []datum) (datum, error) {
	o := s.find(a[0])
	if o == nil {
		return datum{}, fmt.Errorf("there is no object %q", shorten(a[0].String()))
	}
	return textOf(s.x.db.freeName(o, a[1].String()+"_")), nil
}
