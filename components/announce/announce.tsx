'use client';
import { Megaphone } from 'lucide-react';
import { useState } from 'react';
import type { LabIdentity } from '#lib/labs/lab-identity.ts';
import { useIdentity } from '#lib/session/session-context.tsx';
import { Button } from '../ui/button.tsx';
import { late } from '../ui/late.tsx';
import type { AnnouncementDraft } from './announce-dialog.tsx';

const AnnounceDialog = late(() => import('./announce-dialog.tsx').then((module) => module.AnnounceDialog));

const empty: AnnouncementDraft = { headline: '', body: '', attachments: [] };

/** Lets owners and contributors write an announcement. A text that is not published stays while the page does. */
export function Announce({ lab }: { lab: Pick<LabIdentity, 'oclId' | 'members'> }) {
  const identity = useIdentity();
  const [draft, setDraft] = useState(empty);
  const [isOpen, setOpen] = useState(false);
  const wallet = identity.kind === 'signed-in' ? identity.address : null;
  const role = lab.members.find(({ walletAddress }) => walletAddress === wallet)?.role;
  if (role !== 'OWNER' && role !== 'CONTRIBUTOR') return null;
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)}>
        <Megaphone aria-hidden className="size-4" /> New announcement…
      </Button>
      {isOpen && (
        <AnnounceDialog
          oclId={lab.oclId}
          draft={draft}
          onChange={(part) => setDraft((before) => ({ ...before, ...part }))}
          onPublished={() => setDraft(empty)}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
