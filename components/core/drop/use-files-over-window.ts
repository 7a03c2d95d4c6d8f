'use client';
import { useEffect, useState } from 'react';

/** Whether files have been dragged over the window since hydration. Until a drop target exists, a drop does nothing. */
export function useFilesOverWindow(): boolean {
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    const hold = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      setSeen(true);
      // By default the browser would open the dropped file and leave the page.
      event.preventDefault();
    };
    window.addEventListener('dragover', hold);
    window.addEventListener('drop', hold);
    return () => {
      window.removeEventListener('dragover', hold);
      window.removeEventListener('drop', hold);
    };
  }, []);
  return seen;
}
