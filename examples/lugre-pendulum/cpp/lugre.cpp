// LuGre friction in a hinge, in C++: a small class for one bristle, and the two
// routines that the deck names.
#include <cmath>
#include <cstdlib>
#include "trammel_usersub.h"

namespace {

const int revolute = 1001;

// Parameters of the deck by name.
struct Law {
    explicit Law(const double *par)
        : sigma0(par[1]), sigma1(par[2]), sigma2(par[3]), stribeck(par[4]),
          bending(par[5]), pin(par[6]), collar(par[7]), mu_static(par[8]),
          mu_dynamic(par[9]), preload(par[10]) {}

    double sigma0, sigma1, sigma2; // bristle stiffness and damping, viscous part
    double stribeck;               // speed at which the static level fades
    double bending, pin, collar;   // arms
    double mu_static, mu_dynamic;
    double preload;
};

class Bristle {
public:
    // v is the sliding speed, z the deflection.
    Bristle(const Law &law, double v, double z) : law_(law), v_(v), z_(z), rate_(v)
    {
        const double ratio = v / law.stribeck;
        const double mu = law.mu_dynamic
            + (law.mu_static - law.mu_dynamic) * std::pow(2.718, -(ratio * ratio));
        const double limit = mu / law.sigma0;
        if (std::fabs(limit) > 1e-12)
            rate_ -= z * std::fabs(v) / limit;
    }

    double rate() const { return rate_; }
    double friction() const
    {
        return law_.sigma0 * z_ + law_.sigma1 * rate_ + law_.sigma2 * v_;
    }

private:
    const Law &law_;
    double v_, z_, rate_;
};

int joint_marker(int joint, const char *attribute)
{
    char text[80];
    int info = 0;
    c_modfnc("Constraint_Joint", joint, attribute, text, &info);
    return info == 2 ? std::atoi(text) : 0;
}

} // namespace

// input: angular velocity, then force and torque of the hinge on the rod.
DLLFUNC void STDCALL YFOSUB(int *id, double *time, double *par, int *npar,
                            int *dflag, int *iflag, int *nstate, double *states,
                            int *ninput, double *input, int *noutpt,
                            double *stated, double *output)
{
    if (static_cast<int>(par[0]) != revolute)
        return;
    const Law law(par);
    const double w = input[0];
    const double radial = std::sqrt(input[1] * input[1] + input[2] * input[2]);
    const double bending = input[4] / law.bending + input[5] / law.bending;

    const Bristle pin(law, w * law.pin, states[0]);
    const Bristle collar(law, w * law.collar, states[1]);
    stated[0] = pin.rate();
    stated[1] = collar.rate();

    const double torque = std::fabs(
        (radial + bending + law.preload) * law.pin * pin.friction()
        + input[3] * law.collar * collar.friction());
    for (int i = 0; i < 5; i++)
        output[i] = 0.0;
    output[5] = w * law.pin < 0 ? torque : -torque;
}

DLLFUNC void STDCALL ARYSUB(int *id, double *time, double *par, int *npar,
                            int *dflag, int *iflag, int *nvalue, double *value)
{
    if (static_cast<int>(par[0]) != revolute)
        return;
    const int joint = static_cast<int>(par[1]);
    const int i_marker = joint_marker(joint, "i_marker_id");
    const int j_marker = joint_marker(joint, "j_marker_id");
    int errflg = 0;

    int wz[3] = {i_marker, j_marker, j_marker};
    c_sysfnc("WZ", wz, 3, &value[0], &errflg);

    const int component[] = {2, 3, 4, 6, 7, 8};
    for (int k = 0; k < 6; k++) {
        int reaction[4] = {joint, 0, component[k], j_marker};
        c_sysfnc("JOINT", reaction, 4, &value[k + 1], &errflg);
    }
}
