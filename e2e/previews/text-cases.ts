import { encodePng } from '@labroom/example-labs/drawing/png.ts';
import { Raster } from '@labroom/example-labs/drawing/raster.ts';
import { expect } from '@playwright/test';
import * as payload from '../hostile/payloads.ts';
import type { PreviewCase } from './preview-case.ts';

const notes = String.raw`# Growth assay

All *seven* plates follow [the method](method.md), as in [Monod](https://example.org). They cost from $5 to $10 each.
The rate is $\mu = \frac{\ln N_2 - \ln N_1}{t_2 - t_1}$, and the yield

$$
\mu(S) = \mu_{\max} \frac{S}{K_S + S}, \qquad Y_{X/S} = -\frac{\mathrm{d}X}{\mathrm{d}S}
$$

${'```'}python
def rate(first, second, hours):
    return (log(second) - log(first)) / hours  # per hour
${'```'}

![The gel](pictures/gel.png)

![A logo](https://pictures.example/logo.png)

| plate | rate |
|---|---|
| 1 | 0.41 |
`;

const gel = encodePng(new Raster(360, 240, [214, 217, 226]));

/** Formulas that try to run, to fetch, to leave their place, or to keep the page busy. */
const formulaAttacks = (host: string): string[] =>
  [
    String.raw`\href{javascript:alert(1)}{x} \url{http://${host}/url}`,
    String.raw`\includegraphics[width=9em]{http://${host}/graphics.png}`,
    String.raw`\htmlStyle{position:fixed;inset:0}{x} \htmlData{a=b}{x}`,
    String.raw`\def\x{\x\x}\x`,
    String.raw`\edef\a{xxxxxxxxxx}\edef\a{\a\a\a\a\a\a\a\a\a\a}\edef\a{\a\a\a\a\a\a\a\a\a\a}\a\a\a\a`,
    String.raw`\rule{99999em}{99999em} \kern-99999em x`,
    '{'.repeat(2_000),
    String.raw`\frac{`.repeat(300),
    String.raw`\text{the last formula attack}`,
  ].map((tex) => `$$\n${tex}\n$$`);

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="30"><rect width="90" height="30" fill="teal"/></svg>';
const display = (data: object) => ({ output_type: 'display_data', metadata: {}, data });
const cell = (source: string, outputs: object[]) => ({
  cell_type: 'code',
  execution_count: 1,
  metadata: {},
  source,
  outputs,
});
const notebookOf = (...cells: object[]) =>
  JSON.stringify({ nbformat: 4, nbformat_minor: 5, metadata: { language_info: { name: 'python' } }, cells });

const notebook = notebookOf(
  { cell_type: 'markdown', metadata: {}, source: '# Cell counts\n\nThe rate $\\mu$ of growth.' },
  cell('import pandas as pd\nprint(7 * 6)  # the answer', [
    { output_type: 'stream', name: 'stdout', text: 'forty-two\n' },
  ]),
  cell('table', [
    display({
      'text/html':
        '<style>td{color:red}</style><table border="1"><thead><tr><th></th><th>OD</th></tr></thead><tbody><tr><th>A1</th><td>Table value</td></tr></tbody></table>',
      'text/plain': 'OD',
    }),
  ]),
  cell('figure', [
    display({ 'image/svg+xml': svg }),
    display({ 'image/png': Buffer.from(gel).toString('base64') }),
    display({
      'application/vnd.plotly.v1+json': { data: [{ type: 'bar' }], layout: { title: { text: 'Growth' } } },
    }),
    display({ 'text/latex': '$x^2$' }),
  ]),
);

/** Outputs that run or fetch in every reader that trusts them. */
function notebookAttack(host: string): string {
  const nested = `<table><tr><td>${payload.attack(host, 'cell')}</td></tr></table>`;
  const outputs = [
    payload.html(host),
    payload.markdown(host, 'html'),
    payload.svg(host),
    nested,
    `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=http://${host}/m onerror=alert(1)&gt;">`,
    `<table background="http://${host}/table" style="background:url(http://${host}/style)"><tr><td onclick=alert(1) id=attributes>x</td></tr></table>`,
    `<form><input name=attributes><input name=nodeName></form><template><img src=http://${host}/t onerror=alert(1)></template>`,
  ];
  return notebookOf(
    cell('attack', [
      ...outputs.map((html) => display({ 'text/html': html, 'text/plain': 'plain' })),
      display({ 'image/svg+xml': payload.svg(host) }),
      display({ 'text/latex': `\\href{http://${host}/tex}{x}` }),
      display({
        'application/vnd.plotly.v1+json': { data: [], layout: { title: payload.attack(host, 'plotly') } },
      }),
      display({ 'text/html': '<b>the last output</b>' }),
    ]),
  );
}

/** Text, tables, sequences and notebooks. */
export const textCases: readonly PreviewCase[] = [
  {
    name: 'notes.md',
    format: 'Markdown',
    budgetKb: 260,
    isQuick: true,
    content: () => notes,
    beside: {
      'pictures/gel.png': () => gel,
      'method.md': () => '# Method\n',
    },
    async shows(preview) {
      await expect(preview.getByRole('heading', { name: 'Growth assay' })).toBeVisible();
      // Drawn: the source of the formula is hidden, and MathML describes it.
      await expect(preview.locator('.katex').first()).toBeVisible();
      await expect(preview.locator('.katex-display')).toBeVisible();
      await expect(preview.getByText('from $5 to $10')).toBeVisible();
      await expect(preview.locator('span.text-acc', { hasText: 'def' })).toBeVisible();
      await expect(preview.getByRole('link', { name: 'the method' })).toBeVisible();
      await expect(preview.getByRole('img', { name: 'The gel' })).toBeVisible();
      await expect(preview.getByText('on pictures.example, not loaded from there')).toBeVisible();
    },
    hostile: [
      { name: 'attack', content: (host) => payload.markdown(host, 'zq-word'), says: 'zq-word' },
      {
        name: 'formulas',
        content: (host) => formulaAttacks(host).join('\n\n'),
        says: 'the last formula attack',
      },
    ],
    notes: {
      library: 'react-markdown, remark-gfm, KaTeX, lowlight',
      notShown: 'HTML, pictures of other sites, formulas after 500',
    },
  },
  {
    name: 'plate.csv',
    format: 'CSV and TSV',
    budgetKb: 20,
    content: () => 'well,od\nA1,0.11\nA2,0.52\nB1,0.31\n',
    shows: (preview) => expect(preview.getByRole('cell', { name: '0.52' })).toBeVisible(),
    hostile: [{ name: 'attack', content: payload.csv, says: /onerror/ }],
    notes: { library: 'none', notShown: 'rows after 2 MB' },
  },
  {
    name: 'counts.ipynb',
    format: 'Jupyter notebook',
    budgetKb: 290,
    content: () => notebook,
    async shows(preview) {
      await expect(preview.getByText('forty-two')).toBeVisible();
      await expect(preview.getByRole('cell', { name: 'Table value' })).toBeVisible();
      await expect(preview.getByRole('img', { name: 'Image output of cell 1' })).toHaveCount(2);
      await expect(preview.getByText('Plotly chart “Growth” of bar')).toBeVisible();
      await expect(preview.locator('.katex').first()).toBeVisible();
      await expect(preview.locator('span.text-acc', { hasText: 'import' })).toBeVisible();
    },
    hostile: [
      { name: 'attack', content: payload.notebook, says: /In \[/ },
      { name: 'html', content: notebookAttack, says: 'the last output' },
      { name: 'damaged', content: () => '{"cells": [', says: '{"cells": [' },
    ],
    notes: {
      library: 'react-markdown, DOMPurify, KaTeX, lowlight',
      notShown: 'widgets, scripts, interactive charts (described), pictures and styles in HTML',
    },
  },
  {
    name: 'fit.py',
    format: 'Code (Python, R, Julia, shell, SQL, LaTeX and others)',
    budgetKb: 40,
    content: () => 'def fit(x):\n    # The slope of the line\n    return "slope", x * 2\n',
    async shows(preview) {
      await expect(preview.locator('span.text-acc', { hasText: 'def' })).toBeVisible();
      await expect(preview.locator('span.text-good', { hasText: '"slope"' })).toBeVisible();
    },
    hostile: [{ name: 'attack', content: (host) => payload.html(host), says: 'html.js' }],
    notes: { library: 'lowlight', notShown: 'colours after 100,000 characters, text after 512 kB' },
  },
  {
    name: 'genes.fasta',
    format: 'FASTA and FASTQ',
    budgetKb: 20,
    content: () => '>seq-alpha\nACGTACGTAC\n>seq-beta\nGGGG\n',
    shows: (preview) => expect(preview.getByText('seq-beta')).toBeVisible(),
    hostile: [{ name: 'damaged', content: () => 'not a sequence', says: 'not FASTA or FASTQ' }],
    notes: { library: 'none', notShown: 'sequences after the first 200' },
  },
];
