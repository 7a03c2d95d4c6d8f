'use client';
import { useEffect, useState } from 'react';
import { useSession } from '#lib/session/session-context.tsx';
import { onTray, unfinishedPrefix } from '#lib/upload/tray.ts';
import { part } from '../../ui/part.tsx';

const UploadTray = part(async () => (await import('./upload-tray.tsx')).UploadTray);

/** The uploads on every page. Their code is loaded with the first upload, or if one was interrupted. */
export function UploadTrayHost() {
  const { session } = useSession();
  const [drops, setDrops] = useState(0);
  useEffect(() => {
    const show = () => setDrops((count) => count + 1);
    if (session && Object.keys(localStorage).some((key) => key.startsWith(unfinishedPrefix))) show();
    return onTray(show);
  }, [session]);
  // Another drop unfolds the tray, and loads its code if that failed before.
  return drops > 0 && <UploadTray key={drops} />;
}
