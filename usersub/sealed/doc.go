// Package sealed makes copies of files that nobody can change any more, so that the
// bytes that were hashed are those that run.
package sealed
