/* A force that asks for what is not there and leaves an output unset. */
void c_sysfnc(const char *, const int *, int, double *, int *);
void c_simsta(int *);

void CARELESS(int *id, double *time, double *par, int *npar, int *dflag, int *iflag, double *result)
{
    int marker = 9, status, flag;
    double v;
    c_simsta(&status);
    c_sysfnc("AW", &marker, 1, &v, &flag);
    c_sysfnc("DX", &marker, 1, &v, &flag);
    result[0] = 1.0 - v;
    result[2] = 0.0;
}
