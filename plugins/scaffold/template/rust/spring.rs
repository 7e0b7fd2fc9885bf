//! The force of a spring with a damper along the line between two markers,
//!
//!     F = -k (d - l) - c v
//!
//! with the distance d and its rate v. It pushes the markers apart where it is positive. USER(k, l, i, j, c).

use std::os::raw::{c_char, c_int};

extern "C" {
    // A query of the solver's state (SYSFNC): its name and the ids of markers; the value and an error flag come back.
    fn c_sysfnc(name: *const c_char, par: *const c_int, npar: c_int, value: *mut f64, flag: *mut c_int);
    // Ends the run with a text when the routine returns.
    fn trammel_fail(text: *const c_char);
}

/// sysfnc queries the solver; name ends with a zero. An error of the query is that of the call.
fn sysfnc(name: &[u8], ids: &[c_int]) -> f64 {
    let (mut value, mut flag) = (0.0, 0);
    unsafe {
        c_sysfnc(name.as_ptr() as *const c_char, ids.as_ptr(), ids.len() as c_int, &mut value, &mut flag);
        if flag != 0 {
            trammel_fail(b"SYSFNC reports an error\0".as_ptr() as *const c_char);
        }
    }
    value
}

/// force is the law itself.
fn force(k: f64, l: f64, c: f64, d: f64, v: f64) -> f64 {
    -k * (d - l) - c * v
}

/// # Safety
/// The solver calls it with arguments of a SFOSUB: par has at least 30 entries, value one.
#[no_mangle]
pub unsafe extern "C" fn spring(
    _id: *const c_int, _time: *const f64, par: *const f64, _npar: *const c_int, _dflag: *const c_int, _iflag: *const c_int, value: *mut f64,
) {
    let par = std::slice::from_raw_parts(par, 30);
    let ends = [par[2] as c_int, par[3] as c_int];
    *value = force(par[0], par[1], par[4], sysfnc(b"DM\0", &ends), sysfnc(b"VR\0", &ends));
}
