import type { KeyboardEvent } from 'react';
import type { SelectionAction } from '#lib/data-room/selection.ts';

interface KeyTargets {
  open(): void;
  toggle(): void;
  remove(): void;
  rename(): void;
}

/** Handles a key in the grid, which has several `columns` in a gallery. Returns false if the grid does not use the key. */
export function handleGridKey(
  event: KeyboardEvent,
  act: (action: SelectionAction) => void,
  on: KeyTargets,
  rowHeight: number,
  columns: number,
): boolean {
  const extend = event.shiftKey;
  const command = event.ctrlKey || event.metaKey;
  const page = Math.max(1, Math.floor(window.innerHeight / rowHeight) - 3);
  if (command && event.key.toLowerCase() === 'a') act({ kind: 'all' });
  // Keyboards of a Mac have no other key for it.
  else if (event.metaKey && event.key === 'Backspace') on.remove();
  else if (command || event.altKey) return false;
  else if (event.key === 'ArrowDown') act({ kind: 'move', by: columns, extend });
  else if (event.key === 'ArrowUp') act({ kind: 'move', by: -columns, extend });
  else if (event.key === 'ArrowRight' && columns > 1) act({ kind: 'move', by: 1, extend });
  else if (event.key === 'ArrowLeft' && columns > 1) act({ kind: 'move', by: -1, extend });
  else if (event.key === 'PageDown') act({ kind: 'move', by: page, extend });
  else if (event.key === 'PageUp') act({ kind: 'move', by: -page, extend });
  else if (event.key === 'Home') act({ kind: 'first', extend });
  else if (event.key === 'End') act({ kind: 'last', extend });
  else if (event.key === ' ') on.toggle();
  else if (event.key === 'Enter') on.open();
  else if (event.key === 'Delete') on.remove();
  else if (event.key === 'F2') on.rename();
  else if (event.key === 'Escape') act({ kind: 'none' });
  else return false;
  return true;
}
