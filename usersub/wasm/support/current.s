# current is a global variable of WebAssembly, which C cannot declare: the address
# of the call under way. The host sets it.
	.globaltype	current, i32
	.globl	current
current:

	.globl	call_under_way
	.hidden	call_under_way
	.type	call_under_way,@function
call_under_way:
	.functype	call_under_way () -> (i32)
	global.get	current
	end_function
