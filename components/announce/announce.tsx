'use client';
import type { LabIdentity } from '#lib/labs/lab-identity.ts';
import { offersTo } from '#lib/labs/offers-to.ts';
import { useIdentity } from '#lib/session/session-context.tsx';
import { part } from '../ui/part.tsx';

const AnnounceButton = part(async () => (await import('./announce-button.tsx')).AnnounceButton);

/** Lets those write an announcement who may. Others do not load it. */
export function Announce({ lab }: { lab: Pick<LabIdentity, 'oclId' | 'members'> }) {
  const identity = useIdentity();
  const wallet = identity.kind === 'signed-in' ? identity.address : null;
  return offersTo(lab.members, wallet)('createAnnouncement') ? <AnnounceButton oclId={lab.oclId} /> : null;
}
