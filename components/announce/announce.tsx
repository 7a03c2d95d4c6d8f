'use client';
import type { LabIdentity } from '#lib/labs/lab-identity.ts';
import { useIdentity } from '#lib/session/session-context.tsx';
import { part } from '../ui/part.tsx';

const AnnounceButton = part(async () => (await import('./announce-button.tsx')).AnnounceButton);

/** Lets owners and contributors write an announcement. Others do not load it. */
export function Announce({ lab }: { lab: Pick<LabIdentity, 'oclId' | 'members'> }) {
  const identity = useIdentity();
  const wallet = identity.kind === 'signed-in' ? identity.address : null;
  const role = lab.members.find(({ walletAddress }) => walletAddress === wallet)?.role;
  return role === 'OWNER' || role === 'CONTRIBUTOR' ? <AnnounceButton oclId={lab.oclId} /> : null;
}
