#include "slv_c_utils.h"

adams_c_Gsesub Gsesub;
adams_c_Gsederiv Gse_deriv;
adams_c_Gseoutput Gse_output;
adams_c_Gsesample Gse_sample;

/* x'' = -w**2 x + u */
static void rates(double w, const double *x, double u, double *rate)
{
    rate[0] = x[1];
    rate[1] = -w * w * x[0] + u;
}

void Gsesub(const struct sAdamsGSE *gse, double time, int dflag, int iflag, int nstate, const double *states,
            int ninput, const double *inputs, int noutput, double *stated, double *output)
{
    rates(gse->PAR[0], states, inputs[0], stated);
    output[0] = states[0];
}

void Gse_deriv(const struct sAdamsGSE *gse, double time, int dflag, int iflag, int n, double *out)
{
    double x[2], u[1];
    c_gse_x(x, c_gse_ns());
    c_gse_u(u, c_gse_ni());
    rates(gse->PAR[0], x, u[0], out);
}

void Gse_output(const struct sAdamsGSE *gse, double time, int dflag, int iflag, int n, double *out)
{
    double x[2];
    c_gse_x(x, c_gse_ns());
    out[0] = x[0];
}

void Gse_sample(const struct sAdamsGSE *gse, double time, int iflag, double *sample_step) { *sample_step = 0.1; }
