// Package wire carries calls of user subroutines between two processes: the
// messages (wirepb), and the two ends of the conversation. Client is the
// solver's end, its Remote routines are of type usersub.Sub; Server is the plugin's
// end and calls routines. Neither knows how the processes were started,
// and Plugin is what ties both to go-plugin.
//
// A call is one round trip. The call carries the inputs that changed and the
// values of the queries that the routine is known to make; its end carries
// the outputs. A query that was not foreseen is one more round trip inside
// the call. Both ends then append it to their list of foreseen queries, so
// that later calls carry its value; the solver's end compares its list with
// the queries of the frame before every call and resends what differs, so
// several frames may take turns.
//
// Calls of one Client are serialised by the caller, as usersub.Sub demands.
// They may nest: a query may call another routine of the same Client.
package wire
