package main

import (
	"math/rand/v2"
	"regexp"
	"strings"
)

var (
	tag       = regexp.MustCompile(`<[A-Z]\w*[^<>]*/>`)
	attribute = regexp.MustCompile(`\s(\w+)="([^"]*)"`)
	argument  = regexp.MustCompile(`,\s*(\w+)\s*=\s*([^,\n=]+)`)
)

// odd are values that are where others are expected.
var odd = []string{"0", "-1", "1e300", "-1e-300", "NaN", "", "x", "1,2", "99999", "1.5", "TRUE", "REVOLUTE", "DX(1)", "SIN(", "1/0", "TIME", "2 3", "é"}

func pickString(r *rand.Rand, list []string) string { return list[r.IntN(len(list))] }

// alterXML changes one element of a deck in XML.
func alterXML(text string, r *rand.Rand) string {
	all := tag.FindAllStringIndex(text, -1)
	if len(all) == 0 {
		return text
	}
	at := all[r.IntN(len(all))]
	element := text[at[0]:at[1]]
	other := all[r.IntN(len(all))]
	attrs := attribute.FindAllStringSubmatchIndex(element, -1)
	to := element
	if len(attrs) > 0 {
		a := attrs[r.IntN(len(attrs))]
		switch r.IntN(9) {
		case 0: // removed
			to = element[:a[0]] + element[a[1]:]
		case 1: // misspelt
			to = element[:a[2]] + misspellName(element[a[2]:a[3]], r) + element[a[3]:]
		case 2, 3: // another value
			to = element[:a[4]] + pickString(r, odd) + element[a[5]:]
		case 4: // given twice
			to = element[:a[1]] + element[a[0]:a[1]] + element[a[1]:]
		case 5: // the element twice
			to = element + element
		case 6: // one in the other
			to = strings.TrimSuffix(element, "/>") + ">" + text[other[0]:other[1]] + "</" + strings.Fields(element[1:])[0] + ">"
		case 7: // no element
			to = ""
		case 8: // misspelt element
			name := strings.Fields(element[1:])[0]
			to = "<" + misspellName(name, r) + element[1+len(name):]
		}
	}
	return text[:at[0]] + to + text[at[1]:]
}

// alterStatement changes one statement of an Adams model.
func alterStatement(text string, r *rand.Rand) string {
	lines := strings.SplitAfter(text, "\n")
	k := r.IntN(len(lines))
	line := lines[k]
	args := argument.FindAllStringSubmatchIndex(line, -1)
	switch {
	case len(args) > 0 && r.IntN(4) > 0:
		a := args[r.IntN(len(args))]
		switch r.IntN(4) {
		case 0:
			line = line[:a[0]] + line[a[1]:]
		case 1:
			line = line[:a[2]] + misspellName(line[a[2]:a[3]], r) + line[a[3]:]
		case 2:
			line = line[:a[4]] + pickString(r, odd) + line[a[5]:]
		case 3:
			line = line[:a[1]] + line[a[0]:a[1]] + line[a[1]:]
		}
	case r.IntN(3) == 0:
		line += line
	case r.IntN(2) == 0:
		line = ""
	default:
		line = strings.Replace(line, "/", pickString(r, []string{"", "//", "/-", "/x", "/0", "/999999999999"}), 1)
	}
	lines[k] = line
	return strings.Join(lines, "")
}

// misspellName changes a letter of a name, or leaves one out.
func misspellName(name string, r *rand.Rand) string {
	if name == "" {
		return "x"
	}
	at := r.IntN(len(name))
	if r.IntN(2) == 0 {
		return name[:at] + name[at+1:]
	}
	return name[:at] + string(rune('a'+r.IntN(26))) + name[at+1:]
}
