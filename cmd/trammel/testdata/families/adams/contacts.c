/* Contacts, with a struct first and scalars by value. */
#include "slv_c_utils.h"

/* ends the run where the struct is not what the deck says */
static void demand(const struct sAdamsContactFriction *c, const char *what)
{
    const struct sAdamsContact *s = &c->contact;
    int ok = c->NPAR == 4 && s->ID == 3 && s->nIGEOM == 1 && s->nJGEOM == 1 && s->IGEOM[0] == 6 && s->JGEOM[0] == 5 &&
             !s->IFLIP_GEOM[0] && !s->JFLIP_GEOM[0];
    c_errmes(!ok, what, s->ID, "STOP");
}

DLLFUNC void Cnfsub(const struct sAdamsContactFriction *contact, double time, const double *loci, const double *ni,
                    const double *locj, const double *nj, double gap, double gapdot, double gapdotdot, double area,
                    int dflag, int iflag, double *result)
{
    const double *par = contact->PAR;
    double f = (par[0] * (-gap) - par[1] * gapdot) * (1.0 + par[3] * loci[0]);
    demand(contact, "CNFSUB");
    result[0] = f > 0.0 ? f * nj[2] : 0.0;
}

DLLFUNC void Cffsub(const struct sAdamsContactFriction *contact, double time, const double *loci, const double *locj,
                    const double *x, const double *xdot, double nforce, double area, int dflag, int iflag, double *result)
{
    int k;
    demand(contact, "CFFSUB");
    for (k = 0; k < 3; k++)
        result[k] = -contact->PAR[2] * nforce * xdot[k];
}

/* by pointers: headers give it no form with a struct */
DLLFUNC void CONTACTPOST(int *id, int *i_gra_id, int *j_gra_id, double *time, double *par, int *npar, int *iflag, int *endflg)
{
    c_errmes(*id != 3 || *i_gra_id != 6 || *j_gra_id != 5 || *npar != 4 || par[0] != 3000.0, "CONTACTPOST", *id, "STOP");
}
