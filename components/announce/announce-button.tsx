'use client';
import { Megaphone } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { part } from '../ui/part.tsx';
import type { AnnouncementDraft } from './announce-dialog.tsx';

const AnnounceDialog = part(async () => (await import('./announce-dialog.tsx')).AnnounceDialog);

const empty: AnnouncementDraft = { headline: '', body: '', attachments: [] };

/** Opens the form. A text that is not published stays while the page does. */
export function AnnounceButton({ oclId }: { oclId: string }) {
  const [draft, setDraft] = useState(empty);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)}>
        <Megaphone aria-hidden className="size-4" /> New announcement…
      </Button>
      {isOpen && (
        <AnnounceDialog
          oclId={oclId}
          draft={draft}
          onChange={(part) => setDraft((before) => ({ ...before, ...part }))}
          onPublished={() => setDraft(empty)}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
