// Package subtest is the one suite that every implementation of user subroutines
// passes, whatever the language.
//
// Run requests each routine below by name and compares it with its definition
// in Go (file routines.go, one function each, which is the exact text to
// translate). A library, script or plugin that wants to pass writes them all.
// fnc(N, ...) stands for SYSFNC, ary for SYSARY, mod for MODFNC; par counts
// from 0; m is par[0] as an integer.
//
//	CATENA  PFOSUB  fnc("DY",m) - cosh(fnc("DX",m))
//	PARSUM  PFOSUB  1000 npar + Σ (i+1) par[i], i < npar
//	FLAGSN  SFOSUB  1000 id + 100 dflag + 10 iflag + time
//	LUGARY  ARYSUB  mod("Constraint_Joint", par[1], "i_marker_id") and "j_marker_id"
//	                give i and j; value[0] = fnc("WZ",i,j,j); value[1..6] =
//	                fnc("JOINT",par[1],0,c,j) for c = 2 3 4 6 7 8
//	LUGYFO  YFOSUB  LuGre friction in a revolute joint, see lugre.go
//	COLXX   YFOXX   pxxmat[i + j nstate] = 10(i+1) + (j+1) + par[0] states[j]
//	COLXU   YFOXU   pxumat[i + j nstate] = 10(i+1) + (j+1) + states[i] input[j]
//	BUSHNG  GFOSUB  i, j = par[0], par[1]; d = ary("TDISP",i,j,j); v = ary("VEL",i,j,j);
//	                result[c] = -par[2] d[c] - par[3] v[c]; result[3+c] = -par[4] v[3+c]
//	EIGHTS  REQSUB  results[k] = (k+1) fnc("DM",m,par[1]) + time + par[2+k] iflag
//	LATERQ  PFOSUB  x = fnc("DX",m); value = x, or x + fnc("DY",m) where x > par[1]
//	UNKNWN  VARSUB  e = flag of fnc("NOSUCH",1), a = flag of ary("NOSUCH",1), v and
//	                w[0] what they gave (w starts as zeros): value = v + w[0] +
//	                (1 if e is not 0) + (10 if a is not 0)
//	SPELNG  VARSUB  fnc("dx",m) + 2 fnc("DX    ",m) + 4 fnc("Dx",m)
//	MANYQS  VARSUB  Σ (k+1) fnc("DX",k+1), k = 0 … m-1, added in this order
//	EVENTS  VARSUB  fnc("TIME") asked with no arguments, times 2, + time
//	MODINF  ARYSUB  value = the info codes of mod("Constraint_Joint",m,"i_marker_id"),
//	                mod("NoSuchThing",m,"i_marker_id"), mod("Constraint_Joint",-5,
//	                "i_marker_id"), mod("Constraint_Joint",m,"no_such_attribute")
//	COUNTR  VARSUB  how often it was called before, by any element: 0, 1, 2, …
//
// These may be left out where a language cannot express them (load returns nil):
//
//	BEYOND  PFOSUB  par[npar] + par[20] + par[29] + 1 with npar = 1: reads entries
//	                beyond npar, which are zero
//	UNSETS  VFOSUB  writes result[0] = 1 and result[2] = 3 and nothing else
//	FAILUR  VARSUB  raises an error with the text "no such law"
//
// RunUtilities runs the routines of UtilityCases, which use
// utilities; their definitions are there.
package subtest
