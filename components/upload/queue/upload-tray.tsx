'use client';
import { useRouter } from 'next/navigation';
import { useOffline } from 'next/offline';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { notify } from '../../ui/message.ts';
import { isInSight } from '../../ui/message-place.ts';
import { belowHeaderId } from '../../ui/place-ids.ts';
import { InterruptedElsewhere } from './interrupted-uploads.tsx';
import { headlineOf, QueuePanel } from './queue-panel.tsx';
import { uploadQueue } from './uploads.ts';

/** The uploads of this tab below the header of every page; without any, those that a reload has interrupted. */
export function UploadTray() {
  const queue = uploadQueue();
  const snapshot = useSyncExternalStore(queue.subscribe, queue.getSnapshot, queue.getSnapshot);
  const { active, items } = snapshot;
  const offline = useOffline();
  useEffect(() => queue.setOffline(offline), [queue, offline]);
  const router = useRouter();
  const wasActive = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: tells only when the uploads begin and end
  useEffect(() => {
    const place = document.getElementById(belowHeaderId);
    if (wasActive.current === active || !place || isInSight(place)) return;
    const show = { label: 'Show', run: () => place.scrollIntoView() };
    notify(active ? 'info' : 'success', headlineOf(snapshot), undefined, show);
  }, [active]);
  useEffect(() => {
    // Pages count and list files.
    if (wasActive.current && !active) router.refresh();
    wasActive.current = active;
  }, [active, router]);
  return items.length > 0 ? <QueuePanel queue={queue} snapshot={snapshot} /> : <InterruptedElsewhere />;
}
