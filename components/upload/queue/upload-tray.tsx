'use client';
import { useRouter } from 'next/navigation';
import { useOffline } from 'next/offline';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { InterruptedElsewhere } from './interrupted-uploads.tsx';
import { QueuePanel } from './queue-panel.tsx';
import { uploadQueue } from './uploads.ts';

/** The uploads of this tab in the corner of every page; without any, those that a reload has interrupted. */
export function UploadTray() {
  const queue = uploadQueue();
  const snapshot = useSyncExternalStore(queue.subscribe, queue.getSnapshot, queue.getSnapshot);
  const { active, items } = snapshot;
  const offline = useOffline();
  useEffect(() => queue.setOffline(offline), [queue, offline]);
  const router = useRouter();
  const wasActive = useRef(false);
  useEffect(() => {
    // Pages count and list files.
    if (wasActive.current && !active) router.refresh();
    wasActive.current = active;
  }, [active, router]);
  return items.length > 0 ? <QueuePanel queue={queue} snapshot={snapshot} /> : <InterruptedElsewhere />;
}
