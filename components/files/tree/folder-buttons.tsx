'use client';
import { PanelLeft } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { part } from '#components/ui/part.tsx';
import { folderColumnId } from './folder-column.tsx';

// Loaded on the first use.
const FolderDialog = part(async () => (await import('./folder-dialog.tsx')).FolderDialog);

interface FolderButtonsProps {
  isOpen: boolean;
  onChange: (isOpen: boolean) => void;
}

/** Shows the tree of folders beside the list in wide windows, and in a dialog in others. */
export function FolderButtons({ isOpen, onChange }: FolderButtonsProps) {
  const [hasDialog, setDialog] = useState(false);
  const icon = <PanelLeft aria-hidden className="size-4" />;
  return (
    <>
      <Button
        variant="quiet"
        size="icon"
        aria-label="Folders"
        title={isOpen ? 'Hide the folders' : 'Show the folders'}
        aria-expanded={isOpen}
        aria-controls={isOpen ? folderColumnId : undefined}
        className="-ml-2 max-[1099px]:hidden"
        onClick={() => onChange(!isOpen)}
      >
        {icon}
      </Button>
      <Button
        variant="quiet"
        size="icon"
        aria-label="Folders"
        aria-haspopup="dialog"
        className="-ml-2 min-[1100px]:hidden"
        onClick={() => setDialog(true)}
      >
        {icon}
      </Button>
      {hasDialog && <FolderDialog onClose={() => setDialog(false)} />}
    </>
  );
}
