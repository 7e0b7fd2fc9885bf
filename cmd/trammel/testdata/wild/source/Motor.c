// a motor that follows a list of torques
#include <cmath>
#include <vector>
#include "msolve.h"

using namespace std;

class Motor
{
public:
    explicit Motor(double top) : torques(5)
    {
        for (size_t i = 0; i < torques.size(); i++)
            torques[i] = top / (1.0 + i);
    }
    double at(double speed) const
    {
        double sum = 0;
        for (vector<double>::const_iterator t = torques.begin(); t != torques.end(); ++t)
            sum += *t;
        return sum - 0.3 * speed;
    }

private:
    vector<double> torques;
};

static Motor *motor = NULL;

DLLFUNC void STDCALL SFOSUB(int *id, double *time, double *par, int *npar, int *dflag, int *iflag, double *value)
{
    int marker[2] = {static_cast<int>(par[0]), static_cast<int>(par[1])}, err;
    double speed;
    if (motor == NULL)
        motor = new Motor(par[2]);
    c_sysfnc("VR", marker, 2, &speed, &err);
    *value = motor->at(speed);
}
