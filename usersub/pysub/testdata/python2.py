#: statements and functions
import sys, string
print "hello", 3/2, -7/2, 7/2., 1e3/4
x = 5; x /= 2; print x
print "a",
print "b"
print
print "%d %s" % (3, "x")
if x == 2: print "two"; print `x` + "!"
try:
    raise ValueError, "bad"
except ValueError, e:
    print "caught", e
try:
    raise KeyError
except (KeyError, IndexError), e:
    print repr(e)
print (1 + 2) * 3, 12L, 0777, 3 <> 4
print range(3) + [9], map(abs, [-1])[0], zip([1],[2]), filter(None, [0, 1]), round(2.5), round(-0.5), round(1.25, 1)
print isinstance(u"a", unicode), isinstance("a", basestring), long(3), reduce(lambda a, b: a + b, [1, 2, 3]), cmp(1, 2)
d = {"k": 1}
print d.has_key("k"), [k for k, v in d.iteritems()], xrange(2)[1]
#: tabs, classes, lambdas
def g():
	yield 1
        yield 2
it = g(); print it.next(), it.next()
for i in range(2):
	if i:
	    print "tab", i
        else:
            print "else"
class Old:
    def __div__(self, o): return "div"
    def __nonzero__(self): return False
print Old() / 2, "%.3f" % (1/3.), 1/3
print ("a", 1)
print("b")
print "%s" % "c"; print
lam = lambda x: x/2
print lam(5), [k/2 for k in range(4)]
raise_ = 3
if not 0 <> 0: print 'ok', ; print 'more'
#: division from __future__
from __future__ import division
print "x", 3/2, -7/2, 7//2, 1/3 == 1/3.
x = 7
x /= 2
print x
#: print from __future__
from __future__ import print_function
try:
    raise ValueError, "v"
except ValueError, e:
    print(e, end="|\n")
print(7/2)
#: rounding, files, comments
import sys
for x in [2.5, -2.5, 0.5, 1.5, 1.25, 2.675, 1234.5]:
    print round(x), round(x, 1), round(x, 2), round(x, -2)
print >>sys.stdout, "to", "a file",   # and a comment, with a comma
print >>sys.stdout, "and on"
print >>sys.stdout
print ("%d items" %
       3), \
      "joined"
a = [1, 2, 3]
a[0] /= 2
a[2] /= 2.
class P: pass
p = P(); p.x = 9; p.x /= 4
print a, p.x
print 7 % 3, -7 % 3, 7 // 2, 2 ** 3, True / 2, 10**20 / 3, -10**20 / 7
try:
    print 1 / 0
except ZeroDivisionError, e: print "caught"
try:
    1 % 0
except (ZeroDivisionError, TypeError), e:
    print "caught", isinstance(e, Exception)
if __name__ <> "x": print "one"; print "two"
else: print "never"
map = lambda f, v: "own"
print map(1, 2)
s = "print 'no', `x`, 1 <> 2"  # print 'no'
print s, len(s), 'a' 'b'
