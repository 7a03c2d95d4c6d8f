import { hostileTexts } from '@labroom/testing/hostile-texts.ts';

/** What one file of a room holds: as much as its preview reads. */
export interface HostileFile {
  name: string;
  text: () => string;
}

/** Bytes that the previews of texts and of tables read. */
const TEXT_BYTES = 512 * 1024;
const TABLE_BYTES = 2_000_000;
const NOTEBOOK_BYTES = 8_000_000;

const filled = (unit: string, bytes: number) => unit.repeat(Math.floor(bytes / unit.length));
const nested = (levels: number, inside: string) => '['.repeat(levels) + inside + ']'.repeat(levels);

/** Files whose texts cost the page most, for all that is known. */
export const hostileFiles: readonly HostileFile[] = [
  { name: 'deep.json', text: () => nested(TEXT_BYTES / 2 - 1, '') },
  { name: 'deep-and-wide.json', text: () => nested(2_500, String(Array(28_000).fill(1))) },
  { name: 'lists.json', text: () => `[${filled('[{}],', TEXT_BYTES - 8)}[]]` },
  { name: 'one-string.json', text: () => JSON.stringify(filled('a b ', TEXT_BYTES - 8)) },
  { name: 'backslashes.tex', text: () => filled('\\', 99_000) },
  { name: 'commands.tex', text: () => filled('\\a{$b$}\n', 99_000) },
  { name: 'quotes.jl', text: () => filled("'", 99_000) },
  { name: 'words.py', text: () => filled('if 1: "a" # b\n', 99_000) },
  { name: 'quotes.csv', text: () => `"${filled('a"",', TABLE_BYTES - 2)}` },
  { name: 'commas.csv', text: () => filled(`${','.repeat(199)}\n`, TABLE_BYTES) },
  { name: 'numbers.csv', text: () => filled(`${'1,'.repeat(199)}2\n`, TABLE_BYTES) },
  { name: 'long-cells.csv', text: () => filled(`${filled('a b ', 10_000)},c\n`, TABLE_BYTES) },
  { name: 'wells.csv', text: () => filled('A1,1\nP24,2\n', TABLE_BYTES) },
  { name: 'one-line.log', text: () => filled('word ', TEXT_BYTES) },
  { name: 'without-spaces.log', text: () => filled('w', TEXT_BYTES) },
  { name: 'many-lines.log', text: () => filled('w\n', TEXT_BYTES) },
  { name: 'colours.log', text: () => filled('\u001b[31mred\u001b[0m ', TEXT_BYTES) },
  { name: 'cells.ipynb', text: () => notebook() },
  { name: 'outputs.ipynb', text: () => notebookOfOutputs() },
  { name: 'formulas.md', text: () => filled(`$\\frac{${filled('\\sqrt{x}+', 800)}1}{2}$ `, 200_000) },
  {
    name: 'tables-of-formulas.md',
    text: () => filled(`$\\begin{matrix}${filled('a&', 300)}\\end{matrix}$ `, 200_000),
  },
  { name: 'code.md', text: () => filled('```py\nif 1: "a"\n```\n\n', 60_000) },
];

/** Markdown of each kind of `hostileTexts`, long enough to be cut. */
export const hostileMarkdown: readonly HostileFile[] = Object.entries(hostileTexts).flatMap(([kind, make]) =>
  [30_000, 400_000].map((length) => ({
    name: `${kind.replaceAll(/\W+/g, '-')}-${length}.md`,
    text: () => make(length),
  })),
);

function notebook(): string {
  const texts = Object.values(hostileTexts).map((make) => make(20_000));
  const cells = Array.from({ length: 300 }, (_, at) => ({
    cell_type: at % 2 === 0 ? 'markdown' : 'code',
    execution_count: 1,
    source: at % 2 === 0 ? texts[at % texts.length] : filled('if 1: "a"\n', 15_000),
    outputs: [],
  }));
  return JSON.stringify({ nbformat: 4, metadata: { language_info: { name: 'python' } }, cells });
}

function notebookOfOutputs(): string {
  const html = `<table>${filled('<tr><td colspan=1000 rowspan=9>a<td>b</tr>', 90_000)}</table>`;
  const data = [
    { 'text/html': html },
    { 'text/html': filled('<div>', 90_000) },
    { 'text/html': filled('<b>a</b>', 90_000) },
    { 'text/latex': `$$${filled('\\sqrt{x}', 900)}$$` },
    { 'text/plain': filled('a b ', 200_000) },
    { 'text/plain': filled('a\n', 200_000) },
    { 'text/markdown': filled(`${'> '.repeat(20)}a\n`, 40_000) },
  ];
  const outputs = data.map((one) => ({ output_type: 'display_data', data: one }));
  const cell = { cell_type: 'code', execution_count: 1, source: '1', outputs };
  const count = Math.floor(NOTEBOOK_BYTES / (JSON.stringify(cell).length + 1)) - 1;
  return JSON.stringify({ nbformat: 4, metadata: {}, cells: Array(count).fill(cell) });
}
