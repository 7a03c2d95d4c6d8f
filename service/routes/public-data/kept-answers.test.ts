import { expect, test } from 'vitest';
import { renderDocument } from '../http/public-document.ts';
import { KeptAnswers } from './kept-answers.ts';

const SECOND = 1_000;

function keptAnswers(bytes = 1_000_000) {
  const clock = { now: Date.UTC(2026, 0, 1) };
  const answers = new KeptAnswers({ freshMs: 10 * SECOND, bytes, now: () => clock.now });
  let reads = 0;
  const read = async (text: string, key = 'labs') => {
    const load = async () => {
      reads += 1;
      return renderDocument('application/json', text);
    };
    const { document, lastModified } = await ((await answers.find(key)) ?? answers.read(key, load));
    return [document.plain.toString(), lastModified];
  };
  return { answers, clock, read, reads: () => reads };
}

test('an answer is given again for its time, and then read again', async () => {
  const { clock, read } = keptAnswers();
  expect((await read('one'))[0]).toBe('one');
  clock.now += 10 * SECOND - 1;
  expect((await read('two'))[0]).toBe('one');
  clock.now += 1;
  expect((await read('two'))[0]).toBe('two');
});

test('requests for the same at once share one read', async () => {
  const { read, reads } = keptAnswers();
  const texts = await Promise.all(Array.from({ length: 50 }, () => read('one')));
  expect([texts.length, reads()]).toEqual([50, 1]);
});

test('the date stays as long as the text does, and changes with it', async () => {
  const { clock, read } = keptAnswers();
  const dates = [];
  for (const text of ['one', 'one', 'two']) {
    dates.push((await read(text))[1]);
    clock.now += 60 * SECOND;
  }
  expect(dates).toEqual([
    'Thu, 01 Jan 2026 00:00:00 GMT',
    'Thu, 01 Jan 2026 00:00:00 GMT',
    'Thu, 01 Jan 2026 00:02:00 GMT',
  ]);
});

test('a failed read is not kept', async () => {
  const { answers, read } = keptAnswers();
  await expect(answers.read('labs', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  expect((await read('one'))[0]).toBe('one');
});

test('all kept answers together have a size, beyond which the least recently used is dropped', async () => {
  // Each takes 1,026 to 1,060 bytes, so 16 fit.
  const { answers, read } = keptAnswers(17_000);
  const keys = Array.from({ length: 16 }, (_, at) => String.fromCharCode(97 + at));
  for (const key of keys) await read('x'.repeat(500), key);
  expect(answers.find('a')).toBeDefined();
  await read('x'.repeat(500), 'z');
  expect([...keys, 'z'].filter((key) => answers.find(key) === undefined)).toEqual(['b']);
});

test('an answer that takes a sixteenth of the size is not kept', async () => {
  const { answers, read } = keptAnswers(32_000);
  await read('short', 'a');
  await read('x'.repeat(1_500), 'b');
  expect(['a', 'b'].map((key) => answers.find(key) !== undefined)).toEqual([true, false]);
});
