import { expect, it } from 'vitest';
import { type CitedFile, citeAsBibtex, citeAsCff, citeAsText } from './citation.ts';

const file: CitedFile = {
  labName: 'Lab "A" & B',
  path: 'results/100%_dose {final}.csv',
  did: 'did:odf:fed01ab',
  version: 3,
  contentHash: 'sha256:abc',
  createdAt: '2026-01-31T09:30:00.000Z',
  url: 'https://labs.example/labs/a/files?file=x&version=3',
};

it('pins version and hash in plain text', () => {
  expect(citeAsText(file)).toBe(
    'Lab "A" & B (2026). results/100%_dose {final}.csv (version 3) [Data set]. did:odf:fed01ab, sha256:abc. https://labs.example/labs/a/files?file=x&version=3',
  );
});

it('escapes what TeX would read as commands', () => {
  expect(citeAsBibtex(file)).toBe(`@misc{lab-a-b-100-dose-final-csv-2026-v3,
  author = {{Lab "A" \\& B}},
  title = {{results/100\\%\\_dose \\{final\\}.csv}},
  year = {2026},
  version = {3},
  howpublished = {did:odf:fed01ab},
  note = {sha256:abc},
  url = {https://labs.example/labs/a/files?file=x&version=3}
}`);
});

it('quotes what YAML would trip over', () => {
  const cff = citeAsCff(file);
  expect(cff).toContain('  - name: "Lab \\"A\\" & B"');
  expect(cff).toContain('title: "results/100%_dose {final}.csv"');
  expect(cff).toContain('date-released: "2026-01-31"');
});
