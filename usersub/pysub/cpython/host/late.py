# How a call that does not return is ended from outside, between two instructions of the script.

Late = type("TimeoutError", (BaseException,), {
    "__module__": "builtins", "__doc__": "A call took too long. `except Exception` does not catch it."})

Interrupt = type("KeyboardInterrupt", (KeyboardInterrupt,), {"__module__": "builtins", "__doc__": "The run is ended."})

_OURS = ("fail", "failed", "end_call")


def end_call(why, frame):
    """Raises an exception in the script's code that frame belongs to: KeyboardInterrupt if why is "". Nothing
    comes of it in code of the host, nor while that makes a message of another exception; the solver tries again."""
    if frame is None or frame.f_code.co_filename == HOST:
        return
    while frame is not None and frame.f_code.co_filename != HOST:
        frame = frame.f_back
    if frame is None or frame.f_code.co_name in _OURS:
        return
    if why:
        raise Late(why)
    raise Interrupt


def end_now(why):
    """What the solver calls, in its own process, out of the code that runs."""
    end_call(why.decode(), sys._getframe(1))
