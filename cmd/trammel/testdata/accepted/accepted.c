/* A spring force that notes what a co-simulation would be told: the time of the
   last accepted step whenever it has moved, and how often it was called for a
   time that was given up. PAR: marker, stop, stiffness. */
#include <stdio.h>

void c_sysfnc(const char *name, const int *ipar, int n, double *value, int *errflg);
void c_timget(double *t);

static double last = -1, called = -1;
static long back;
static FILE *out;

void SFOSUB(int *id, double *time, double *par, int *npar, int *dflag, int *iflag, double *value)
{
	double x, v, done;
	int marker = (int)par[0], err;

	c_sysfnc("DX", &marker, 1, &x, &err);
	c_sysfnc("VX", &marker, 1, &v, &err);
	*value = x > par[1] ? -par[2] * (x - par[1]) - 1e3 : 0;
	if (*iflag) {
		out = fopen("accepted.txt", "w");
		return;
	}
	if (*dflag)
		return;
	if (*time < called)
		back++;
	called = *time;
	c_timget(&done);
	if (done != last) {
		fprintf(out, "%.17g %ld\n", done, back);
		fflush(out);
		last = done;
	}
}
