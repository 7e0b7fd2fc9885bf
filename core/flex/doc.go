// Package flex has the data of flexible bodies in a floating frame of reference:
// the model, its checks, readers of open files, and the Craig–Bampton reduction of
// finite-element matrices. It knows no decks and no time integration.
//
// A material point with undeformed position c, in the axes of the body, is at
// p + R (c + Φ(c) q) for the origin p and the rotation R of the body and n modal
// coordinates q. All values are in SI units: m, kg, s, rad.
package flex
