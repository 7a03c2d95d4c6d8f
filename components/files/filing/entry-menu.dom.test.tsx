import { act, type ContextType } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { DataRoomContext } from '#components/core/data-room/data-room-context.tsx';
import type { FilingOperation } from '../../core/data-room/filing.ts';
import { EntryMenu } from './entry-menu.tsx';

const file = { path: 'raw/a.csv', name: 'a.csv', did: 'did:odf:1', version: 2, accessLevel: 'PUBLIC' };
const files = [file, { ...file, path: 'raw/b.csv', name: 'b.csv', version: 1 }];
const onDownload = vi.fn();
const onNewVersion = vi.fn();

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = vi.fn();
      unobserve = vi.fn();
      disconnect = vi.fn();
    },
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetAllMocks();
  document.body.replaceChildren();
});

/** The items of the menu for those who may call these operations; without any, for visitors. */
async function open(keys: readonly string[], offered: readonly FilingOperation[] = []) {
  const isWriter = offered.length > 0;
  // What the menu reads of it.
  const room = {
    lab: { oclId: '0x01', shortname: 'lab', name: 'Lab' },
    files,
    location: {
      hrefOfFile: (path: string) => `?file=${path}`,
      hrefOfFolder: (folder: string) => `/${folder}`,
      go: vi.fn(),
    },
    me: {
      identity: { kind: 'anonymous' },
      role: isWriter ? 'CONTRIBUTOR' : undefined,
      offers: () => isWriter,
    },
    filing: {
      offers: (operation: FilingOperation) => offered.includes(operation),
      closeMenu: vi.fn(),
      trash: vi.fn(),
    },
  };
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  await act(async () =>
    root.render(
      <DataRoomContext value={room as unknown as ContextType<typeof DataRoomContext>}>
        <EntryMenu keys={keys} x={0} y={0} onDownload={onDownload} onNewVersion={onNewVersion} />
      </DataRoomContext>,
    ),
  );
  const items = () => [...document.querySelectorAll('[role="menuitem"]')];
  return {
    room,
    names: items().map((item) => item.firstChild?.nextSibling?.textContent),
    choose: (name: string) =>
      act(async () =>
        items()
          .find((item) => item.textContent.startsWith(name))
          ?.dispatchEvent(new MouseEvent('click', { bubbles: true })),
      ),
    close: () => act(async () => root.unmount()),
  };
}

const reading = ['Open', 'Download', 'Copy link', 'Cite', 'Compare versions'];

it('offers visitors what changes nothing', async () => {
  const menu = await open(['raw/a.csv']);
  expect(menu.names).toEqual(reading);
  await menu.close();
});

it('compares versions where there are two, and downloads a folder as a zip', async () => {
  const one = await open(['raw/b.csv']);
  expect(one.names).not.toContain('Compare versions');
  await one.close();
  const folder = await open(['raw/']);
  expect(folder.names).toEqual(['Open', 'Download as zip', 'Copy link']);
  await folder.choose('Download as zip');
  expect(onDownload).toHaveBeenCalledWith(['raw/'], files);
  await folder.close();
});

it('offers those who may write the changes', async () => {
  const menu = await open(['raw/a.csv'], ['moveEntry', 'changeFileVersionAccess', 'trashEntry']);
  expect(menu.names).toEqual([
    'Open',
    'Download',
    'Copy link',
    'Upload a new version',
    'Cite',
    'Compare versions',
    'Rename',
    'Move to…',
    'Change access…',
    'Delete',
  ]);
  await menu.choose('Delete');
  expect(menu.room.filing.trash).toHaveBeenCalledWith(['raw/a.csv']);
  await menu.close();
});

it('offers for several rows what concerns all of them', async () => {
  const menu = await open(['raw/a.csv', 'raw/b.csv'], ['moveEntry', 'trashEntry']);
  expect(menu.names).toEqual(['Download as zip', 'Move to…', 'Delete']);
  await menu.close();
});
