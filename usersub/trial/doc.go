// Package trial tries a user subroutine without a deck: it calls it with rows
// of a table (parameters, time, states, answers to its queries) and checks
// what comes back.
//
// Each row is called as an element of a model would call it: a set-up call
// first, once for each set of parameters, then evaluations. The checks are
// listed in checks.go; Report holds their outcome.
package trial
