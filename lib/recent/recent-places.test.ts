import { expect, test } from 'vitest';
import { MOST_RECENT, noPlaces, readRecent, remember } from './recent-places.ts';

/** A storage in memory. */
function storageOf(entries: Record<string, string> = {}): Storage {
  const map = new Map(Object.entries(entries));
  return {
    getItem: (key) => map.get(key) ?? null,
    setItem: (key, value) => void map.set(key, value),
    removeItem: (key) => void map.delete(key),
    clear: () => map.clear(),
    key: () => null,
    get length() {
      return map.size;
    },
  };
}

const lab = (name: string) => ({ oclId: `0x${name}`, shortname: name, title: `Lab ${name}` });
const file = (path: string) => ({ path, contentType: 'text/csv' });

test('what was opened last is first, each once, of each wallet by itself', () => {
  const storage = storageOf();
  remember('0xa', { lab: lab('one') }, storage);
  remember('0xa', { lab: lab('two'), file: file('x.csv') }, storage);
  remember('0xa', { lab: lab('one'), file: file('x.csv') }, storage);
  remember('0xa', { lab: lab('two'), file: file('x.csv') }, storage);
  const { labs, files } = readRecent('0xa', storage);
  expect(labs.map(({ shortname }) => shortname)).toEqual(['two', 'one']);
  expect(files.map(({ shortname, path }) => [shortname, path])).toEqual([
    ['two', 'x.csv'],
    ['one', 'x.csv'],
  ]);
  expect(readRecent('0xb', storage)).toEqual(noPlaces);
});

test('at most twelve of each kind are kept', () => {
  const storage = storageOf();
  for (let at = 0; at < 20; at += 1)
    remember('0xa', { lab: lab(String(at)), file: file(`${at}.csv`) }, storage);
  const { labs, files } = readRecent('0xa', storage);
  expect([labs.length, files.length, files[0]?.path]).toEqual([MOST_RECENT, MOST_RECENT, '19.csv']);
});

test.each(['{', 'null', '[]', '{"labs":1}', '{"labs":[null,{"oclId":1}],"files":[{"path":"x"}]}'])(
  'a damaged storage (%s) has none, and can be written again',
  (text) => {
    const storage = storageOf({ 'labroom.recent.0xa': text });
    expect(readRecent('0xa', storage)).toEqual(noPlaces);
    remember('0xa', { lab: lab('one') }, storage);
    expect(readRecent('0xa', storage).labs).toEqual([lab('one')]);
  },
);

test('a blocked storage is no error', () => {
  const blocked = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  const storage: Storage = { ...storageOf(), getItem: blocked, setItem: blocked };
  remember('0xa', { lab: lab('one') }, storage);
  expect(readRecent('0xa', storage)).toEqual(noPlaces);
});
