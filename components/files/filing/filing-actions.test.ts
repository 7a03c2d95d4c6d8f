import { expect, it } from 'vitest';
import type { Filing, FilingOperation } from '../../core/data-room/filing.ts';
import { filingActions } from './filing-actions.ts';

const place = (offered: readonly FilingOperation[]): Parameters<typeof filingActions>[0] => ({
  filing: {
    task: null,
    start: () => undefined,
    closeMenu: () => undefined,
    busy: new Set(),
    move: async () => undefined,
    tryMove: () => undefined,
    trash: () => undefined,
    refresh: () => undefined,
    offers: (operation) => offered.includes(operation),
    offersAny: offered.length > 0,
  } satisfies Filing,
  selection: { chosen: new Set(), cursor: 'a.txt', anchor: null },
  location: { file: null, isTrash: false, hrefOfTrash: '/trash', go: () => undefined },
});

it.each([
  [['moveEntry'], ['rename', 'move']],
  [['changeFileVersionAccess'], ['access']],
  [['trashEntry'], ['delete']],
  [['createFolder'], ['newFolder']],
  [['trash'], ['trash']],
  [[], []],
] as const)('who may call %j is offered %j', (offered, ids) => {
  expect(filingActions(place(offered)).map(({ id }) => id)).toEqual(ids);
});
