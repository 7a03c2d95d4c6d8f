/** Writes a hostile text of about `length` characters, and never more. */
export type HostileText = (length: number) => string;

const repeat = (unit: string, length: number) => unit.repeat(Math.max(0, Math.floor(length / unit.length)));
/** Lines of one unit, numbered where the unit has `#n`. */
const lines = (unit: string, length: number) => {
  const all: string[] = [];
  for (let size = 0, n = 0; ; n++) {
    const line = unit.replaceAll('#n', String(n));
    size += line.length + 1;
    if (size > length) return all.join('\n');
    all.push(line);
  }
};
/** A line repeated below a beginning. */
const below = (start: string, unit: string, length: number) =>
  start.slice(0, length) + repeat(unit, Math.max(0, length - start.length));
const row = (columns: number, cell: string) => `|${`${cell}|`.repeat(columns)}\n`;
const width = (length: number) => Math.max(1, Math.floor(length / 16));

const generators: Record<string, HostileText> = {
  // Delimiters.
  'emphasis that overlaps': (n) => repeat('*a_ ', n),
  'emphasis of both signs': (n) => repeat('*a **b _c __d ', n),
  'emphasis that opens': (n) => repeat('*a ', n),
  'emphasis that closes': (n) => repeat('a* ', n),
  'emphasis within emphasis': (n) => repeat('*a ', n / 2) + repeat(' b*', n / 2),
  'one run of stars': (n) => `${repeat('*', (n - 3) / 2)} a ${repeat('*', (n - 3) / 2)}`,
  'stars around a letter': (n) => `${repeat('*', (n - 1) / 2)}a${repeat('*', (n - 1) / 2)}`,
  'short runs of stars': (n) => repeat('a***b__c', n),
  deletions: (n) => repeat('~a~~ ', n),
  'deletions that open': (n) => repeat('~~a ', n),
  'delimiters in short paragraphs': (n) => repeat(`${'*a_ '.repeat(20)}\n\n`, n),
  'delimiters in headings': (n) => repeat(`# ${'*a_ '.repeat(20)}\n`, n),
  'delimiters in items': (n) => repeat(`- ${'*a_ '.repeat(20)}\n`, n),
  'punctuation before emphasis': (n) => repeat('*(a"_.', n),
  // Containers.
  'quotes within quotes': (n) => `${repeat('> ', n - 1)}x`,
  'quotes without blanks': (n) => `${repeat('>', n - 1)}x`,
  'items within items': (n) => `${repeat('- ', n - 1)}x`,
  'numbers within numbers': (n) => `${repeat('1. ', n - 1)}x`,
  'quotes and items': (n) => `${repeat('> - ', n - 1)}x`,
  'deep quotes on many lines': (n) => repeat(`${'> '.repeat(30)}x\n`, n),
  'eight quotes on many lines': (n) => repeat(`${'> '.repeat(8)}x\n`, n),
  'lazy lines of deep quotes': (n) => below(`${'> '.repeat(40)}x\n`, 'a\n', n),
  'lines of a deep item': (n) => below(`${'- '.repeat(40)}x\n`, `${' '.repeat(80)}y\n`, n),
  'indented ever deeper': (n) => {
    const depth = Math.floor(Math.sqrt(n)) - 4;
    return Array.from({ length: Math.max(0, depth) }, (_, at) => `${' '.repeat(2 * at)}- a`)
      .join('\n')
      .slice(0, n);
  },
  'empty items': (n) => repeat('-\n', n),
  'loose items': (n) => repeat('* a\n\n', n),
  'blank lines in an item': (n) => `- a${repeat('\n', n - 8)}\n  b`,
  'quotes that begin and end': (n) => repeat('> a\n\n', n),
  'items of changing kind': (n) => repeat('- a\n+ b\n* c\n1. d\n1) e\n', n),
  // Blocks.
  'underlined headings': (n) => repeat('a\n=\n', n),
  'underlines of dashes': (n) => repeat('a\n-\n', n),
  rules: (n) => repeat('***\n', n),
  'headings of every level': (n) => repeat('# a\n###### b\n', n),
  'a paragraph of short lines': (n) => repeat('a\n', n),
  'hard breaks': (n) => repeat('a  \n', n),
  'breaks with a backslash': (n) => repeat('a\\\n', n),
  'fences that do not close': (n) => repeat('```\na\n\n', n),
  'fences of growing length': (n) => {
    const all = Array.from({ length: Math.floor(Math.sqrt(2 * n)) }, (_, at) => '`'.repeat(at + 3));
    return all.join('\n').slice(0, n);
  },
  'code that is indented': (n) => repeat('    a\n\n', n),
  'many paragraphs': (n) => repeat('a\n\n', n),
  // Tables.
  'ragged table': (n) => {
    const columns = width(n);
    return below(row(columns, 'a') + row(columns, '-'), '|\n', n);
  },
  'wide table': (n) => {
    const columns = Math.floor(n / 8);
    return (row(columns, 'a') + row(columns, '-') + row(columns, 'b')).slice(0, n);
  },
  'tall table': (n) => below('|a|b|\n|-|-|\n', '|c|d|\n', n),
  'many small tables': (n) => repeat('|a|\n|-|\n|b|\n\n', n),
  'table without cells': (n) => below('|a|\n|-|\n', '|\n', n),
  'rows that could be headers': (n) => repeat('|a|-|', n),
  'delimiter rows': (n) => repeat('a\n-|-\n', n),
  'table of emphasis': (n) => below('|a|b|\n|-|-|\n', '|*a_ *a_|~a *b|\n', n),
  // References.
  'one definition for all': (n) => {
    const definition = `[a]: /${'x'.repeat(Math.floor(n / 2))}\n\n`;
    return below(definition, '[a] ', n);
  },
  'definitions of links': (n) => lines('[a#n]: x', n),
  'references without definitions': (n) => repeat('[a][b] ', n),
  footnotes: (n) => lines('[^#n]: x', n),
  'references to one footnote': (n) => below('[^a]: x\n\n', '[^a] ', n),
  'footnotes that refer': (n) => lines('[^#n]: [^#n]\n\n[^#n]\n', n),
  'footnote within footnote': (n) => lines('[^#n]: a [^#n] b', n),
  'opening brackets': (n) => repeat('[', n),
  'closing brackets': (n) => repeat(']', n),
  'brackets within brackets': (n) => repeat('[', n / 2) + repeat(']', n / 2),
  'links that do not end': (n) => repeat('[a](b ', n),
  'destinations that do not end': (n) => repeat('[a](<b ', n),
  'titles that do not end': (n) => repeat('[a](b "c ', n),
  'links in links': (n) => repeat('[', n / 5) + repeat('](u)', (n * 4) / 5),
  images: (n) => repeat('![a](b)', n),
  'images in images': (n) => repeat('![', n / 6) + repeat('](u)', (n * 4) / 6),
  'pictures that do not end': (n) => repeat('![', n),
  links: (n) => repeat('[a](/b) ', n),
  'a long address': (n) => `[a](/${repeat('x', n - 7)})`,
  parentheses: (n) => `[a](${repeat('(', n - 8)}`,
  'task lists': (n) => repeat('- [ ] a\n- [x] b\n', n),
  // Signs that need a partner.
  ticks: (n) => repeat('`a``b```c', n),
  'ticks of growing length': (n) => {
    const all = Array.from({ length: Math.floor(Math.sqrt(2 * n)) }, (_, at) => '`'.repeat(at + 1));
    return all.join('a').slice(0, n);
  },
  dollars: (n) => repeat('$a ', n),
  formulas: (n) => repeat('$x^2$ ', n),
  'formula of nested braces': (n) => `$$\n${repeat('{', (n - 8) / 2)}${repeat('}', (n - 8) / 2)}\n$$`,
  'formulas that do not end': (n) => repeat('$$\na\n\n', n),
  'less-than signs': (n) => repeat('<', n),
  'tags that do not end': (n) => repeat('<a b="', n),
  'tags in a line': (n) => repeat('<b>x</b>', n),
  'tags within tags': (n) => repeat('<div>\n\n', n),
  'comments that do not end': (n) => repeat('<!-- a ', n),
  'instructions that do not end': (n) => repeat('<?a ', n),
  'script in markup': (n) => repeat('<script>alert(1)</script><img src=x onerror=alert(1)>\n', n),
  'script in links': (n) => repeat('[a](javascript:alert(1)) [b](data:text/html,x)\n', n),
  // Words.
  entities: (n) => repeat('&amp;', n),
  'entities that do not end': (n) => repeat('&#x', n),
  'long entities': (n) => repeat('&CounterClockwiseContourIntegral;', n),
  'numbers of null': (n) => repeat('&#0;&#xD800;', n),
  backslashes: (n) => repeat('\\', n),
  escapes: (n) => repeat('\\*\\_\\[', n),
  addresses: (n) => repeat('www.a.b ', n),
  'addresses without end': (n) => repeat('http://', n),
  'addresses that end in brackets': (n) => `www.a.b/${repeat(')', n - 8)}`,
  'addresses that end in entities': (n) => `www.a.b/${repeat('&a;', n - 8)}`,
  'mail addresses': (n) => repeat('a@b.c ', n),
  'mail address without host': (n) => repeat('a@', n),
  'mail address of dots': (n) => `${repeat('a.', n / 2)}@${repeat('b.', n / 2 - 2)}c`,
  mentions: (n) => repeat(`@0x${'ab'.repeat(20)} `, n),
  'one long word': (n) => repeat('a', n),
  'one long line': (n) => repeat('word ', n),
  blanks: (n) => repeat(' ', n),
  tabs: (n) => repeat('\t', n),
  'blanks at the ends': (n) => repeat(`${' '.repeat(50)}\n`, n),
  'line ends of every kind': (n) => repeat('a\r\nb\rc\n', n),
  'null bytes': (n) => repeat('a\0', n),
  'control characters': (n) => repeat('\u0001\u0008\u007f\u0085 ', n),
  'text from right to left': (n) => repeat('\u202eabc\u202c \u05d0\u05d1*\u05d2* ', n),
  'combining characters': (n) => `a${repeat('\u0301', n - 1)}`,
  'joined emoji': (n) => repeat('\u{1f468}\u200d\u{1f469}\u200d\u{1f467}', n),
  'half characters': (n) => repeat('\ud83d', n),
  'halves in wrong order': (n) => repeat('\udc00\ud800', n),
  'wide blanks': (n) => repeat('\u3000\u00a0\u2028', n),
  'everything at once': (n) =>
    repeat('> - *a_ [b](c "d) `e $f <g &h; ~~i [^j]\n> |k|l|\n> |-|-|\n> |m|\n[^j]: n\n===\n', n),
};

/**
 * Texts that cost a Markdown parser, a highlighter or a regular expression far more than their length, or that are odd in
 * another way. Each is a generator, so that it can be as long as a field allows.
 */
export const hostileTexts: Record<string, HostileText> = Object.fromEntries(
  Object.entries(generators).map(([name, write]) => [name, (length) => write(length).slice(0, length)]),
);
