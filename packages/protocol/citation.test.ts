import { expect, it } from 'vitest';
import { type CitedFile, citeAsBibtex, citeAsCff, citeAsCsl, citeAsText } from './citation.ts';

const file: CitedFile = {
  labName: 'Lab "A" & B',
  path: 'results/100%_dose {final}.csv',
  did: 'did:odf:fed01ab',
  version: 3,
  contentHash: 'sha256:abc',
  createdAt: '2026-01-31T09:30:00.000Z',
  url: 'https://labs.example/labs/a/files?file=x&version=3',
};

it('names version and hash in plain text', () => {
  expect(citeAsText(file)).toBe(
    'Lab "A" & B (2026). results/100%_dose {final}.csv (version 3) [Data set]. did:odf:fed01ab, sha256:abc. https://labs.example/labs/a/files?file=x&version=3',
  );
});

it('escapes characters that TeX would interpret as commands', () => {
  expect(citeAsBibtex(file)).toBe(`@misc{lab-a-b-100-dose-final-csv-2026-v3,
  author = {{Lab "A" \\& B}},
  title = {{results/100\\%\\_dose \\textbraceleft{}final\\textbraceright{}.csv}},
  year = {2026},
  version = {3},
  howpublished = {did:odf:fed01ab},
  note = {sha256:abc},
  url = {https://labs.example/labs/a/files?file=x&version=3}
}`);
});

it('no name can end its BibTeX field', () => {
  const entry = citeAsBibtex({
    ...file,
    labName: 'x}}, url = {{http://evil.example',
    path: '}}}{\\}{{%.csv',
  });
  const fields = entry.split('\n').slice(1, -1);
  expect(fields).toHaveLength(7);
  for (const field of fields) {
    let depth = 0;
    const depths = [...field.slice(field.indexOf('{')).replace(/,$/, '')].map((character) => {
      if (character === '{') depth += 1;
      if (character === '}') depth -= 1;
      return depth;
    });
    // The entry is closed exactly once, at its end.
    expect(depths.indexOf(0)).toBe(depths.length - 1);
  }
});

it('quotes strings that YAML would misread', () => {
  const cff = citeAsCff(file);
  expect(cff).toContain('  - name: "Lab \\"A\\" & B"');
  expect(cff).toContain('title: "results/100%_dose {final}.csv"');
  expect(cff).toContain('date-released: "2026-01-31"');
});

it('writes CSL-JSON with the lab as an author that is no person', () => {
  expect(JSON.parse(citeAsCsl(file))).toEqual([
    {
      id: 'lab-a-b-100-dose-final-csv-2026-v3',
      type: 'dataset',
      title: 'results/100%_dose {final}.csv',
      author: [{ literal: 'Lab "A" & B' }],
      issued: { 'date-parts': [[2026, 1, 31]] },
      version: '3',
      number: 'did:odf:fed01ab',
      note: 'sha256:abc',
      URL: 'https://labs.example/labs/a/files?file=x&version=3',
    },
  ]);
});
