import { expect, test } from 'vitest';
import { chooseDoors, type DoorRoom } from './choose-doors.ts';

const room = (
  shortname: string,
  { verified = false, files = 10, levels = ['PUBLIC', 'ADMIN'] } = {},
): DoorRoom => ({
  lab: { shortname, isVerified: verified, fileCount: files },
  folders: levels.map((accessLevel) => ({ accessLevel })),
});

test('the doors lead to labs in which the account has the role, whoever uploaded last', () => {
  const strangers = room('strangers', { verified: true, files: 900, levels: ['PUBLIC', 'HOLDERS', 'ADMIN'] });
  const [owned, contributed] = [room('owned'), room('contributed')];
  const doors = chooseDoors({ owned: [owned], contributed: [contributed], shown: [strangers] });
  expect(doors).toEqual({ visitor: 'owned', contributor: 'contributed', owner: 'owned' });
});

test('of several labs the verified one, then the one with most files is chosen', () => {
  const small = room('small', { files: 3 });
  const large = room('large', { files: 300 });
  const verified = room('verified', { verified: true, files: 2 });
  expect(chooseDoors({ owned: [small, large], contributed: [], shown: [] }).owner).toBe('large');
  expect(chooseDoors({ owned: [], contributed: [small, large, verified], shown: [] }).contributor).toBe(
    'verified',
  );
});

test('a lab that a visitor or contributor would find other than the door says is not chosen', () => {
  const empty = room('empty', { files: 0, levels: [] });
  const open = room('open', { files: 500, levels: ['PUBLIC'] });
  const closed = room('closed', { files: 400, levels: ['ADMIN'] });
  const mixed = room('mixed', { files: 5 });
  const all = [empty, open, closed];
  expect(chooseDoors({ owned: [empty], contributed: [empty, open], shown: all })).toEqual({
    visitor: null,
    contributor: null,
    owner: 'empty',
  });
  expect(chooseDoors({ owned: [], contributed: all, shown: [...all, mixed] })).toEqual({
    visitor: 'mixed',
    contributor: 'closed',
    owner: null,
  });
});
