'use client';
import { useSyncExternalStore } from 'react';

// Decrypted pictures, for their tiles. Only in memory, and only the newest.
const MOST_PICTURES = 24;
const MAX_BYTES = 10_000_000;

interface PictureVersion {
  did: string;
  version: number;
}

const kept = new Map<string, Blob>();
const listeners = new Set<() => void>();
const keyOf = ({ did, version }: PictureVersion) => `${did} ${version}`;

/** Keeps a decrypted picture until it is forgotten or newer ones take its place. */
export function keepPicture(of: PictureVersion, body: Blob): void {
  if (body.size > MAX_BYTES) return;
  kept.delete(keyOf(of));
  kept.set(keyOf(of), body);
  const [oldest] = kept.keys();
  if (kept.size > MOST_PICTURES && oldest !== undefined) kept.delete(oldest);
  announce();
}

export function forgetPictures(): void {
  kept.clear();
  announce();
}

/** The picture that `keepPicture` was given. */
export function useKeptPicture(of: PictureVersion): Blob | undefined {
  return useSyncExternalStore(
    subscribe,
    () => kept.get(keyOf(of)),
    () => undefined,
  );
}

function announce(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
