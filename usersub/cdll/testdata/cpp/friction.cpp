// Joint friction in the way of older sources: C++ compiled text without any
// include but the solver's, casts written as calls, declarations anywhere.
#include "msolve.h"

DLLFUNC void STDCALL YFOSUB (int *id, double *time, double *par, int *npar,
                             int *dflag, int *iflag, int *nstate, double *states,
                             int *ninput, double *input, int *noutpt, double *stated,
                             double *output)
{
   if (int(par[0])==1001) // revolute
   {
       double s0 = par[1], s1 = par[2], s2 = par[3];
       double vs = par[4], rb = par[5], rp = par[6], rf = par[7];
       double mus = par[8], mud = par[9], preload = par[10];

       double radial = pow((pow(input[1],2) + pow(input[2],2)),0.5);
       double bending = input[4]/rb + input[5]/rb;

       double slip[2];
       slip[0] = input[0]*rp;
       slip[1] = input[0]*rf;

       for(int i=0;i<2;i++)
       {
           double g = (mud + (mus - mud)*pow(2.718,(-pow((slip[i]/vs),2))))/s0;
           stated[i] = slip[i];
           if (fabs(g)>1e-12) stated[i] -= states[i]*fabs(slip[i])/g;
       }

       double tr = (radial+bending+preload)*rp*(s0*states[0] + s1*stated[0] + s2*slip[0]);
       double ta = (input[3])*rf*(s0*states[1] + s1*stated[1] + s2*slip[1]);
       memset(output, 0, 5*sizeof(double));
       if (slip[0]<0) output[5] = fabs(tr + ta); else output[5] = -fabs(tr + ta);
   }
}

DLLFUNC void STDCALL ARYSUB (int *id, double *time, double *par, int *npar,
                             int *dflag, int *iflag, int *nvalue, double *value)
{
   if (((int)par[0])!=1001) return;
   int errflg = 0;
   int ipar[4], joint = (int)par[1];
   char i_text[80], j_text[80];

   c_modfnc("Constraint_Joint",joint,"i_marker_id",i_text,&errflg);
   c_modfnc("Constraint_Joint",joint,"j_marker_id",j_text,&errflg);
   ipar[0] = atoi(i_text);
   ipar[1] = ipar[2] = atoi(j_text);
   c_sysfnc("WZ", ipar, 3, &value[0], &errflg);

   ipar[3] = ipar[2];
   ipar[0] = joint;
   ipar[1] = 0;
   for (int c=2, k=1; c<=8; c++)
   {
       if (c==5) continue;
       ipar[2] = c;
       c_sysfnc("JOINT", ipar, 4, &value[k++], &errflg);
   }
}
