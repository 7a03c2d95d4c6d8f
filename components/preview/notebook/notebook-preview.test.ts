import { parseNotebook } from '@labroom/formats/notebook/parse-notebook';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { NotebookPreview } from './notebook-preview.tsx';

const notebook = (...cells: unknown[]) => JSON.stringify({ nbformat: 4, cells });
const code = (...outputs: unknown[]) => ({
  cell_type: 'code',
  execution_count: 3,
  source: ['1 +', ' 1'],
  outputs,
});
const shown = (data: object) => ({ output_type: 'display_data', data });
const render = (text: string) => renderToStaticMarkup(createElement(NotebookPreview, { text, isCut: false }));
const outputsOf = (...outputs: unknown[]) => parseNotebook(notebook(code(...outputs)))?.cells[0]?.outputs;
const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

it('shows source, Markdown, text and images', () => {
  const html = render(
    notebook(
      { cell_type: 'markdown', source: ['# Assay\n', 'of **seven** plates'] },
      code(
        { output_type: 'stream', name: 'stdout', text: ['counted\n', 'all'] },
        shown({ 'image/png': [png.slice(0, 40), '\n', png.slice(40)], 'text/plain': '<Figure>' }),
      ),
    ),
  );
  expect(html).toContain('In [3]');
  expect(html).toContain('>1 + 1</pre>');
  expect(html).toContain('>counted\nall</pre>');
  expect(html).toContain(`src="data:image/png;base64,${png}"`);
});

it('shows notebooks of versions before 4', () => {
  const cells = [
    { cell_type: 'heading', level: 2, source: ['Assay'] },
    {
      cell_type: 'code',
      input: ['1 +', ' 1'],
      prompt_number: 3,
      outputs: [
        { output_type: 'stream', stream: 'stderr', text: 'slow' },
        { output_type: 'pyout', prompt_number: 3, text: ['2'] },
        { output_type: 'pyerr', ename: 'E', evalue: 'no', traceback: ['E: no'] },
        { output_type: 'display_data', png },
      ],
    },
  ];
  const parsed = parseNotebook(JSON.stringify({ nbformat: 3, worksheets: [{ cells }] }));
  expect(parsed?.cells).toEqual([
    { kind: 'markdown', source: '## Assay', count: null, outputs: [] },
    {
      kind: 'code',
      source: '1 + 1',
      count: 3,
      outputs: [
        { kind: 'text', text: 'slow', isError: true },
        { kind: 'text', text: '2', isError: false },
        { kind: 'text', text: 'E: no', isError: true },
        { kind: 'picture', url: `data:image/png;base64,${png}` },
      ],
    },
  ]);
  expect(parseNotebook('{"worksheets":[]}')).toBeNull();
});

it('shows an error without terminal color codes', () => {
  const esc = String.fromCharCode(27);
  const traceback = [`${esc}[0;31mValueError${esc}[0m: no plate`];
  expect(outputsOf({ output_type: 'error', traceback })).toEqual([
    { kind: 'text', text: 'ValueError: no plate', isError: true },
  ]);
});

