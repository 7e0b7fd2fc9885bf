/* slv_cbksub.h - the events and modes that a CBKSUB receives:
 *
 *     void Cbksub(const struct sAdamsCbksub *cbk, double time, int event, int *data)
 *
 * data[0] is the kind of simulation and data[1] that of analysis, 0 for none. At ev_SENSOR they are the id
 * of the sensor and a SENSOR_TYPE, at ev_COMMAND a COMMAND_IDENTIFIER (0 for a command that is not listed)
 * and 1 for one of a CONSUB; data[0] is the exit code of the run at ev_TERMINATE.
 * The solver does not notify of ev_ITERATION_BEG and _END, ev_BODY_ROTATION, ev_OUTPUT_STEP_REQ,
 * ev_MODEL_INPUT_BEG and _END, ev_STEADY_STATE_BEG and _END, ev_FORCE_RECONC_BEG and _END. */
#ifndef TRAMMEL_SLV_CBKSUB_H
#define TRAMMEL_SLV_CBKSUB_H

#ifdef __cplusplus
namespace CBKSUB {
#endif

/* as c_getmod gives them */
typedef enum {
    am_NULL = 0, am_KINEMATICS, am_RESERVED, am_INITIAL_CONDITIONS, am_DYNAMICS, am_STATICS,
    am_QUASI_STATICS, am_LINEAR, am_STEADY_STATE, am_COMPLIANCE
} ANALYSIS_MODE;

typedef enum {
    ev_NOEVENT = 0, ev_INITIALIZE, ev_TERMINATE, ev_SENSOR, ev_ITERATION_BEG, ev_ITERATION_END,
    ev_BODY_ROTATION, ev_OUTPUT_STEP_REQ, ev_OUTPUT_STEP_BEG, ev_OUTPUT_STEP_END,
    ev_TIME_STEP_BEG, ev_TIME_STEP_FAILED, ev_TIME_STEP_END, ev_MODEL_INPUT_BEG,
    ev_MODEL_INPUT_END, ev_DIS_IC_BEG, ev_DIS_IC_END, ev_VEL_IC_BEG, ev_VEL_IC_END,
    ev_ACC_IC_BEG, ev_ACC_IC_END, ev_STATICS_BEG, ev_STATICS_END, ev_STEADY_STATE_BEG,
    ev_STEADY_STATE_END, ev_KINEMATICS_BEG, ev_KINEMATICS_END, ev_DYNAMICS_BEG, ev_DYNAMICS_END,
    ev_LINEAR_BEG, ev_LINEAR_END, ev_QSTATICS_BEG, ev_QSTATICS_END, ev_SAVE_BEG, ev_SAVE_END,
    ev_RELOAD_BEG, ev_RELOAD_END, ev_TRAN_SIM_BEG, ev_TRAN_SIM_END, ev_COMMAND, ev_MODEL_CHANGE,
    ev_FORCE_RECONC_BEG, ev_FORCE_RECONC_END, ev_PRIVATE_EVENT1, ev_PRIVATE_EVENT2,
    ev_LAST_EVENT
} EVENT_TYPE;

/* what ev_COMMAND is about */
typedef enum {
    cm_ACCGRAV = 1, cm_ACTIVATE, cm_ARRAY, cm_BEAM, cm_BUSHING, cm_CONTROL, cm_COUPLER,
    cm_CPAPAR, cm_DEACTIVATE, cm_DEBUG, cm_DIFF, cm_ENVIRONMENT, cm_EQUILIBRIUM, cm_FIELD,
    cm_FILE, cm_FLEX_BODY, cm_FRICTION, cm_GCON, cm_GEAR, cm_GFORCE, cm_GSTIFF, cm_HELP,
    cm_HOTLINE, cm_IC, cm_INFO, cm_INTEGRATOR, cm_JOINT, cm_JPRIM, cm_KINEMATICS, cm_LINEAR,
    cm_LPARAM, cm_LSOLVER, cm_LTABLEPARAM, cm_MARKER, cm_MENU, cm_MOTION, cm_OUTPUT, cm_PART,
    cm_PREFERENCES, cm_RELOAD, cm_REQUEST, cm_RETURN, cm_SAVE, cm_SENSOR, cm_SFORCE, cm_SHOW,
    cm_SIMULATE, cm_SPLINE, cm_SPRINGDAMPER, cm_STOP, cm_STRING, cm_TIME, cm_VARIABLE,
    cm_VFORCE, cm_VTORQUE, cm_WSTIFF
} COMMAND_IDENTIFIER;

/* what a sensor does at ev_SENSOR */
typedef enum {
    sn_CODGEN = 1, sn_DT, sn_HALT, sn_PRINT, sn_RESTART, sn_RETURN, sn_STEPSIZE, sn_YYDUMP,
    sn_EVALUATE
} SENSOR_TYPE;

#ifdef __cplusplus
}
#endif

#endif
