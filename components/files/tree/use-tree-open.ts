'use client';
import { useState } from 'react';
import { folderTreeCookie } from '#lib/choices/folder-tree.ts';

/** What was chosen since the page was loaded. */
let chosen: boolean | undefined;

/** Whether wide windows show the tree of folders, and a function that changes it for all data rooms. */
export function useTreeOpen(initial: boolean): [boolean, (isOpen: boolean) => void] {
  const [isOpen, setOpen] = useState(chosen ?? initial);
  const choose = (next: boolean) => {
    chosen = next;
    setOpen(next);
    const value = next ? 'open' : 'closed';
    // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store API
    document.cookie = `${folderTreeCookie}=${value}; path=/; max-age=31536000; samesite=lax`;
  };
  return [isOpen, choose];
}
