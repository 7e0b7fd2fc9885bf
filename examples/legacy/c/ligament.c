/****************************************************************
 *  ligament.c     GFOSUB
 *
 *  Ligament from a point on one bone to a point on another, wrapped
 *  over a torus.  Both points lie in one plane through the axis of
 *  the torus, so that the path is a tangent, an arc of the tube and
 *  a tangent.
 *
 *  USER( insertion, origin, torus, r_ring, r_tube, way,
 *        l0, k, e0, c )
 *
 *  way = 1: turning from +r to +z  -1: the other way
 *  Force on the insertion, in axes of the torus marker
 ****************************************************************/
#include "msolve.h"

#define PI    3.14159265358979323846
#define X 0
#define Z 1

static int  marks[4];

/* place of marker m in the plane of the path, from the middle of the tube */
static inplane(m, torus, ring, p, ang)
int m, torus;
double ring, p[2], *ang;
{
	double xyz[6], cyl[3];
	int n, err, istat;

	marks[0] = m;
	marks[1] = torus;
	marks[2] = torus;
	c_sysary("tdisp", marks, 3, xyz, &n, &err);
	c_tcnvrt("CARTESIAN", xyz, "CYLINDRICAL", cyl, &istat);
	p[X] = cyl[0] - ring;
	p[Z] = cyl[2];
	*ang = cyl[1];
	return err;
}

/* tangent from a point: its length, the angle from the point to where it
   touches */
static double tangent(p, r, turn)
double p[2], r, *turn;
{
	register double d2;

	d2 = p[X]*p[X] + p[Z]*p[Z];
	*turn = acos(r/sqrt(d2));
	return sqrt(d2 - r*r);
}

static double tension(len, lend, l0, k, e0, c)
double len, lend, l0, k, e0, c;
{
	double e, t;

	e = (len - l0)/l0;
	if (e <= 0.0)
		return 0.0;
	t = (e < e0) ? k*e*e/(2.0*e0) : k*(e - e0/2.0);
	t += c*lend;
	return t > 0.0 ? t : 0.0;
}

DLLFUNC void STDCALL GFOSUB(id, time, par, npar, dflag, iflag, result)
int *id, *npar, *dflag, *iflag;
double *time, *par, *result;
{
	int i_ins = par[0], i_org = par[1], i_tor = par[2];
	double ring = par[3], r = par[4], way = par[5];
	double a[2], b[2], u[2], vel[6], ta, tb, turna, turnb, arc, len, lend;
	double ang, dummy, touch, t;
	int err, n;

	err = inplane(i_org, i_tor, ring, a, &dummy);
	c_errmes(err, "ligament: origin\0", *id, "STOP\0");
	err = inplane(i_ins, i_tor, ring, b, &ang);
	c_errmes(err, "ligament: insertion\0", *id, "STOP\0");

	marks[0] = i_ins; marks[1] = i_org; marks[2] = i_tor; marks[3] = i_tor;
	c_sysary("TVEL", marks, 4, vel, &n, &err);

	ta = tangent(a, r, &turna);
	tb = tangent(b, r, &turnb);
	arc = way*(atan2(b[Z], b[X]) - atan2(a[Z], a[X]));
	while (arc < 0.0)
		arc += 2.0*PI;
	arc -= turna + turnb;
	if (arc > 0.0 && arc < PI) {
		touch = atan2(b[Z], b[X]) - way*turnb;
		u[X] = (r*cos(touch) - b[X])/tb;
		u[Z] = (r*sin(touch) - b[Z])/tb;
		len = ta + r*arc + tb;
	} else {				/* free of the tube */
		len = hypot(a[X] - b[X], a[Z] - b[Z]);
		u[X] = (a[X] - b[X])/len;
		u[Z] = (a[Z] - b[Z])/len;
	}
	lend = -(u[X]*(vel[0]*cos(ang) + vel[1]*sin(ang)) + u[Z]*vel[2]);

	t = tension(len, lend, par[6], par[7], par[8], par[9]);
	result[0] = t*u[X]*cos(ang);
	result[1] = t*u[X]*sin(ang);
	result[2] = t*u[Z];
}
