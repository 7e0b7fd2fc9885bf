# The language is that of the embedded interpreter whatever is asked for;
# annotations are never evaluated.

annotations = division = print_function = absolute_import = unicode_literals = generator_stop = True
