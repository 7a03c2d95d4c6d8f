'use client';
import { type DragEvent, useRef, useState } from 'react';
import { canMoveInto, movesInto } from '#lib/data-room/moves.ts';
import type { Filing } from '../../core/data-room/filing.ts';

/** Marks a drag of rows, so that other drop targets leave it alone. */
const type = 'application/x-labroom-entries';

/**
 * Drags rows onto folders. A row names its entry in `data-entry`; a row of a folder and a step of the breadcrumb name
 * their folder in `data-folder`.
 */
export function useDragEntries(filing: Filing, chosen: ReadonlySet<string>) {
  const dragged = useRef<readonly string[]>([]);
  const [target, setTarget] = useState<string | null>(null);

  const folderAt = (event: DragEvent) => {
    if (dragged.current.length === 0 || !(event.target instanceof Element)) return null;
    const folder = event.target.closest<HTMLElement>('[data-folder]')?.dataset.folder;
    return folder !== undefined && canMoveInto(dragged.current, folder) ? folder : null;
  };
  const end = () => {
    dragged.current = [];
    setTarget(null);
  };

  const handlers = {
    onDragStart(event: DragEvent) {
      const row = event.target instanceof Element && event.target.closest<HTMLElement>('[data-entry]');
      const key = row ? row.dataset.entry : undefined;
      if (!filing.offers('moveEntry') || key === undefined) return;
      dragged.current = chosen.has(key) ? [...chosen] : [key];
      event.dataTransfer.setData(type, '');
      event.dataTransfer.effectAllowed = 'linkMove';
    },
    onDragOver(event: DragEvent) {
      const folder = folderAt(event);
      setTarget(folder);
      if (folder === null) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'move';
    },
    onDrop(event: DragEvent) {
      const folder = folderAt(event);
      if (folder === null) return;
      event.preventDefault();
      filing.tryMove(movesInto(dragged.current, folder));
      end();
    },
    onDragEnd: end,
  };
  return { target, handlers };
}
