// Search in the rows of index.js: title, kind, path, summary, words.
(function () {
  'use strict';
  var input = document.getElementById('query'), box = document.getElementById('found');
  var root = document.body.dataset.root, selected = 0;

  // score is how well a row fits one word of the query; 0: not at all.
  function score(row, word) {
    var title = row[0].toLowerCase();
    if (title === word) return 100;
    if (title.indexOf(word) === 0) return 60 - Math.min(20, title.length - word.length);
    if (title.indexOf(word) > 0) return 30;
    if (row[3].toLowerCase().indexOf(word) >= 0) return 15;
    if ((' ' + row[4] + ' ').indexOf(' ' + word + ' ') >= 0) return 8;
    return row[4].indexOf(word) >= 0 ? 4 : 0;
  }

  function find(query) {
    var wanted = query.toLowerCase().replace(/^--/, '').split(/[\s,;()=]+/).filter(Boolean);
    if (!wanted.length) return [];
    var hits = [];
    pages.forEach(function (row) {
      var sum = 0;
      for (var i = 0; i < wanted.length; i++) {
        var s = score(row, wanted[i]);
        if (!s) return;
        sum += s;
      }
      hits.push([sum - (row[1] === 'guide' ? 1 : 0), row]);
    });
    hits.sort(function (a, b) { return b[0] - a[0] || (a[1][0] < b[1][0] ? -1 : 1); });
    return hits.slice(0, 25).map(function (h) { return h[1]; });
  }

  function add(parent, tag, text) {
    var e = parent.appendChild(document.createElement(tag));
    e.textContent = text;
    return e;
  }

  function show() {
    var rows = find(input.value);
    box.textContent = '';
    box.hidden = input.value.trim() === '';
    if (!rows.length) add(box, 'p', 'No page has all of these words.');
    rows.forEach(function (row) {
      var a = document.createElement('a');
      a.href = root + row[2];
      a.setAttribute('role', 'option');
      add(a, 'b', row[0]);
      add(a, 'i', row[1]);
      add(a, 'small', row[3]);
      box.appendChild(a);
    });
    select(0);
  }

  function select(i) {
    var list = box.querySelectorAll('a');
    if (!list.length) return;
    selected = (i + list.length) % list.length;
    list.forEach(function (a, k) { a.setAttribute('aria-selected', k === selected); });
    list[selected].scrollIntoView({ block: 'nearest' });
  }

  input.addEventListener('input', show);
  input.addEventListener('keydown', function (e) {
    if (e.key === 'ArrowDown') select(selected + 1);
    else if (e.key === 'ArrowUp') select(selected - 1);
    else if (e.key === 'Escape') { input.value = ''; show(); }
    else if (e.key === 'Enter') {
      var a = box.querySelectorAll('a')[selected];
      if (a) location.href = a.href;
    } else return;
    e.preventDefault();
  });
  document.addEventListener('keydown', function (e) {
    if (e.key === '/' && document.activeElement !== input) { input.focus(); e.preventDefault(); }
  });
  document.addEventListener('click', function (e) { if (!box.contains(e.target) && e.target !== input) box.hidden = true; });
  var q = /[?&]q=([^&]*)/.exec(location.search);
  if (q) { input.value = decodeURIComponent(q[1].replace(/\+/g, ' ')); show(); }
})();
