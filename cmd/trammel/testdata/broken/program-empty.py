# Nothing but a comment.
x = 1
