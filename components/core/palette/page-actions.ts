'use client';
import { useEffect, useRef } from 'react';

/** An action of the current page. The palette has an icon for each id. */
export interface PageAction {
  id: 'rename' | 'move' | 'access' | 'delete' | 'newFolder' | 'trash';
  name: string;
  run: () => void;
}

let current: (() => readonly PageAction[]) | null = null;

/** Adds actions to the palette while the component is mounted. They are taken when the palette opens. */
export function usePageActions(actions: () => readonly PageAction[]): void {
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    const own = () => latest.current();
    current = own;
    return () => {
      if (current === own) current = null;
    };
  }, []);
}

export const pageActions = (): readonly PageAction[] => current?.() ?? [];
