'use client';
import { useEffect, useState } from 'react';

/** Whether files have been dragged over the window since the page is live. Until something takes them, a drop does nothing. */
export function useFilesOverWindow(): boolean {
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    const hold = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      setSeen(true);
      // The browser would open what is dropped, and the page would be gone.
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
