// Package record writes down the calls of user subroutines, and makes them
// again without a solver. A Recorder is before a usersub.Sub and the
// usersub.State that it is called with, so it sees every language alike.
//
// # The file
//
// It begins with the line "trammel record 1\n" and three zero bytes, so that
// what follows lies at multiples of 4. Then come records: the length of what
// follows as a 32-bit integer, a byte that reports the kind, its content, zeros up to a multiple
// of 4. All numbers are little endian, "n" is an unsigned and "z" a signed
// variable-length integer as in encoding/binary, "text" a length n and bytes,
// "real" 8 bytes. A length of zero, or the end of the file, is the end.
//
//	1 header    JSON: Header
//	2 routine   JSON: Source; they count from 0
//	3 place     JSON: what one frame is for, its sizes; they count from 0
//	4 begin     of a call: place n, bits n of the input arguments that differ
//	            from those of the call before in this place, these arguments
//	            (integers z, reals, texts), 0 or 1 and what the outputs held before
//	            the call, as at an end; then the answers that travel with it: 1 if all queries before are void else 0, n new
//	            queries (ary byte, text, n par z…, n values), a bit for each
//	            value that differs, these values, n = 0 or the number of all error
//	            flags and the flags z
//	5 query  asked in the call: ary byte, text, n par z…, flag z, n values
//	6 modfnc    element text, id z, attribute text, answer text, info z
//	7 utility   text; inputs, outputs (each: n integers z…, n reals, n texts);
//	            what the solver lacks, text
//	8 custom    function called by SYSFNC: text, n reals, value, flag z
//	9 message   utility text, flag z, text, id z, tag text
//	10 end      0 and the outputs: of each argument a bit for each entry that is not 0,
//	            these entries; 1 and why it requests a shorter step, text; 2, cause byte,
//	            message text, detail text; 3, message text; in any case then
//	            0, or 1 and the status that it concluded with
//	11 close    n calls: the recording was ended in good order
//
// Calls nest like brackets: those that are between begin and end of another
// one belong to the utility or custom function that comes next in it.
//
// A call is in the file before it is made. On Linux the file is written
// as memory: what the program has stored is there when it is killed or
// crashes. A length is stored after what it is the length of. Elsewhere each
// record is a write. Nothing is forced to the disk: a loss of power may take
// the end with it.
package record
