/* slv_cbksub_util.h - the names of what slv_cbksub.h enumerates, for messages. */
#ifndef TRAMMEL_SLV_CBKSUB_UTIL_H
#define TRAMMEL_SLV_CBKSUB_UTIL_H
#include "slv_cbksub.h"

#if defined(__GNUC__)
#define TRAMMEL_NAMES __attribute__((unused)) static
#else
#define TRAMMEL_NAMES static
#endif

#ifdef __cplusplus
namespace CBKSUB {
#endif

TRAMMEL_NAMES char *get_simulation_analysis_mode(int n)
{
    static const char *const names[] = {
        "am_NULL", "am_KINEMATICS", "am_RESERVED", "am_INITIAL_CONDITIONS", "am_DYNAMICS",
        "am_STATICS", "am_QUASI_STATICS", "am_LINEAR", "am_STEADY_STATE", "am_COMPLIANCE"
    };
    return (char *)(n < 0 || n > 9 ? "unknown mode" : names[n - 0]);
}

TRAMMEL_NAMES char *get_event_name(int n)
{
    static const char *const names[] = {
        "ev_NOEVENT", "ev_INITIALIZE", "ev_TERMINATE", "ev_SENSOR", "ev_ITERATION_BEG",
        "ev_ITERATION_END", "ev_BODY_ROTATION", "ev_OUTPUT_STEP_REQ", "ev_OUTPUT_STEP_BEG",
        "ev_OUTPUT_STEP_END", "ev_TIME_STEP_BEG", "ev_TIME_STEP_FAILED", "ev_TIME_STEP_END",
        "ev_MODEL_INPUT_BEG", "ev_MODEL_INPUT_END", "ev_DIS_IC_BEG", "ev_DIS_IC_END",
        "ev_VEL_IC_BEG", "ev_VEL_IC_END", "ev_ACC_IC_BEG", "ev_ACC_IC_END",
        "ev_STATICS_BEG", "ev_STATICS_END", "ev_STEADY_STATE_BEG", "ev_STEADY_STATE_END",
        "ev_KINEMATICS_BEG", "ev_KINEMATICS_END", "ev_DYNAMICS_BEG", "ev_DYNAMICS_END",
        "ev_LINEAR_BEG", "ev_LINEAR_END", "ev_QSTATICS_BEG", "ev_QSTATICS_END",
        "ev_SAVE_BEG", "ev_SAVE_END", "ev_RELOAD_BEG", "ev_RELOAD_END", "ev_TRAN_SIM_BEG",
        "ev_TRAN_SIM_END", "ev_COMMAND", "ev_MODEL_CHANGE", "ev_FORCE_RECONC_BEG",
        "ev_FORCE_RECONC_END", "ev_PRIVATE_EVENT1", "ev_PRIVATE_EVENT2", "ev_LAST_EVENT"
    };
    return (char *)(n < 0 || n > 45 ? "unknown event" : names[n - 0]);
}

TRAMMEL_NAMES char *get_command_name(int n)
{
    static const char *const names[] = {
        "cm_ACCGRAV", "cm_ACTIVATE", "cm_ARRAY", "cm_BEAM", "cm_BUSHING", "cm_CONTROL",
        "cm_COUPLER", "cm_CPAPAR", "cm_DEACTIVATE", "cm_DEBUG", "cm_DIFF", "cm_ENVIRONMENT",
        "cm_EQUILIBRIUM", "cm_FIELD", "cm_FILE", "cm_FLEX_BODY", "cm_FRICTION", "cm_GCON",
        "cm_GEAR", "cm_GFORCE", "cm_GSTIFF", "cm_HELP", "cm_HOTLINE", "cm_IC", "cm_INFO",
        "cm_INTEGRATOR", "cm_JOINT", "cm_JPRIM", "cm_KINEMATICS", "cm_LINEAR", "cm_LPARAM",
        "cm_LSOLVER", "cm_LTABLEPARAM", "cm_MARKER", "cm_MENU", "cm_MOTION", "cm_OUTPUT",
        "cm_PART", "cm_PREFERENCES", "cm_RELOAD", "cm_REQUEST", "cm_RETURN", "cm_SAVE",
        "cm_SENSOR", "cm_SFORCE", "cm_SHOW", "cm_SIMULATE", "cm_SPLINE", "cm_SPRINGDAMPER",
        "cm_STOP", "cm_STRING", "cm_TIME", "cm_VARIABLE", "cm_VFORCE", "cm_VTORQUE",
        "cm_WSTIFF"
    };
    return (char *)(n < 1 || n > 56 ? "unknown command" : names[n - 1]);
}

TRAMMEL_NAMES char *get_sensor_type(int n)
{
    static const char *const names[] = {
        "sn_CODGEN", "sn_DT", "sn_HALT", "sn_PRINT", "sn_RESTART", "sn_RETURN",
        "sn_STEPSIZE", "sn_YYDUMP", "sn_EVALUATE"
    };
    return (char *)(n < 1 || n > 9 ? "unknown type of sensor" : names[n - 1]);
}

#ifdef __cplusplus
}
#endif

#endif
