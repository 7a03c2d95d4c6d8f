'use client';
import { Activity, type ComponentProps, use, useEffect, useRef } from 'react';
import { firstUse } from '../ui/first-use.ts';
import { holdInput } from '../ui/hold-input.ts';
import { notify } from '../ui/toast.ts';
import { useHydrated } from '../ui/use-hydrated.ts';
import type { DataRoom } from './data-room.tsx';

/** [Note: room on demand] The server sends a data room as plain HTML: names, sizes and links, which is all that a reader
 * needs. The code that sorts, filters, chooses and uploads is loaded with the first sign of somebody at the page. Until
 * it runs, React leaves the HTML as it is, because what stands within `Activity` is still waiting; clicks and keys are
 * held and done then. */

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
    // What the server has sent stays.
    return new Promise(() => undefined);
  });
  return loadingWhenUsed;
}

// By the time a server renders a page, it is there.
if (typeof window === 'undefined') void load();

interface DataRoomWhenUsedProps extends DataRoomProps {
  /** Does not wait: the address looks for something, or somebody who is signed in came to work. */
  atOnce: boolean;
}

/** A data room that becomes live with its first use (see "room on demand"). */
export function DataRoomWhenUsed(props: DataRoomWhenUsedProps) {
  const part = useRef<HTMLDivElement>(null);
  const release = useRef<() => void>(undefined);
  const isLive = useRef(false);
  useEffect(() => {
    if (part.current && !isLive.current) release.current = holdInput(part.current);
    return () => release.current?.();
  }, []);
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

function Room({ atOnce, onLive, ...props }: DataRoomWhenUsedProps & { onLive: () => void }) {
  const isLive = useHydrated();
  const isHydrating = !isLive && typeof window !== 'undefined';
  // React counts hooks wrongly where some follow what suspended, so none do.
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
