// A test without a solver: the queries are answered here.
mod spring;

use std::ffi::CStr;
use std::os::raw::{c_char, c_int};

#[no_mangle]
unsafe extern "C" fn c_sysfnc(name: *const c_char, par: *const c_int, npar: c_int, value: *mut f64, flag: *mut c_int) {
    assert_eq!(std::slice::from_raw_parts(par, npar as usize), [20, 10]);
    *value = if CStr::from_ptr(name).to_bytes() == b"DM" { 1.5 } else { -2.0 };
    *flag = 0;
}

#[no_mangle]
extern "C" fn trammel_fail(_text: *const c_char) {
    panic!("the routine fails");
}

#[test]
fn force_of_the_spring() {
    let mut par = [0.0; 30];
    par[..5].copy_from_slice(&[100.0, 1.0, 20.0, 10.0, 3.0]);
    let (id, time, npar, no, mut force) = (1, 0.0, 5, 0, 0.0);
    unsafe { spring::spring(&id, &time, par.as_ptr(), &npar, &no, &no, &mut force) };
    assert_eq!(force, -100.0 * (1.5 - 1.0) - 3.0 * -2.0);
}
