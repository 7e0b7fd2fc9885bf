/*
 * crush.c - crushable bumper, computed by a program of its own
 *
 * The bumper program remembers how far it has been crushed and must not see
 * iterates or steps that are given up. The solver says nothing at the end of
 * a step: we look whether TIMGET has moved to the time of our last call.
 *
 * USER( mass marker, wall marker, stiffness, yield force )
 */
#include "slv_c_utils.h"
#include <stdio.h>

#define NEVER (-1.0e30)

/* ---- the other program ------------------------------------------------ */

static struct {
	double set;			/* permanent set so far		*/
	double t, x;			/* last data received		*/
	long nstep;
} bumper;

static double bumper_force(double x, double k, double fy)
{
	double f = k*(x - bumper.set);

	if (f > fy)
		f = fy;
	return f > 0 ? f : 0;
}

static void bumper_step(double t, double x, double k, double fy)
{
	if (x - fy/k > bumper.set)
		bumper.set = x - fy/k;
	bumper.t = t;
	bumper.x = x;
	bumper.nstep++;
}

/* ---- our side --------------------------------------------------------- */

static double lasttime = NEVER, lastx;

DLLFUNC void STDCALL SFOSUB(int *id, double *time, double *par, int *npar, int *dflag,
			    int *iflag, double *value)
{
	double x, k = par[2], fy = par[3], done;
	int ipar[3], errflg = 0;

	ipar[0] = (int) par[0];
	ipar[1] = ipar[2] = (int) par[1];
	c_sysfnc("dx", ipar, 3, &x, &errflg);
	c_errmes(errflg, "crush: DX failed", *id, "STOP");

	if (*iflag) {			/* start of a run */
		bumper.set = 0;
		bumper.t = lasttime = NEVER;
		return;
	}
	if (*dflag) {			/* leave no trace */
		*value = bumper_force(x, k, fy);
		return;
	}
	c_timget(&done);
	if (done == lasttime && done > bumper.t)
		bumper_step(lasttime, lastx, k, fy);
	if (*time > done) {
		lasttime = *time;
		lastx = x;
	}
	*value = bumper_force(x, k, fy);
}
