import { describe, expect, test } from 'vitest';
import type { Direction } from './action.ts';
import { planSync } from './plan.ts';
import type { RemoteFile } from './remote.ts';
import type { LocalFile } from './scan.ts';
import type { SyncedFile } from './state.ts';

/** Path → content, for each side. In the lab a DID stands before the content: `1:A`. */
interface Sides {
  base: Record<string, string>;
  here: Record<string, string>;
  there: Record<string, string>;
}

const EMPTY = 'empty';
const UNREADABLE = 'unreadable';
const split = (text: string) => {
  const [did = '', content = ''] = text.split(':');
  return { did, content };
};

async function planned({ base, here, there }: Sides, direction: Direction = 'both') {
  const local = Object.entries(here).map(([path, content]): [string, LocalFile] => {
    const stamp = base[path] && split(base[path]).content === content ? content : `${content} of ${path}`;
    return [path, { path, file: `/${path}`, size: content === EMPTY ? 0 : 9, stamp }];
  });
  const remote = Object.entries(there).map(([path, text]): [string, RemoteFile] => {
    const { did, content: sha256 } = split(text);
    const version = Object.values(base).includes(text) ? 1 : 2;
    const known = { path, did, version, accessLevel: 'ADMIN', size: 9, canRead: true };
    return [path, { ...known, contentHash: `sha256:${sha256}`, sha256 }];
  });
  const before = Object.entries(base).map(([path, text]): [string, SyncedFile] => {
    const { did, content: sha256 } = split(text);
    return [path, { path, did, version: 1, contentHash: `sha256:${sha256}`, sha256, stamp: sha256 }];
  });
  const actions = await planSync(
    {
      ...{ local: new Map(local), remote: new Map(remote), base: new Map(before) },
      hashOf: async ({ path }) => {
        if (here[path] === UNREADABLE)
          throw Object.assign(new Error('refused'), { code: 'EACCES', syscall: 'open' });
        return here[path] ?? '';
      },
    },
    direction,
  );
  return actions.map((action) => {
    const { kind, path } = action;
    return 'from' in action ? `${kind} ${action.from} > ${path}` : `${kind} ${path}`;
  });
}

const one = { 'notes/a': '1:A', 'notes/b': '2:B' };

describe('a folder that was renamed', () => {
  const moved = { 'protocols/a': '1:A', 'protocols/b': '2:B' };
  const here = { 'notes/a': 'A', 'notes/b': 'B' };
  const movedHere = { 'protocols/a': 'A', 'protocols/b': 'B' };

  test('in the lab is renamed here', async () => {
    expect(await planned({ base: one, here, there: moved })).toEqual([
      'moveHere notes/a > protocols/a',
      'moveHere notes/b > protocols/b',
    ]);
    expect(await planned({ base: one, here, there: moved }, 'up')).toEqual([]);
  });

  test('here is renamed in the lab', async () => {
    expect(await planned({ base: one, here: movedHere, there: one })).toEqual([
      'moveThere notes/a > protocols/a',
      'moveThere notes/b > protocols/b',
    ]);
    expect(await planned({ base: one, here: movedHere, there: one }, 'down')).toEqual([]);
  });

  test('on both sides alike needs nothing but a record', async () => {
    const actions = await planned({ base: one, here: movedHere, there: moved });
    expect(actions.filter((action) => /^(upload|download|move|conflict|trash|remove)/.test(action))).toEqual(
      [],
    );
  });
});

test('contents that changed follow the renamed file', async () => {
  const base = { a: '1:A' };
  expect(await planned({ base, here: { a: 'A2' }, there: { b: '1:A' } })).toEqual([
    'moveHere a > b',
    'upload b',
  ]);
  expect(await planned({ base, here: { a: 'A2' }, there: { b: '1:A' } }, 'up')).toEqual(['upload a']);
  expect(await planned({ base, here: { a: 'A' }, there: { b: '1:A2' } })).toEqual([
    'moveHere a > b',
    'download b',
  ]);
  expect(await planned({ base, here: { b: 'A' }, there: { a: '1:A2' } })).toEqual([
    'moveThere a > b',
    'download b',
  ]);
  expect(await planned({ base, here: { b: 'A' }, there: { a: '1:A2' } }, 'down')).toEqual(['download a']);
});

test('conflicts stay conflicts, and nothing moves', async () => {
  const base = { a: '1:A' };
  expect(await planned({ base, here: { a: 'A2' }, there: { b: '1:A3' } })).toEqual(['conflict a']);
  expect(await planned({ base, here: { b: 'A' }, there: { c: '1:A' } })).toEqual(['conflict b']);
  expect(await planned({ base, here: { a: 'A', b: 'other' }, there: { b: '1:A' } })).toEqual([
    'remove a',
    'conflict b',
  ]);
});

test('a chain moves in an order in which each path is free', async () => {
  const base = { a: '1:A', b: '2:B', c: '3:C' };
  const there = { b: '1:A', c: '2:B', d: '3:C' };
  const here = { a: 'A', b: 'B', c: 'C' };
  expect(await planned({ base, here, there })).toEqual([
    'moveHere c > d',
    'moveHere b > c',
    'moveHere a > b',
  ]);
  expect(await planned({ base, here, there }, 'up')).toEqual([]);
});

test('a file that is gone here is not downloaded again under its new path', async () => {
  expect(await planned({ base: { a: '1:A' }, here: {}, there: { b: '1:A' } })).toEqual(['trash b']);
});

test('files of one content keep their names, and empty files are told apart by their names alone', async () => {
  const base = { 'x/a': '1:A', 'x/b': '2:A' };
  expect(await planned({ base, here: { 'y/b': 'A', 'y/a': 'A' }, there: base })).toEqual([
    'moveThere x/a > y/a',
    'moveThere x/b > y/b',
  ]);
  const empty = { 'x/__init__.py': `1:${EMPTY}` };
  expect(await planned({ base: empty, here: { other: EMPTY }, there: empty })).toEqual([
    'upload other',
    'trash x/__init__.py',
  ]);
});

test('another file of the same name in the lab is no rename', async () => {
  expect(await planned({ base: { a: '1:A' }, here: { a: 'A' }, there: { a: '2:B', b: '1:A' } })).toEqual([
    'moveHere a > b',
    'download a',
  ]);
});

test('a file that cannot be read is neither gone nor renamed to a copy of it', async () => {
  const base = { a: '1:A', z: '2:Z' };
  expect(await planned({ base, here: { a: UNREADABLE, b: 'A', z: 'Z2' }, there: base })).toEqual([
    'unreadable a',
    'upload b',
    'upload z',
  ]);
});
