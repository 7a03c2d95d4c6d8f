'use client';
import { Flag } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { part } from '../../ui/part.tsx';
import type { ReportedSubject } from './report-dialog.tsx';

const ReportDialog = part(async () => (await import('./report-dialog.tsx')).ReportDialog);

/** Tells the operator of something, for everyone. The dialog is loaded on the click. */
export function ReportButton({ subject }: { subject: ReportedSubject }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="quiet" size="sm" onClick={() => setOpen(true)}>
        <Flag aria-hidden className="size-4" /> Report…
      </Button>
      {isOpen && <ReportDialog subject={subject} onClose={() => setOpen(false)} />}
    </>
  );
}
