package cmdfile

import "strings"

func callSubstring(_ *evaluator, a []datum) datum {
	r := []rune(a[0].String())
	from, n := int(a[1].num)-1, int(a[2].num)
	from = max(0, min(from, len(r)))
	n = max(0, min(n, len(r)-from))
	return newTextDatum(string(r[from : from+n]))
}

func callSplit(_ *evaluator, a []datum) datum {
	var list []datum
	for _, t := range strings.Split(a[0].String(), a[1].String()) {
		list = append(list, newTextDatum(t))
	}
	return newArrayDatum(list)
}

// callMatch compares with a pattern of * and ?.
func callMatch(_ *evaluator, a []datum) datum {
	return newBoolDatum(matchesPattern(strings.ToLower(a[0].String()), strings.ToLower(a[1].String())))
}

func matchesPattern(pattern, t string) bool {
	star, mark, i, j := -1, 0, 0, 0
	for j < len(t) {
		switch {
		case i < len(pattern) && (pattern[i] == '?' || pattern[i] == t[j]) && pattern[i] != '*':
			i++
			j++
		case i < len(pattern) && pattern[i] == '*':
			star, mark = i, j
			i++
		case star >= 0:
			mark++
			i, j = star+1, mark
		default:
			return false
		}
	}
	return strings.Trim(pattern[i:], "*") == ""
}
