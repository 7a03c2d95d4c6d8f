'use client';
import { Tag } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { part } from '../ui/part.tsx';
import type { ReleasedLab } from './released-lab.ts';

const ReleaseDialog = part(async () => (await import('./release-dialog.tsx')).ReleaseDialog);

/** Opens the dialog that names the present state of a data room. For owners. */
export function NewRelease({ lab }: { lab: ReleasedLab }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="primary" onClick={() => setOpen(true)}>
        <Tag aria-hidden className="size-4" />
        New release
      </Button>
      {isOpen && <ReleaseDialog lab={lab} onClose={() => setOpen(false)} />}
    </>
  );
}
