import { expect, test } from 'vitest';
import {
  isCorrectable,
  knownWords,
  nearestWords,
  type PromptWord,
  promptTerms,
  tellingWords,
} from './prompt-terms.ts';

const word = (text: string, more: Partial<PromptWord> = {}): PromptWord => ({
  word: text,
  stem: text,
  labs: [],
  isStopWord: false,
  isCompound: false,
  count: 1,
  ...more,
});
const near = (of: string, text: string, labs: string[] = []) => ({ near: of, word: text, stem: text, labs });

test('stop words are left out, unless a prompt has no other words', () => {
  const the = word('the', { isStopWord: true });
  expect(tellingWords([the, word('reef')])).toEqual([word('reef')]);
  expect(tellingWords([the])).toEqual([the]);
  expect(tellingWords([the, word('tobe', { isCompound: true })])).toHaveLength(2);
});

test('a word is known by a document or by the name of a lab', () => {
  const words = [word('kelp'), word('ocean', { labs: ['a'] }), word('klep')];
  expect(knownWords(words, [3, 0, 0])).toEqual(words.slice(0, 2));
});

test('short words, numbers and compounds are not corrected', () => {
  const words = ['klep', 'kel', 'il6a', 'k'.repeat(41)].map((text) => word(text));
  expect(words.map(isCorrectable)).toEqual([true, false, false, false]);
  expect(isCorrectable(word('sealevel', { isCompound: true }))).toBe(false);
});

test('a correction has the fewest edits: one of a short word, at most two of a longer one', () => {
  const found = [
    { ...near('klep', 'kelps'), edits: 2 },
    { ...near('carbn', 'carbide'), edits: 2 },
    { ...near('seawed', 'seaward'), edits: 2 },
    { ...near('seawed', 'seaweed'), edits: 1 },
  ];
  const corrections = nearestWords(found);
  expect([...corrections.keys()]).toEqual(['seawed']);
  expect(corrections.get('seawed')?.map((one) => one.word)).toEqual(['seaweed']);
  const many = Array.from({ length: 9 }, (_, at) => ({ ...near('klep', `kle${at}`), edits: 1 }));
  expect(nearestWords(many).get('klep')).toHaveLength(5);
});

test('a completion counts less than the word itself, a correction takes the place of the unknown word', () => {
  const [kelp, klep] = [word('kelp'), word('klep', { count: 2 })];
  const corrections = new Map([['klep', [near('klep', 'kelp')]]]);
  const completed = promptTerms([kelp], [kelp], [near('kelp', 'kelpie')], new Map());
  expect(completed.sought[0]?.groups).toEqual([
    { stems: ['kelp'], share: 1 },
    { stems: ['kelpie'], share: 0.3 },
  ]);
  const corrected = promptTerms([klep], [], [], corrections);
  expect(corrected.sought).toEqual([{ groups: [{ stems: ['kelp'], share: 0.8 }], count: 2, labs: [] }]);
  expect([...corrected.corrected]).toEqual([['kelp', 'klep']]);
  // The prompt has the correction too: it corrects nothing.
  expect(promptTerms([kelp, klep], [kelp], [], corrections).corrected.size).toBe(0);
});

test('a lab is named by all words of the prompt, also by completed ones', () => {
  const [deep, oc] = [word('deep', { labs: ['a', 'b'] }), word('oc', { labs: ['c'] })];
  const terms = promptTerms([deep, oc], [deep, oc], [near('oc', 'ocean', ['b'])], new Map());
  expect(terms.named).toEqual(['b']);
  expect(terms.stems).toEqual(['deep', 'oc', 'ocean']);
});
