import { describe, expect, test } from 'vitest';
import { explainUnsafePath, findCollisions } from './local-name.ts';

const unix = { isCaseSensitive: true, isWindows: false };
const mac = { isCaseSensitive: false, isWindows: false };
const windows = { isCaseSensitive: false, isWindows: true };

describe('a path of a data room may not become a file', () => {
  test.each([
    '../outside',
    'a/../../outside',
    '/etc/passwd',
    'a//b',
    './a',
    'a\\..\\b',
    'C:\\autoexec.bat',
    'nul\u0000byte',
    'line\nbreak',
    '',
    'e\u0301.txt',
    'a\ud800',
    '.labroom/config.json',
    '.LABROOM/config.json',
    '.lab\u200croom/state.db',
    '.labroom. /state.db',
    '.labroom::$INDEX_ALLOCATION/state.db',
    '.git/config',
    'vendor/.GIT/hooks/post-checkout',
    'GIT~1/config',
    'x/.labroom-part-00',
  ])('%j, on any system', (path) => {
    expect(explainUnsafePath(path, unix)).not.toBeNull();
    expect(explainUnsafePath(path, windows)).not.toBeNull();
  });

  test.each(['CON', 'data/nul.txt', 'COM1', 'lpt9.csv', 'a:b', 'what?', 'end.', 'end ', 'a/ b /<c>'])(
    '%j, on Windows',
    (path) => {
      expect(explainUnsafePath(path, windows)).not.toBeNull();
      expect(explainUnsafePath(path, unix)).toBeNull();
    },
  );

  test.each([
    'results/2026/assay.csv',
    'µ – ñ 日本.txt',
    '.github/x',
    '.labroomy',
    'a/.labroom/x',
    'contact.txt',
  ])('but %j may', (path) => {
    for (const system of [unix, mac, windows]) expect(explainUnsafePath(path, system)).toBeNull();
  });
});

describe('paths that cannot all be files', () => {
  test('are all left out where the system ignores case, folders included', () => {
    const paths = ['A.txt', 'a.txt', 'Data/x', 'data/y', 'ok/z'];
    expect([...findCollisions(paths, mac).keys()]).toEqual(['A.txt', 'a.txt', 'Data/x', 'data/y']);
    expect(findCollisions(paths, unix).size).toBe(0);
  });

  test('below a file are left out everywhere', () => {
    expect([...findCollisions(['a', 'a/b', 'a/b/c', 'ab'], unix).keys()]).toEqual(['a/b', 'a/b/c']);
  });
});
