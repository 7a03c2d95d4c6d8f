'use client';
import { Activity, type ComponentProps, use, useEffect, useRef } from 'react';
import { firstUse } from '#components/ui/first-use.ts';
import { holdInput } from '#components/ui/hold-input.ts';
import { notify } from '#components/ui/toast.ts';
import { useHydrated } from '#components/ui/use-hydrated.ts';
import { labPath } from '#lib/api/lab-reference.ts';
import type { DataRoom } from './data-room.tsx';

/**
 * [Note: room on demand] The server sends a data room as plain HTML with names, sizes and links, which is enough to
 * read it. The code that sorts, filters, selects and uploads is loaded on the first user input. Until it runs, React
 * keeps the server's HTML, because the content of `Activity` is suspended. Clicks and keys are held and replayed
 * afterwards.
 */

type DataRoomProps = ComponentProps<typeof DataRoom>;

let Loaded: typeof DataRoom | undefined;
let loading: Promise<void> | undefined;
let loadingWhenUsed: Promise<void> | undefined;

function load(): Promise<void> {
  loading ??= import('./data-room.tsx').then((module) => {
    Loaded = module.DataRoom;
  });
  return loading;
}

function loadWhenUsed(): Promise<void> {
  loadingWhenUsed ??= firstUse.then(load).catch(() => {
    notify('error', 'A part of this page could not be loaded.', 'Check your connection and reload it.');
    // A promise that never resolves keeps the server's HTML.
    return new Promise(() => undefined);
  });
  return loadingWhenUsed;
}

// On the server the code is loaded at startup, before the first render.
if (typeof window === 'undefined') void load();

interface DataRoomWhenUsedProps extends DataRoomProps {
  /** Loads without waiting for input: the URL has a search, the user is signed in, or the list lacks files. */
  atOnce: boolean;
}

/** A data room that becomes interactive on first use (see "room on demand"). */
export function DataRoomWhenUsed(props: DataRoomWhenUsedProps) {
  const part = useRef<HTMLDivElement>(null);
  const release = useRef<() => void>(undefined);
  const isLive = useRef(false);
  useEffect(() => {
    if (part.current && !isLive.current) release.current = holdInput(part.current);
    return () => release.current?.();
  }, []);
  const { oclId, shortname } = props.lab;
  useEffect(() => {
    const { current } = part;
    // The room opens its own folders and files, without another page.
    const prepare = (event: Event) => {
      const { target } = event;
      if (!(target instanceof HTMLAnchorElement) || !isRoom(target.pathname, shortname)) return;
      event.preventDefault();
      const file = new URLSearchParams(target.search).get('file');
      if (!file) return;
      void import('#components/files/opened/prefetch-file.ts').then(({ prefetchFile }) =>
        prefetchFile(oclId, file),
      );
      // A failure is told when the file is opened.
      void import('#components/files/panel/file-panel.tsx').catch(() => undefined);
    };
    current?.addEventListener('intent', prepare);
    return () => current?.removeEventListener('intent', prepare);
  }, [oclId, shortname]);
  function onLive() {
    isLive.current = true;
    release.current?.();
  }
  return (
    <div ref={part}>
      <Activity>
        <Room {...props} onLive={onLive} />
      </Activity>
    </div>
  );
}

const isRoom = (pathname: string, shortname: string) =>
  `${pathname}/`.startsWith(`${labPath(shortname, 'files')}/`);

function Room({ atOnce, onLive, ...props }: DataRoomWhenUsedProps & { onLive: () => void }) {
  const isLive = useHydrated();
  const isHydrating = !isLive && typeof window !== 'undefined';
  // React counts hooks incorrectly if some follow a suspended `use`, so no hook follows it.
  if (!Loaded) use(isHydrating && !atOnce ? loadWhenUsed() : load());
  if (!Loaded) return null;
  return (
    <>
      <Loaded {...props} />
      {isLive && <Live onLive={onLive} />}
    </>
  );
}

function Live({ onLive }: { onLive: () => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(onLive, []);
  return null;
}
