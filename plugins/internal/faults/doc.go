// Package faults is a campaign of tests against user code that runs in processes of its own: plugins over each
// transport, libraries and scripts in workers. A seed draws what goes wrong and in which call. However the other
// process ends or misbehaves, the run must end with the code and the words that belong to it, keep the rows of
// all that it had reached, and leave no process, no descriptor, no memory and no file behind.
//
// Here all runs are made in one process, with the loaders of package plugins; the tests of the command do the
// same with the built program, which is killed there too. A thousand faults take a minute or more: all of them
// are tried with TRAMMEL_REQUIRE_ALL=1, else a hundred.
package faults
