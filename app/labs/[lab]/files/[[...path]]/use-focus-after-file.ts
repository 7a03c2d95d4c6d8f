import { useEffect, useRef } from 'react';
import { focusEntryList } from '#components/core/data-room/entry-list-id.ts';

/** Closing a file moves the focus back to its row. */
export function useFocusAfterFile(file: string | null, onClosed: (path: string) => void) {
  const before = useRef(file);
  useEffect(() => {
    const closed = before.current;
    before.current = file;
    if (closed === null || file !== null) return;
    focusEntryList();
    onClosed(closed);
  });
}
