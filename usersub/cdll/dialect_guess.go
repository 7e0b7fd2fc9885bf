package cdll

import (
	"fmt"
	"slices"
	"strings"

	"github.com/trammel-mbd/trammel/usersub"
	"github.com/trammel-mbd/trammel/usersub/loading"
)

// Utilities that one family of solvers has and the other has not, by their documentations and headers. A library that
// calls one was written for that family.
var (
	onlyMotionSolve = []string{"MODFNC", "MODSET", "SET_ATTRIBUTE", "CUSFNC", "UCOMAR", "FITSPL", "QUISPL"}
	onlyAdams       = []string{"TIRARY", "GTCMAT", "GET_GRAVITY", "ADAMS_NEEDS_PARTIALS", "SYSPAR", "ANLMOD", "SIMSTA", "GET_INTEGRATOR_DETAILS",
		"GET_HHT_PARAMETERS", "GET_NUMDIF_INFO", "NANINF"}
)

// findCalledUtility returns the utility of a list that the library calls, as it calls it; "" if none.
func (im *libraryImage) findCalledUtility(list []string) string {
	for _, s := range im.wanted {
		name := strings.ToUpper(strings.TrimSuffix(strings.TrimPrefix(strings.ToLower(s), "c_"), "_"))
		if slices.Contains(list, name) {
			return s
		}
	}
	return ""
}

// checkDialect examines a routine whose dialect nobody has said, where its symbol has small and capital letters as one with a
// struct first. Nothing in a library reports how its routines take arguments, and the wrong guess reads and writes other
// memory. So it is refused where the library calls what the solvers of the guessed family do not have, and a
// warning where the symbol alone speaks for the other form.
func (l *Loader) checkDialect(im *libraryImage, ref *usersub.Ref, sig *usersub.Sig, symbol string, wanted Dialect) *usersub.LoadError {
	if ref.Dialect != "" || l.Dialect != Auto || sig.Struct == nil || !isMixedCase(symbol) {
		return nil
	}
	if s := im.findCalledUtility(onlyMotionSolve); wanted == Adams && s != "" {
		return &usersub.LoadError{
			Reason: fmt.Sprintf("it is not known how %s takes its arguments: in a deck of this kind its name means a struct first, but %s calls %s, which only MotionSolve has",
				symbol, im.path, s),
			Hint: "say usrsub_dialect (DIALECT= in Adams decks): ms if it takes pointers, adams if a struct"}
	}
	if wanted != Auto || symbol != sig.Name[:1]+strings.ToLower(sig.Name[1:]) {
		return nil
	}
	if s := im.findCalledUtility(onlyAdams); s != "" {
		return &usersub.LoadError{
			Reason: fmt.Sprintf("it is not known how %s takes its arguments: in a deck of this kind they are pointers, but it has the name of a routine with a struct, and %s calls %s, which only Adams has",
				symbol, im.path, s),
			Hint: "say usrsub_dialect: adams if it takes a struct, ms if pointers"}
	}
	l.logger().Warn("the symbol resembles that of a routine with a struct; it is called with pointers",
		"symbol", symbol, "element", ref.Element, "hint", "usrsub_dialect=\"adams\" or \"ms\"")
	return nil
}

// SymbolAndDialect reports how a routine would be called, and which symbol, without opening its library.
func (l *Loader) SymbolAndDialect(ref *usersub.Ref, sig *usersub.Sig) (symbol string, d Dialect, err error) {
	_, err = loading.Load(ref, sig, func(named *usersub.Ref) (_ *usersub.Routine, p *usersub.LoadError) {
		symbol, d, p = l.symbolAndDialect(named, sig)
		return nil, p
	})
	return symbol, d, err
}

func (l *Loader) symbolAndDialect(ref *usersub.Ref, sig *usersub.Sig) (symbol string, d Dialect, p *usersub.LoadError) {
	wanted, p := l.requestedDialect(ref)
	if p != nil {
		return "", Auto, p
	}
	path, p := l.findLibrary(ref)
	if p != nil {
		return "", Auto, p
	}
	im, p := readLibrary(path)
	if p != nil {
		return "", Auto, p
	}
	return l.chooseSymbol(im, ref, sig, wanted)
}

// chooseSymbol chooses the symbol of a routine in a library, and the dialect in which it is called.
func (l *Loader) chooseSymbol(im *libraryImage, ref *usersub.Ref, sig *usersub.Sig, wanted Dialect) (symbol string, d Dialect, p *usersub.LoadError) {
	if symbol, p = im.findSymbol(ref.Function, wanted); p != nil {
		return "", Auto, p
	}
	if d, p = resolveDialect(symbol, wanted, sig); p == nil {
		p = l.checkDialect(im, ref, sig, symbol, wanted)
	}
	return symbol, d, p
}
