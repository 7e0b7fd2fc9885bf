/*
 *	bushing.c	rubber bushing: the stiffness grows with the frequency
 *
 *	A spring in parallel with up to five springs in series with dampers.
 *	The input is the deflection, the output the force.
 *
 *	USER( k0, k1, tau1, k2, tau2, ... )
 */
#include "msolve.h"

#define K(i)	par[1 + 2*(i)]
#define TAU(i)	par[2 + 2*(i)]
#define ARGS	id, time, par, npar, iflag, nstate, states, ninput, input, noutpt
#define DECL	int *id, *npar, *iflag, *nstate, *ninput, *noutpt; \
		double *time, *par, *states, *input

DLLFUNC void STDCALL BushFreq(id, time, par, npar, dflag, iflag, nstate, states,
			      ninput, input, noutpt, stated, output)
DECL, *stated, *output;
int *dflag;
{
	int i;
	double f = par[0]*input[0];

	for (i = 0; i < *nstate; i++) {
		f += K(i)*(input[0] - states[i]);
		stated[i] = (input[0] - states[i])/TAU(i);
	}
	*output = -f;
}

DLLFUNC void STDCALL BushFreqXX(ARGS, p)
DECL, *p;
{
	int i;
	for (i = 0; i < *nstate; i++)
		p[i*(*nstate + 1)] = -1.0/TAU(i);
}

DLLFUNC void STDCALL BushFreqXU(ARGS, p)
DECL, *p;
{
	int i;
	for (i = 0; i < *nstate; i++)
		p[i] = 1.0/TAU(i);
}

DLLFUNC void STDCALL BushFreqYX(ARGS, p)
DECL, *p;
{
	int i;
	for (i = 0; i < *nstate; i++)
		p[i] = K(i);
}

DLLFUNC void STDCALL BushFreqYU(ARGS, p)
DECL, *p;
{
	int i;
	*p = -par[0];
	for (i = 0; i < *nstate; i++)
		*p -= K(i);
}
