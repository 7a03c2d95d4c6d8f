import { expect } from '@playwright/test';
import { encodeNotebook } from '#local/seed/formats/notebook.ts';
import * as payload from '../hostile/payloads.ts';
import type { PreviewCase } from './preview-case.ts';

/** Text, tables, sequences and notebooks. */
export const textCases: readonly PreviewCase[] = [
  {
    name: 'notes.md',
    format: 'Markdown',
    budgetKb: 80,
    content: () => '# Growth assay\n\nAll *seven* plates, [method](https://example.org).\n',
    shows: (preview) => expect(preview.getByRole('heading', { name: 'Growth assay' })).toBeVisible(),
    hostile: [{ name: 'attack', content: (host) => payload.markdown(host, 'zq-word'), says: 'zq-word' }],
    notes: { library: 'react-markdown, remark-gfm', notShown: 'HTML, pictures of other sites' },
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
    budgetKb: 80,
    content: () =>
      encodeNotebook([
        { markdown: '# Cell counts' },
        { code: 'print(7 * 6)', outputs: [{ printed: 'forty-two\n' }] },
      ]),
    shows: (preview) => expect(preview.getByText('forty-two')).toBeVisible(),
    hostile: [
      { name: 'attack', content: payload.notebook, says: /In \[/ },
      { name: 'damaged', content: () => '{"cells": [', says: '{"cells": [' },
    ],
    notes: { library: 'react-markdown', notShown: 'widgets, scripts' },
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
    notes: { library: 'none', notShown: 'sequences after the first 100' },
  },
];
