package cmdfile

import "strings"

// databaseFunctionTable returns the functions that search the database.
func databaseFunctionTable() map[string]function {
	return map[string]function{
		"DB_EXISTS": {1, 1, callExists}, "DB_OBJ_EXISTS": {2, 2, callExistsIn}, "DB_CHILDREN": {2, 2, callChildren}, "DB_IMMEDIATE_CHILDREN": {2, 2, callChildren},
		"DB_DESCENDANTS": {2, 4, callDescendants}, "DB_ANCESTOR": {2, 2, callAncestor},
		"DB_DEFAULT": {2, 2, func(s *evaluator, a []datum) datum {
			switch strings.ToLower(a[1].String()) {
			case "model":
				if s.x.model != nil {
					return newObjectDatum(s.x.model)
				}
				return datum{}
			case "part":
				if p := s.x.frame.ancestor(partClass); p != nil {
					return newObjectDatum(p)
				}
			}
			return datum{}
		}},
		"DB_TYPE":  {1, 1, func(s *evaluator, a []datum) datum { return typeNameDatum(a[0]) }},
		"DB_COUNT": {2, 2, callCount},
		"DB_OBJECT_COUNT": {1, 1, func(s *evaluator, a []datum) datum {
			return newNumberDatum(float64(len(flatEntries(a[0]))))
		}},
		"DB_SHORT_NAME": {1, 1, callShortName},
		"DB_CHANGED":    {0, 0, func(s *evaluator, a []datum) datum { return newNumberDatum(0) }},
		"UNIQUE_NAME":   {1, 1, callUniqueName}, "UNIQUE_NAME_IN_HIERARCHY": {1, 1, callUniqueName}, "UNIQUE_FULL_NAME": {1, 1, callUniqueFullName},
		"UNIQUE_LOCAL_NAME": {2, 2, callUniqueLocalName},
		"UNIQUE_ID":         {1, 1, func(s *evaluator, a []datum) datum { return newNumberDatum(float64(s.x.freeID())) }},
	}
}

func (s *evaluator) findObject(d datum) *object {
	if d.kind == objectDatum {
		return d.obj
	}
	if d.kind != textDatum {
		return nil
	}
	o, rest := s.x.db.lookUp(strings.TrimSpace(d.text), append(s.contexts, s.x.nameContexts()...)...)
	if len(rest) > 0 || o == s.x.db.root {
		return nil
	}
	return o
}

// objectOf returns the object that an argument is or names.
func (s *evaluator) objectOf(d datum) *object {
	o := s.findObject(d)
	if o == nil {
		panic(failuref("there is no object %q", shortenForMessage(d.String())))
	}
	return o
}

func callExists(s *evaluator, a []datum) datum {
	if a[0].kind == objectDatum && a[0].obj.class == variableClass {
		if d, err := catchFailure(func() datum { return s.contentOfVariable(a[0]) }); err == nil && d.kind == textDatum {
			return newBoolDatum(s.findObject(d) != nil)
		}
	}
	return newBoolDatum(s.findObject(a[0]) != nil)
}

func callExistsIn(s *evaluator, a []datum) datum {
	o := s.findObject(a[0])
	return newBoolDatum(o != nil && s.x.db.findChild(o, a[1].String()) != nil)
}

func callObject(s *evaluator, a []datum) datum {
	return newObjectDatum(s.objectOf(a[0]))
}

func typeNameDatum(d datum) datum {
	if d.kind != objectDatum {
		panic(failuref("%q is no object", shortenForMessage(d.String())))
	}
	if d.obj.kind != nil {
		return newTextDatum(d.obj.kind.lastKeyword())
	}
	return newTextDatum(string(d.obj.class))
}

// isOfType reports whether an object is of a type as functions name it.
func isOfType(o *object, t string) bool {
	t = strings.ToLower(strings.TrimSpace(t))
	if t == "all" || t == "" || t == string(o.class) || t == "body" && o.class == partClass {
		return true
	}
	return o.kind != nil && (t == o.kind.lastKeyword() || strings.HasPrefix(o.kind.sub, t))
}

func callChildren(s *evaluator, a []datum) datum {
	o := s.objectOf(a[0])
	var list []datum
	for _, k := range o.order {
		if !k.gone && k.parent == o && isOfType(k, a[1].String()) {
			list = append(list, newObjectDatum(k))
		}
	}
	return newArrayDatum(list)
}

func callDescendants(s *evaluator, a []datum) datum {
	var list []datum
	for _, k := range s.objectOf(a[0]).descendantsByAge() {
		if isOfType(k, a[1].String()) {
			list = append(list, newObjectDatum(k))
		}
	}
	return newArrayDatum(list)
}

func callAncestor(s *evaluator, a []datum) datum {
	o := s.findObject(a[0])
	for o != nil && !isOfType(o, a[1].String()) {
		o = o.parent
	}
	if o == nil {
		return datum{}
	}
	return newObjectDatum(o)
}

func callCount(s *evaluator, a []datum) datum {
	if a[0].kind != objectDatum {
		panic(failuref("%q is no object", shortenForMessage(a[0].String())))
	}
	at := a[0].obj.findAttribute(strings.ToLower(a[1].String()))
	if at == nil {
		return newNumberDatum(0)
	}
	return newNumberDatum(float64(len(s.evaluateItems(at, a[0].obj))))
}

func callShortName(s *evaluator, a []datum) datum {
	return newTextDatum(s.objectOf(a[0]).name)
}

func (s *evaluator) modelOrRootObject() *object {
	if s.x.model != nil {
		return s.x.model
	}
	return s.x.db.root
}

func callUniqueName(s *evaluator, a []datum) datum {
	parent, name := s.modelOrRootObject(), strings.TrimSpace(a[0].String())
	if strings.HasPrefix(name, ".") {
		all := splitObjectName(name)
		o, rest := s.x.db.followNames(s.x.db.root, all[1:len(all)-1])
		if len(rest) > 0 {
			return newTextDatum(name + "_1")
		}
		return newTextDatum(o.fullName() + "." + s.x.db.unusedName(o, all[len(all)-1]+"_"))
	}
	return newTextDatum(s.x.db.unusedName(parent, name+"_"))
}

func callUniqueFullName(s *evaluator, a []datum) datum {
	name := a[0].String()
	if strings.HasPrefix(name, ".") {
		return callUniqueName(s, a)
	}
	return newTextDatum(s.modelOrRootObject().fullName() + "." + s.x.db.unusedName(s.modelOrRootObject(), name+"_"))
}

func callUniqueLocalName(s *evaluator, a []datum) datum {
	return newTextDatum(s.x.db.unusedName(s.objectOf(a[0]), a[1].String()+"_"))
}