it('runs nothing of a hostile notebook, wherever the attack is placed', () => {
  const attack = '<img src=x onerror=alert(1)><script>alert(2)</script><iframe src="//evil"></iframe>';
  const link = '[x](javascript:alert(3)) ![p](https://evil.example/p.png) <svg onload=alert(4)>';
  const html = render(
    notebook(
      { cell_type: 'markdown', source: [attack, '\n\n', link] },
      { cell_type: 'raw', source: attack },
      { cell_type: `code"><script>`, source: attack },
      {
        ...code(
          { output_type: 'stream', name: attack, text: attack },
          { output_type: 'error', ename: attack, evalue: attack, traceback: [attack] },
          shown({ 'text/html': attack }),
          shown({ 'image/svg+xml': attack, 'application/javascript': 'alert(5)' }),
          shown({ [attack]: attack }),
          shown({ 'text/html': attack, 'text/plain': attack }),
          shown({ 'image/png': '"><script>alert(6)</script>' }),
          shown({ 'image/png': `${png}" onload="alert(7)` }),
          shown({ 'image/png': btoa(attack) }),
        ),
        execution_count: attack,
        source: attack,
      },
    ),
  );
  const tags = new Set([...html.matchAll(/<([a-z0-9]+)/gi)].map(([, tag]) => tag));
  for (const tag of ['script', 'iframe', 'svg', 'img', 'object', 'embed', 'form'])
    expect(tags).not.toContain(tag);
  const attributes = [...html.matchAll(/<[a-z0-9]+([^>]*)>/gi)].map(([, text = '']) => text).join(' ');
  expect(attributes).not.toMatch(/\son\w+=|javascript:|evil/);
  expect(html).toContain('Output not shown: text/html.');
  expect(html).toContain('image/svg+xml, application/javascript');
});

it.each([
  ['not JSON', '{"cells": ['],
  ['not a notebook', '[]'],
  ['of an old format', '{"worksheets": []}'],
  ['null', 'null'],
])('shows a file that is %s as plain text', (_, text) => {
  expect(parseNotebook(text)).toBeNull();
  expect(render(text)).toContain('<pre');
});

it('shows pictures, tables, formulas and charts by their best saved type', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><circle r="4"/></svg>';
  expect(outputsOf(shown({ 'image/svg+xml': svg }), shown({ 'image/jpeg': '/9j/4AAQ\n' }))).toEqual([
    { kind: 'drawing', svg },
    { kind: 'picture', url: 'data:image/jpeg;base64,/9j/4AAQ' },
  ]);
  expect(
    outputsOf(
      shown({ 'text/html': ['<table>', '</table>'], 'text/plain': 'a b' }),
      shown({ 'text/latex': 'x^2' }),
      shown({ 'text/markdown': '**x**' }),
      shown({ 'text/html': 'x'.repeat(300_000), 'text/plain': 'long' }),
    ),
  ).toEqual([
    { kind: 'html', html: '<table></table>', plain: 'a b' },
    { kind: 'markdown', text: '$$\nx^2\n$$' },
    { kind: 'markdown', text: '**x**' },
    { kind: 'text', text: 'long', isError: false },
  ]);
  const layout = { title: { text: '<b>Growth</b>' } };
  const plotly = { data: [{ type: 'bar' }, { name: 'OD' }, 7], layout };
  const vega = { title: 'Rates', encoding: { x: { field: 'time' }, y: { field: 'rate' } } };
  expect(
    outputsOf(
      shown({ 'application/vnd.plotly.v1+json': plotly, 'text/html': '<script>x</script>' }),
      shown({ 'application/vnd.vegalite.v5+json': vega }),
    ),
  ).toEqual([
    { kind: 'chart', library: 'Plotly', title: 'Growth', series: ['bar', 'OD'] },
    { kind: 'chart', library: 'Vega-Lite', title: 'Rates', series: ['time', 'rate'] },
  ]);
});

it('accepts cells and outputs of unexpected shape', () => {
  const odd = notebook(
    null,
    7,
    [],
    { cell_type: 5, source: 9 },
    { ...code(), outputs: [null, {}, { data: 3 }] },
  );
  expect(parseNotebook(odd)?.cells).toEqual([
    { kind: 'raw', source: '', count: null, outputs: [] },
    { kind: 'code', source: '1 + 1', count: 3, outputs: [] },
  ]);
});

it('truncates long notebooks and says so', () => {
  const long = outputsOf({ output_type: 'stream', text: 'x'.repeat(1_000_000) })?.[0];
  expect(long?.kind === 'text' && long.text.length).toBe(50_000);
  const many = parseNotebook(notebook(...Array.from({ length: 600 }, () => code())));
  expect(many).toMatchObject({ isCut: true });
  expect(many?.cells).toHaveLength(500);
});
