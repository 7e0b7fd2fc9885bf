# Tables in text: what scripts use of csv.
QUOTE_MINIMAL, QUOTE_ALL, QUOTE_NONNUMERIC, QUOTE_NONE = 0, 1, 2, 3


class Error(Exception):
    pass


class _Rows(object):
    def __init__(self, lines, delimiter, quotechar, skipinitialspace, quoting):
        self._lines, self.line_num = iter(lines), 0
        self._delimiter, self._quote, self._skip, self._quoting = delimiter, quotechar, skipinitialspace, quoting

    def __iter__(self):
        return self

    def _line(self):
        line = next(self._lines)
        self.line_num += 1
        return line

    def __next__(self):
        line = self._line()
        row, field, quoted, was, i = [], "", False, False, 0
        while True:
            if i >= len(line):
                if not quoted:
                    break
                try:
                    line, i = self._line(), 0
                except StopIteration:
                    break
                continue
            c = line[i]
            i += 1
            if quoted:
                if c != self._quote:
                    field += c
                elif line[i:i + 1] == self._quote:
                    field += c
                    i += 1
                else:
                    quoted = False
            elif c == " " and self._skip and field == "" and not was:
                pass
            elif c == self._delimiter:
                row.append(self._value(field, was))
                field, was = "", False
            elif c == "\n" or c == "\r":
                break
            elif c == self._quote and field == "" and self._quoting != QUOTE_NONE:
                quoted, was = True, True
            else:
                field += c
        if row or field != "" or was:
            row.append(self._value(field, was))
        return row

    def _value(self, field, was):
        if self._quoting == QUOTE_NONNUMERIC and not was:
            return float(field)
        return field


def _dialect(dialect, delimiter):
    if delimiter is not None:
        return delimiter
    if dialect == "excel-tab":
        return "\t"
    if dialect not in ("excel", "unix"):
        raise Error("unknown dialect")
    return ","


def reader(lines, dialect="excel", delimiter=None, quotechar='"', skipinitialspace=False, quoting=QUOTE_MINIMAL):
    return _Rows(lines, _dialect(dialect, delimiter), quotechar, skipinitialspace, quoting)


class DictReader(object):
    def __init__(self, lines, fieldnames=None, restkey=None, restval=None, dialect="excel", delimiter=None, quotechar='"',
                 skipinitialspace=False, quoting=QUOTE_MINIMAL):
        self.reader = reader(lines, dialect, delimiter, quotechar, skipinitialspace, quoting)
        self._rest, self._lack = restkey, restval
        self.fieldnames = fieldnames
        if fieldnames is None:
            self.fieldnames = next(self.reader, None)

    def __iter__(self):
        return self

    def __next__(self):
        row = next(self.reader)
        while row == []:
            row = next(self.reader)
        names, d = self.fieldnames, {}
        for i in range(len(names)):
            d[names[i]] = row[i] if i < len(row) else self._lack
        if len(row) > len(names):
            d[self._rest] = row[len(names):]
        return d


class writer(object):
    def __init__(self, file, dialect="excel", delimiter=None, quotechar='"', lineterminator="\r\n", quoting=QUOTE_MINIMAL):
        self._file, self._delimiter, self._quote = file, _dialect(dialect, delimiter), quotechar
        self._end, self._quoting = lineterminator, quoting

    def _text(self, v):
        s = "" if v is None else str(v)
        needs = self._quoting == QUOTE_ALL or self._quoting == QUOTE_NONNUMERIC and not isinstance(v, (int, float))
        for c in s:
            if c == self._delimiter or c == self._quote or c == "\n" or c == "\r":
                needs = True
        if needs and self._quoting != QUOTE_NONE:
            return self._quote + s.replace(self._quote, 2 * self._quote) + self._quote
        return s

    def writerow(self, row):
        self._file.write(self._delimiter.join([self._text(v) for v in row]) + self._end)

    def writerows(self, rows):
        for row in rows:
            self.writerow(row)


class DictWriter(object):
    def __init__(self, file, fieldnames, restval="", dialect="excel", delimiter=None, lineterminator="\r\n"):
        self.fieldnames, self._lack = fieldnames, restval
        self._writer = writer(file, dialect, delimiter, lineterminator=lineterminator)

    def writeheader(self):
        self._writer.writerow(self.fieldnames)

    def writerow(self, d):
        for k in d:
            if k not in self.fieldnames:
                raise ValueError("dict contains fields not in fieldnames: " + repr(k))
        self._writer.writerow([d.get(k, self._lack) for k in self.fieldnames])

    def writerows(self, rows):
        for d in rows:
            self.writerow(d)
