#include "slv_c_utils.h"
#include "slv_cbksub.h"
#include "slv_cbksub_util.h"

adams_c_Callback Cbksub;
adams_c_Sensub Sensub;
adams_c_Reqsub Reqsub;

void Cbksub(const struct sAdamsCbksub *cbk, double time, int event, int *data)
{
    if (event == ev_ITERATION_BEG && data[1] == am_DYNAMICS)
        c_usrmes(1, get_event_name(event), cbk->ID, "INFO");
}

void Sensub(const struct sAdamsSensor *sensor, double time, int iflag, double *value)
{
    int i = (int)sensor->PAR[0], err;
    c_sysfnc("DX", &i, 1, value, &err);
}

void Reqsub(const struct sAdamsRequest *request, double time, int iflag, double *output)
{
    output[1] = time * strlen(get_event_name(ev_SENSOR)); /* 9 letters */
}
