'use client';
import { LabroomError } from '@labroom/client/api-failure';
import { RestoreEntryDocument } from '@labroom/client/documents';
import { withoutLeadingSlash } from '@labroom/protocol/file-path';
import { File, Folder } from 'lucide-react';
import { useId, useState } from 'react';
import { useAction } from '#lib/actions/use-action.ts';
import { useApiMutation } from '#lib/api/use-api-mutation.ts';
import { pathProblem } from '#lib/data-room/moves.ts';
import { visibleName } from '#lib/names/visible-name.ts';
import { freePath } from '#lib/upload/data-room-path.ts';
import { useDataRoom } from '../core/data-room/data-room-context.tsx';
import { Person } from '../core/people/person.tsx';
import { Button } from '../ui/button.tsx';
import { ByteSize } from '../ui/byte-size.tsx';
import { Input } from '../ui/input.tsx';
import { notify } from '../ui/message.ts';
import { Name } from '../ui/name.tsx';
import { Time } from '../ui/time.tsx';
import type { TrashEntry } from './empty-trash-dialog.tsx';

const DAY_MS = 86_400_000;

interface TrashRowProps {
  entry: TrashEntry;
  /** Omitted for contributors. */
  onRemove: (() => void) | undefined;
  onRestored: () => void;
}

/** An entry of the trash. If its path is taken, it can be restored at another one. */
export function TrashRow({ entry, onRemove, onRestored }: TrashRowProps) {
  const { lab, files } = useDataRoom();
  const restoreEntry = useApiMutation(RestoreEntryDocument);
  const [otherPath, setOtherPath] = useState<string | null>(null);
  const fieldId = useId();
  const name = visibleName(entry.path);
  const { isRunning, failure, run } = useAction(async (to: string | null) => {
    try {
      await restoreEntry({ oclId: lab.oclId, entries: [{ id: entry.id, to }] });
    } catch (error) {
      if (error instanceof LabroomError && isTaken(error)) setOtherPath(to ?? freePathOf(entry, files));
      throw error;
    }
    notify('success', `${visibleName(to ?? entry.path)} is restored.`);
    onRestored();
  });
  const problem = otherPath === null ? null : pathProblem(otherPath);
  const isFolder = entry.path.endsWith('/');
  const Icon = isFolder ? Folder : File;
  const days = Math.max(0, Math.ceil((Date.parse(entry.expiresAt) - Date.now()) / DAY_MS));
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-2 text-sm">
      <Icon aria-hidden className="size-5 shrink-0 text-ink2" />
      <div className="min-w-0 flex-1 basis-64">
        <p className="line-clamp-2 font-medium break-words">
          <Name>{entry.path}</Name>
        </p>
        <p className="flex flex-wrap items-center gap-x-2 text-ink2">
          <span>
            {isFolder && `${entry.fileCount} ${entry.fileCount === 1 ? 'file' : 'files'}, `}
            <ByteSize bytes={entry.contentLength} />
          </span>
          <span aria-hidden>·</span>
          <Time value={entry.trashedAt} />
          <Person value={entry.trashedBy} />
          <span aria-hidden>·</span>
          <span>{days === 1 ? '1 day left' : `${days} days left`}</span>
        </p>
      </div>
      <Button size="sm" busy={isRunning} aria-label={`Restore ${name}`} onClick={() => run(null)}>
        Restore
      </Button>
      {onRemove && (
        <Button size="sm" variant="quiet" aria-label={`Delete ${name} permanently`} onClick={onRemove}>
          Delete permanently
        </Button>
      )}
      {failure && (
        <p role="alert" className="basis-full text-bad">
          {failure.title} {failure.advice}
        </p>
      )}
      {otherPath !== null && (
        <form
          className="flex basis-full flex-wrap items-center gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            if (!problem) run(withoutLeadingSlash(otherPath));
          }}
        >
          <label htmlFor={fieldId}>Restore as</label>
          <Input
            id={fieldId}
            autoFocus
            autoComplete="off"
            spellCheck={false}
            maxLength={1_024}
            value={otherPath}
            aria-invalid={problem ? true : undefined}
            onChange={({ target }) => setOtherPath(target.value)}
            className="h-8! min-w-0 flex-1 basis-48 text-sm!"
          />
          <Button size="sm" type="submit" variant="primary" busy={isRunning} disabled={problem !== null}>
            Restore there
          </Button>
          {problem && <p className="basis-full text-bad">{problem}</p>}
        </form>
      )}
    </li>
  );
}

const isTaken = ({ reason }: LabroomError) => reason === 'PATH_OCCUPIED' || reason === 'CONFUSABLE_PATH';

function freePathOf({ path }: TrashEntry, files: readonly { path: string }[]): string {
  const isOccupied = (wanted: string) =>
    files.some((file) => file.path === wanted || file.path.startsWith(`${wanted}/`));
  return freePath(path.replace(/\/$/, ''), isOccupied);
}
