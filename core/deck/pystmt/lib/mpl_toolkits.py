# Pictures are not drawn.
