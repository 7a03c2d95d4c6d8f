'use client';
import { useIdentity } from '#lib/session/session-context.tsx';
import { part } from '../ui/part.tsx';

const AnnounceButton = part(async () => (await import('./announce-button.tsx')).AnnounceButton);

interface AnnounceProps {
  oclId: string;
  /** Wallets that may write one, lowercase. */
  writers: readonly string[];
}

/** Lets those write an announcement who may. Others do not load it. */
export function Announce({ oclId, writers }: AnnounceProps) {
  const identity = useIdentity();
  const mayWrite = identity.kind === 'signed-in' && writers.includes(identity.address);
  return mayWrite ? <AnnounceButton oclId={oclId} /> : null;
}
