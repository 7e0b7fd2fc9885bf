1;
% The side of Octave: calls functions of scripts for the solver. Messages in both
% directions are numbers of 64 bits, their count first. What they mean stands in
% message.go.

% Everything that lasts is in here: locked, it survives "clear all" in a script.
function varargout = __trammel__(op, varargin)
  mlock();
  persistent from = [];
  persistent to = [];
  persistent calls = {};   % what is bound, by handle
  persistent index = struct(); % of the call under way: query -> its place,
  persistent first = [];       % where its values begin,
  persistent value = [];       % all values,
  persistent flag = [];        % the error flags
  persistent n = 0;
  varargout = {0, 0};
  switch op
    case "fnc"
      [name, par] = varargin{:};
      key = ["F" toupper(name) sprintf("_%d", par)];
      if ! isfield(index, key) % as the solver writes it
        key = ["F" toupper(strtrim(name)) sprintf("_%d", round(par))];
      end
      if isfield(index, key)
        i = index.(key);
        varargout = {value(first(i)), flag(i)};
      elseif ! isempty(from)
        varargout = __trammel_asks__("fnc", toupper(strtrim(name)), round(par(:).'));
      end
    case "ary"
      [name, par] = varargin{:};
      key = ["A" toupper(name) sprintf("_%d", par)];
      if ! isfield(index, key) % as the solver writes it
        key = ["A" toupper(strtrim(name)) sprintf("_%d", round(par))];
      end
      if isfield(index, key)
        i = index.(key);
        varargout = {value(first(i):first(i+1)-1), flag(i)};
      elseif ! isempty(from)
        varargout = __trammel_asks__("ary", toupper(strtrim(name)), round(par(:).'));
      end
      if varargout{2} != 0
        varargout{1} = zeros(1, 6);
      end
    case "ask"
      if ! isempty(from)
        varargout = __trammel_asks__(varargin{:});
      end
    case "serve"
      while true
        count = fread(from, 1, "double");
        if isempty(count)
          exit(0);
        end
        p = fread(from, [1 count], "double");
        switch p(1)
          case 1 % load
            try
              a = __trammel_unpack__(p(2:end));
              addpath(a{2});
              evalin("base", ["source('" strrep(a{1}, "'", "''") "')"]);
              lost = {};
              for k = 3:numel(a)
                if ! any(exist(a{k}) == [2 3 5 103])
                  lost{end+1} = a{k};
                end
              end
              __trammel_send__(to, [10 __trammel_pack__(lost)]);
            catch err
              if ! isempty(strfind(err.message, "error sourcing file")) && exist("__parse_file__")
                try % names the line, which source does not
                  __parse_file__(a{1});
                catch err
                end
              end
              __trammel_fail__(to, err);
            end
          case 2 % bind
            try
              a = __trammel_unpack__(p(2:end));
              c.fn = eval(a{3});
              c.texts = a{4};
              c.lengths = a{5};
              c.wanted = numel(a{5});
              c.given = nargout(a{2});
              if c.given < 0 || c.given > max(c.wanted, 1)
                c.given = max(c.wanted, -1 - c.given);
              end
              c.name = a{2};
              c.index = struct();
              c.first = 1;
              c.order = a{7};
              c.wants = a{8};
              c.at = a{6}; % where the inputs end
              calls{a{1}} = c;
              __trammel_send__(to, 10);
            catch err
              __trammel_fail__(to, err);
            end
          case 3 % call
            outer = {index, first, value, flag};
            h = p(2);
            at = 4;
            if p(3) > 0 % new queries
              [a, at] = __trammel_unpack__(p, 4);
              idx = struct();
              for k = 1:numel(a) - 1
                idx.(a{k}) = k;
              end
              calls{h}.index = idx;
              calls{h}.first = cumsum([1 a{end}]);
            end
            try
              c = calls{h};
              q = p(at:end);
              index = c.index;
              first = c.first;
              m = c.at + first(end) - 1;
              value = q(c.at+1:m);
              flag = q(m+1:m+numel(first)-1);
              t = {};
              if c.texts
                t = __trammel_unpack__(q(m+numel(first):end));
              end
              if c.given == 1 && c.wanted == 1
                r = c.fn(q, t);
                if ! (isreal(r) && isnumeric(r) && numel(r) == c.lengths)
                  r = __trammel_results__(c, {r}, q);
                end
                __trammel_send__(to, [11 double(r(:).')]);
              else
                out = cell(1, c.given);
                [out{:}] = c.fn(q, t);
                __trammel_send__(to, [11 __trammel_results__(c, out, q)]);
              end
            catch err
              __trammel_fail__(to, err);
            end
            [index, first, value, flag] = outer{:};
          case 4 % the answer to a query
            varargout = {__trammel_unpack__(p(2:end))};
            return
        end
      end
    case "start"
      % Each function is locked by its first call.
      __trammel_unpack__(__trammel_pack__({}));
      __trammel_results__(struct("wanted", 0), {}, []);
      __trammel_count__(1);
      __trammel_fail__([], []);
      __trammel_send__([], []);
      __trammel_asks__();
      m_sysfnc(); m_sysary(); m_modfnc();
      [from, to] = varargin{:};
    case "send"
      __trammel_send__(to, varargin{1});
  end
end

% Asks the solver; calls may come before its answer.
function a = __trammel_asks__(varargin)
  mlock();
  a = {0, 0};
  if nargin == 0
    return
  end
  __trammel__("send", [13 __trammel_pack__(varargin)]);
  a = __trammel__("serve");
  if ischar(a{1}) && strcmp(a{1}, "!")
    error("trammel:utility", "%s", a{2});
  end
  a = a(2:end);
end

% The outputs of a function, one behind the other.
function r = __trammel_results__(c, out, q)
  mlock();
  if numel(out) == 1 && iscell(out{1}) && c.wanted > 0
    out = out{1}(:).';
  end
  if c.wanted == 0
    r = [];
    return
  end
  if numel(out) != c.wanted
    error("trammel:shape", "%s returns %d results, %d are needed", c.name, numel(out), c.wanted);
  end
  r = zeros(1, sum(c.lengths));
  at = 0;
  for k = 1:c.wanted
    v = out{k};
    n = c.lengths(k);
    if c.order && numel(v) == 3 * (q(c.order) + 1) || c.order && q(c.order) == 0 && numel(v) == 5
      n = numel(v); % zeros follow
    elseif isempty(v) && ! isempty(c.wants) && ! q(c.wants(k))
      v = zeros(1, n);
    end
    if isempty(v) && n > 0
      error("trammel:empty", "%s returns nothing ([]) as result %d, %s needed", c.name, k, __trammel_count__(n));
    end
    if ! (isnumeric(v) || islogical(v))
      error("trammel:shape", "%s returns a value of class %s as result %d, %s needed", c.name, class(v), k, __trammel_count__(n));
    end
    if iscomplex(v)
      error("trammel:shape", "%s returns complex numbers as result %d", c.name, k);
    end
    if numel(v) != n
      error("trammel:shape", "%s returns %d values as result %d, %s needed", c.name, numel(v), k, __trammel_count__(n));
    end
    r(at+1:at+n) = v(:);
    at += c.lengths(k);
  end
end

function t = __trammel_count__(n)
  mlock();
  if n == 1
    t = "1 number is";
  else
    t = sprintf("%d numbers are", n);
  end
end

function __trammel_send__(to, v)
  mlock();
  if isempty(to)
    return
  end
  fflush(stdout);
  fwrite(to, [numel(v) v], "double");
  fflush(to);
end

function __trammel_fail__(to, err)
  mlock();
  where = "";
  if isempty(to)
    return
  end
  for k = 1:numel(err.stack)
    s = err.stack(k);
    if isempty(s.file) && (strncmp(s.name, "__trammel", 9) || strncmp(s.name, "m_", 2))
      if ! isempty(where)
        break
      end
      continue % a query that was refused
    end
    where = [where sprintf("%s\t%s\t%d\t%d\n", s.name, s.file, s.line, s.column)];
  end
  __trammel_send__(to, [12 __trammel_pack__({err.identifier, err.message, where})]);
end

% A list as numbers: the number of items, then for each 1 for a text, else 0, its
% length, its entries.
function v = __trammel_pack__(list)
  mlock();
  v = numel(list);
  for k = 1:numel(list)
    x = list{k};
    if ! (ischar(x) || isnumeric(x) || islogical(x)) || iscomplex(x)
      error("trammel:utility", "argument %d is neither numbers nor a text", k);
    end
    v = [v ischar(x) numel(x) double(x(:).')];
  end
end

function [list, at] = __trammel_unpack__(v, at = 1)
  mlock();
  list = cell(1, v(at));
  at++;
  for k = 1:numel(list)
    n = v(at+1);
    x = v(at+2:at+1+n);
    if v(at)
      x = char(x);
      if v(at) == 2
        x = strsplit(x, "\n");
      end
    end
    list{k} = x;
    at += 2 + n;
  end
end

function [state, errflg] = m_sysfnc(name = "", par = [])
  mlock();
  [state, errflg] = __trammel__("fnc", name, par);
end

function [states, errflg] = m_sysary(name = "", par = [])
  mlock();
  [states, errflg] = __trammel__("ary", name, par);
end

function [output, info] = m_modfnc(element = "", id = 0, attribute = "")
  mlock();
  [output, info] = __trammel__("ask", "mod", element, id, attribute);
end
