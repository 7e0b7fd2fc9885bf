/* A variable that grows with the turns of marker 21 once a second has passed. */
void c_sysfnc(const char *, const int *, int, double *, int *);

void TURNED(int *id, double *time, double *par, int *npar, int *dflag, int *iflag, double *value)
{
    static const int between[2] = {21, 10};
    double turns = 0.0;
    int flag = 0;

    if (*iflag || *time > 1.0)
        c_sysfnc("AZ", between, 2, &turns, &flag);
    *value = par[0] * turns;
}
