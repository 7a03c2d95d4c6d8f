'use client';
import { useState } from 'react';
import { visibleName } from '#lib/names/visible-name.ts';
import type { ConflictChoice } from '#lib/upload/conflicts.ts';
import type { UploadItem } from '#lib/upload/upload-item.ts';
import type { UploadQueue } from '#lib/upload/upload-queue.ts';
import { becomesPublic, changeOfAccess } from '../../core/access/change-of-access.ts';
import { ChangeNoteField } from '../../core/data-room/change-note-field.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';

interface ConflictChooserProps {
  item: UploadItem;
  /** Number of further files with the same question. */
  others: number;
  queue: UploadQueue;
}

/** Asks what to do with a file whose path exists already. */
export function ConflictChooser({ item, others, queue }: ConflictChooserProps) {
  const [forAll, setForAll] = useState(false);
  const [changeNote, setChangeNote] = useState('');
  const choose = (choice: ConflictChoice) => queue.resolve(item.id, choice, { forAll, changeNote });
  if (item.state.kind !== 'conflict') return null;
  const { existing, identical } = item.state;
  const change = changeOfAccess(existing.accessLevel, item.access);
  // The same bytes for the same readers change nothing.
  const isUseless = identical && existing.accessLevel === item.access;
  const skip = (
    <Button size="sm" variant={isUseless ? 'primary' : 'secondary'} onClick={() => choose('skip')}>
      Skip
    </Button>
  );
  return (
    <section aria-label={`What to do with ${item.path}`} className="flex flex-col gap-2 bg-wash p-4 text-sm">
      <p>
        <span className="font-medium break-all">{visibleName(item.path)}</span>{' '}
        {identical
          ? `is identical to version ${existing.version}.`
          : `already exists (version ${existing.version}).`}
        {change === 'becomesPublic' && <strong className="font-medium"> {becomesPublic}</strong>}
      </p>
      {change === 'becomesSecret' && (
        <p>
          <strong className="font-medium">It is public. Its public versions stay public.</strong> A new
          version is encrypted and has no searchable text, but everyone can read its description and tags.
        </p>
      )}
      {!isUseless && (
        <ChangeNoteField value={changeNote} onChange={setChangeNote} encrypted={item.access !== 'PUBLIC'} />
      )}
      <div className="flex flex-wrap gap-2">
        {isUseless && skip}
        <Button
          size="sm"
          variant={isUseless || change === 'becomesSecret' ? 'secondary' : 'primary'}
          onClick={() => choose('newVersion')}
        >
          {change === 'becomesSecret'
            ? 'Upload as new version, keep description and tags'
            : 'Upload as new version'}
        </Button>
        {change === 'becomesSecret' && (
          <Button size="sm" onClick={() => choose('replacement')}>
            Upload as new version, remove them
          </Button>
        )}
        <Button size="sm" onClick={() => choose('rename')}>
          Keep both
        </Button>
        {!isUseless && skip}
      </div>
      {others > 0 && (
        <Checkbox
          label={`Do the same for the other ${others > 1 ? `${others} ` : ''}${identical ? 'identical ' : ''}${others > 1 ? 'files' : 'file'}`}
          checked={forAll}
          onChange={(event) => setForAll(event.target.checked)}
        />
      )}
    </section>
  );
}
