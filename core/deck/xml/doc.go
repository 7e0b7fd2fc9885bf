// Package xml splits the text of an XML file into tags and runs of text with
// the byte offsets of every name and value. It reads what hand-edited decks
// contain, not only what is well formed: each departure is reported as a
// Problem, repaired in the least surprising way, and scanning continues to the
// end of the file. It knows nothing of elements and their meaning.
//
// Scanning takes time linear in the length of the text, whatever the text.
package xml

// Span is a range of byte offsets.
type Span struct{ Start, End int }

// Kind reports what a token is.
type Kind uint8

const (
	EOF   Kind = iota
	Start      // <name attr="value"> or <name/>
	End        // </name>
	Text       // anything outside tags
)

// Attr is one attribute of a start tag. Value excludes the quotes.
type Attr struct{ Name, Value Span }

// Token is one piece of the file.
type Token struct {
	Kind     Kind
	Span     Span   // from < to >, or the text
	Name     Span   // of a tag
	Attrs    []Attr // of a start tag, valid until the next call of Next
	Empty    bool   // the start tag ends in />
	Unclosed bool   // the start tag has no > of its own
	Verbatim bool   // the text was in a CDATA section
}

// Problem is a departure from the rules of XML.
type Problem struct {
	Error bool // information was lost; otherwise the repair is unambiguous
	Code  string
	At    Span
	Msg   string
	Help  string
}

// Codes of the problems, E where information is lost.
const (
	CodeComment     = "E102" // comment or declaration without end
	CodeCDATA       = "E103" // CDATA section without end
	CodeDeclaration = "W104" // declaration or processing instruction that is odd
	CodeEntityDecl  = "W105" // entity declarations are not read
	CodeEntity      = "W106" // unknown entity
	CodeAmpersand   = "W107" // & that begins no entity
	CodeCharRef     = "E108" // character reference to no character
	CodeBlank       = "W110" // blank after <
	CodeTagOpen     = "E111" // tag without >
	CodeStray       = "W113" // stray characters in a tag
	CodeLess        = "W114" // < in text
	CodeNoBlank     = "W115" // attributes not separated
	CodeQuotes      = "W116" // typographic quotes
	CodeUnquoted    = "W117" // value without quotes
	CodeNoEquals    = "W118" // = missing
	CodeNoValue     = "E119" // attribute without value
	CodeNoQuoteEnd  = "E120" // closing quote missing
	CodeLoose       = "E121" // blanks in a value without quotes
)
