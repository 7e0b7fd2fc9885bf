package codes

// Codes of study files.
var studies = []Code{
	{"S001", "Study file that is not TOML",
		"The file breaks the syntax of TOML, or gives a key twice.",
		"Correct what the message names; texts are in quotes, tables in brackets.", "[design]\nkind = \"lhs\""},
	{"S002", "Unknown key of a study file",
		"Tables of a study file have fixed keys, and this is none of them.",
		"Correct the name as the message proposes, or remove the key.", ""},
	{"S003", "Value of another type in a study file",
		"The key takes a value of another type: a text in quotes, a number, a list or a table.",
		"Write the value as the message says.", "name = \"stiffness\"\nrange = [10000.0, 30000.0]"},
	{"S004", "Value of a study file that does not fit",
		"The value is out of its range, is none of the words that the key takes, or contradicts another key; in a file of runs a value is missing or cannot be read.",
		"Correct the value; the message says what is wanted.", ""},
	{"S005", "Key of a study file is missing",
		"The study, or the design, distribution, reducer or engine that it names, needs a key that is not given.",
		"Add the key.", "column = \"3.F2\"\nreduce = \"maxabs\""},
	{"S006", "Study and deck do not fit each other",
		"The deck has no such parameter, attribute or column, does not take a value, or a value changes the topology of the model: which elements there are and what they connect.",
		"Correct the name or the value. Make a study of each topology.", "path = \"Force_SpringDamper/3.stiffness\"\nrange = [500.0, 5000.0]"},
}
