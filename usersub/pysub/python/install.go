package python

import (
	"sync"

	"github.com/go-python/gpython/py"
)

// InstallLanguage makes gpython the language that scripts are written in: it exchanges
// instructions (package private), adds methods to gpython's types, and registers the
// modules of the library that are written in Go. All of that is state of the process,
// so that it is done once, here and nowhere else. The order matters: an instruction
// wraps the one before it. more adds operators of other types.
func InstallLanguage(installOperatorsOfOthers func()) {
	installOnce.Do(func() {
		for _, install := range []func(){registerSys, installTruth, installAttributeAccess, installComparisons, installDict, installImports,
			installIteration, func() { installOperators(installOperatorsOfOthers) }, installSets, installThrow, installYieldFrom,
			installCollections, installDictMethods, installCopy, installJSON, installRegex, installRandom, installStatistics, installStream, installTypes} {
			install()
		}
	})
}

var installOnce sync.Once

// installTypes adds what gpython's own types lack.
func installTypes() {
	py.MethodType.Dict["__name__"] = &py.Property{Fget: func(self py.Object) (py.Object, error) {
		return py.String(self.(*py.Method).Name), nil
	}}
	addMethods(py.StringType, stringMethods)
	addMethods(py.StringType, moreStringMethods)
	addMethods(py.ListType, listMethods)
	addMethods(py.TupleType, tupleMethods)
	addMethods(py.StringDictType, dictMethods)
	for _, m := range sortedListings {
		py.StringDictType.Dict[m.Name] = m
	}
	py.ListType.Dict["sort"] = sortMethod
	addMethods(py.FileType, fileMethods)
	for _, t := range []*py.Type{py.IntType, py.BigIntType, py.BoolType} {
		addMethods(t, intMethods)
	}
	addMethods(py.FloatType, floatMethods)
	for _, m := range generatorMethods {
		py.GeneratorType.Dict[m.Name] = m
	}
	py.BaseException.Dict["__init__"] = baseInit
	py.BoolType.New = convertToBool
	py.ListType.New, py.TupleType.New = wrapToAcceptFile(py.ListType.New), wrapToAcceptFile(py.TupleType.New)
	py.StringType.New = newStringConstructor(py.StringType.New)
	py.IntType.New = wrapToAcceptTruthValues(py.IntType.New)
	py.FloatType.New = wrapToAcceptTruthValues(py.FloatType.New)
}
