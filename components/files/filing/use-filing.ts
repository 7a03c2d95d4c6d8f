'use client';
import {
  EmptyFoldersDocument,
  MoveEntryDocument,
  RestoreEntryDocument,
  TrashEntryDocument,
} from '@labroom/client/documents';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useApiMutation } from '#lib/api/use-api-mutation.ts';
import { useApiQuery } from '#lib/api/use-api-query.ts';
import {
  applyMoves,
  type EntryMove,
  movedPath,
  nameOf,
  opposite,
  withoutEntries,
} from '#lib/data-room/moves.ts';
import type { RoomFile } from '#lib/download/room-files.ts';
import { visibleName } from '#lib/names/visible-name.ts';
import { explainFailure } from '#lib/wallet/explain-failure.ts';
import {
  type Filing,
  type FilingOperation,
  type FilingTask,
  filingOperations,
} from '../../core/data-room/filing.ts';
import type { Files } from '../../core/data-room/use-files.ts';
import type { Location } from '../../core/data-room/use-location.ts';
import type { MyRole } from '../../core/labs/use-my-role.ts';
import { notify } from '../../ui/message.ts';
import { callsFor } from './calls-for.ts';

interface FilingOptions {
  oclId: string;
  me: MyRole;
  location: Location;
  list: Files;
  /** Folders without files, as the server knew them. */
  initialEmptyFolders: readonly string[];
  /** Called with the new path of an entry, to set the cursor on it. */
  onMoved: (moves: readonly EntryMove[]) => void;
  /** Called with entries that are in the trash now, before the list is without them. */
  onTrashed: (keys: readonly string[]) => void;
  /** Called with entries that an undo has brought back. */
  onRestored: (keys: readonly string[]) => void;
}

const none: ReadonlySet<string> = new Set();

/** Changes of files and folders. Also returns the files after changes that the list does not show yet, and the empty folders. */
export function useFiling({ oclId, me, list, initialEmptyFolders, ...options }: FilingOptions) {
  const [task, start] = useState<FilingTask | null>(null);
  const [busy, setBusy] = useState(none);
  const [unseen, setUnseen] = useState<Unseen | null>(null);
  const moveEntry = useApiMutation(MoveEntryDocument);
  const latest = useRef({ list, ...options });
  latest.current = { list, ...options };
  const trashEntry = useApiMutation(TrashEntryDocument);
  const restoreEntry = useApiMutation(RestoreEntryDocument);
  const undoable = useRef<(() => Promise<void>) | null>(null);
  const offers = (operation: FilingOperation) =>
    me.identity.kind === 'signed-in' && me.role != null && me.offers(operation);
  const offersAny = filingOperations.some(offers);
  const folders = useApiQuery(
    EmptyFoldersDocument,
    { oclId },
    { pause: !offersAny, requestPolicy: 'cache-and-network' },
  );

  function refresh(): void {
    latest.current.list.refresh();
    folders.reload();
  }

  /** Shows a change before the list is loaded again. */
  function show(change: Change): void {
    const { files: of } = latest.current.list;
    setUnseen((now) => ({ of, changes: [...(now?.of === of ? now.changes : []), change] }));
    refresh();
  }

  function offerUndo(message: string, back: () => Promise<void>, advice?: string): void {
    undoable.current = back;
    notify('success', message, advice, {
      label: 'Undo',
      run: () => undoable.current === back && undo(),
    });
  }

  async function send(moves: readonly EntryMove[]): Promise<void> {
    const done: EntryMove[] = [];
    setBusy(new Set(moves.map(({ from }) => from)));
    try {
      for (const part of callsFor(moves)) {
        await moveEntry({ oclId, moves: part });
        done.push(...part);
      }
    } finally {
      setBusy(none);
      if (done.length > 0) {
        show((files) => applyMoves(files, done));
        latest.current.location.follow((path) => movedPath(path, done));
        latest.current.onMoved(done);
      }
    }
  }

  async function move(moves: readonly EntryMove[]): Promise<void> {
    if (moves.length === 0) return;
    await send(moves);
    offerUndo(describeMoves(moves), () => send(opposite(moves)));
  }

  async function trash(keys: readonly string[]): Promise<void> {
    const ids: string[] = [];
    setBusy(new Set(keys));
    try {
      for (const paths of callsFor(keys)) {
        const { trashEntry: done } = await trashEntry({ oclId, paths });
        ids.push(...(done.ids ?? []));
      }
    } finally {
      setBusy(none);
      const gone = new Set(keys.slice(0, ids.length));
      if (ids.length > 0) {
        latest.current.onTrashed([...gone]);
        show((files) => withoutEntries(files, gone));
      }
      const { location: here } = latest.current;
      if (here.file !== null && withoutEntries([{ path: here.file }], gone).length === 0) here.closeFile();
    }
    async function restore(): Promise<void> {
      for (const part of callsFor(ids)) {
        await restoreEntry({ oclId, entries: part.map((id) => ({ id })) });
      }
      latest.current.onRestored(keys);
      refresh();
    }
    const advice = `You can restore ${keys.length === 1 ? 'it' : 'them'} from the trash for 30 days.`;
    offerUndo(describeTrashed(keys), restore, advice);
  }

  function undo(): void {
    const back = undoable.current;
    if (!back) return;
    undoable.current = null;
    back().then(() => notify('info', 'Undone.'), tell);
  }

  const undoLatest = useRef(undo);
  undoLatest.current = undo;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'z';
      const isTyping = event.target instanceof Element && event.target.matches('input, textarea, select');
      if (!isUndo || isTyping || !undoable.current) return;
      event.preventDefault();
      undoLatest.current();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);

  const files = useMemo(
    () =>
      unseen?.of === list.files
        ? unseen.changes.reduce((now, change) => change(now), list.files)
        : list.files,
    [unseen, list.files],
  );
  const emptyFolders = folders.data?.labWithDataRoomAndFiles?.dataRoom.emptyFolders;
  const filing: Filing = {
    offers,
    offersAny,
    // The menu also has what changes nothing.
    task: offersAny || task?.kind === 'menu' ? task : null,
    start,
    closeMenu: () => start((now) => (now?.kind === 'menu' ? null : now)),
    busy,
    move,
    tryMove: (moves) => void move(moves).catch(tell),
    trash(keys) {
      const others = keys.filter((key) => !busy.has(key));
      if (others.length > 0) void trash(others).catch(tell);
    },
    refresh,
  };
  return { filing, files, emptyFolders: emptyFolders ?? initialEmptyFolders };
}

type Change = (files: readonly RoomFile[]) => readonly RoomFile[];

/** Changes that happened after the list was loaded. */
interface Unseen {
  of: readonly RoomFile[];
  changes: readonly Change[];
}

function tell(error: unknown): void {
  const { title, advice, requestId } = explainFailure(error);
  notify('error', title, advice ?? (requestId && `Request ${requestId}`));
}

function describeMoves(moves: readonly EntryMove[]): string {
  const [first] = moves;
  if (!first) return '';
  const name = visibleName(nameOf(first.to));
  const folder = first.to.split('/').slice(0, first.to.endsWith('/') ? -2 : -1);
  if (nameOf(first.from) !== nameOf(first.to)) return `Renamed to ${name}.`;
  const into = visibleName(folder.at(-1) ?? 'Files');
  return moves.length === 1 ? `${name} moved to ${into}.` : `${moves.length} entries moved to ${into}.`;
}

function describeTrashed(keys: readonly string[]): string {
  const [first = ''] = keys;
  const what = keys.length === 1 ? visibleName(nameOf(first)) : `${keys.length} entries`;
  return `${what} moved to the trash.`;
}
