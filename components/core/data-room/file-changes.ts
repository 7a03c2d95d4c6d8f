'use client';

type Listener = (path: string) => void;

const byLab = new Map<string, Set<Listener>>();

/** Calls `listener` after each file that an upload or a change of access has changed. Returns a function that stops listening. */
export function onFileChange(oclId: string, listener: Listener): () => void {
  const listeners = byLab.get(oclId) ?? new Set();
  byLab.set(oclId, listeners.add(listener));
  return () => listeners.delete(listener);
}

export function announceFileChange(oclId: string, path: string): void {
  for (const listener of byLab.get(oclId) ?? []) listener(path);
}
