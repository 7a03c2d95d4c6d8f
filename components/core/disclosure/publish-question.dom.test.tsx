import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Disclosures } from '#lib/disclosure/look-into.ts';
import { PublishQuestion } from './publish-question.tsx';
import { type PublishQuestion as Question, usePublishQuestion } from './use-publish-question.ts';

const patient: Disclosures = {
  found: [{ kind: 'person', reason: 'Names the patient: DOE^JOHN' }],
  unchecked: null,
};
const harmless: Disclosures = { found: [], unchecked: null };
const looked = new Map([
  ['a.dcm', patient],
  ['b.dcm', patient],
  ['c.csv', harmless],
]);

let root: Root;
let question: Question;
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(() => {
  act(() => root.unmount());
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

function Asked({ byPath, paths }: { byPath: ReadonlyMap<string, Disclosures> | null; paths: string[] }) {
  question = usePublishQuestion({ byPath, count: 1 }, paths);
  return <PublishQuestion id="question" question={question} total={paths.length} />;
}
const show = (byPath: ReadonlyMap<string, Disclosures> | null, paths: string[]) =>
  act(() => root.render(<Asked byPath={byPath} paths={paths} />));
const press = (name: RegExp) =>
  act(() =>
    [...document.querySelectorAll('button')].find(({ textContent }) => name.test(textContent ?? ''))?.click(),
  );

it('lets nothing become public before all files are read', () => {
  show(null, ['a.dcm', 'c.csv']);
  expect(question.isOpen).toBe(true);
  expect(document.body.textContent).toContain('1 of 2');
  show(null, []);
  expect(question.isOpen).toBe(false);
});

it('asks nothing about harmless files', () => {
  show(looked, ['c.csv']);
  expect(question.isOpen).toBe(false);
  expect(document.body.textContent).toBe('');
});

it('names the files with their reasons, and keeps them for the team with one click', () => {
  show(looked, ['a.dcm', 'b.dcm', 'c.csv']);
  expect(document.body.textContent).toContain('2 files may reveal persons or secrets.');
  expect(document.body.textContent).toContain('a.dcmNames the patient: DOE^JOHN');
  expect(question.isOpen).toBe(true);
  press(/^Team for these 2 files/);
  expect(question.isOpen).toBe(false);
  expect(['a.dcm', 'b.dcm', 'c.csv'].map(question.isForTeam)).toEqual([true, true, false]);
});

it('publishes a file only by a choice for it, or for all named', () => {
  show(looked, ['a.dcm', 'b.dcm']);
  act(() => question.decide(['a.dcm'], 'public'));
  expect(question.isOpen).toBe(true);
  press(/^Publish these 2 files anyway/);
  expect(question.isOpen).toBe(false);
  expect(question.isForTeam('a.dcm')).toBe(false);
});
