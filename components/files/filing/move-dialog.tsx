'use client';
import { withoutLeadingSlash } from '@labroom/protocol/file-path';
import { Command } from 'cmdk';
import { Folder, FolderPlus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useAction } from '#lib/actions/use-action.ts';
import { canMoveInto, foldersOf, movesInto, nameOf, pathProblem } from '#lib/data-room/moves.ts';
import { visibleName } from '#lib/names/visible-name.ts';
import { useDataRoom } from '../../core/data-room/data-room-context.tsx';
import { focusEntryList } from '../../core/data-room/entry-list-id.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { inputClass } from '../../ui/input.tsx';
import { Name, NameInRow } from '../../ui/name.tsx';

// The list is read from its top. A room with more folders is searched.
const MAX_FOLDERS = 300;

interface MoveDialogProps {
  keys: readonly string[];
  onClose: () => void;
}

/** Chooses the folder that entries move into: an existing one, or a new one by the name that is typed. */
export function MoveDialog({ keys, onClose }: MoveDialogProps) {
  const { filing, files, emptyFolders } = useDataRoom();
  const [typed, setTyped] = useState('');
  const { isRunning, failure, run } = useAction(async (folder: string) => {
    await filing.move(movesInto(keys, folder));
    onClose();
  });

  const folders = useMemo(
    () => ['', ...foldersOf([...files.map(({ path }) => path), ...emptyFolders])],
    [files, emptyFolders],
  );
  const words = withoutLeadingSlash(typed.trim()).replace(/(?<!\/)\/+$/, '');
  const found = folders.filter((folder) => folder.toLowerCase().includes(words.toLowerCase()));
  const isNew = words !== '' && !folders.includes(words);
  const problem = isNew ? pathProblem(words) : null;
  const [only] = keys;
  const title =
    keys.length === 1 && only ? (
      <>
        Move <Name>{nameOf(only)}</Name>
      </>
    ) : (
      `Move ${keys.length} entries`
    );
  const choose = (folder: string) => !isRunning && run(folder);

  return (
    <Dialog onClose={onClose} isLocked={isRunning} title={title} returnFocus={focusEntryList}>
      <Command label="Folders" shouldFilter={false} loop className="flex flex-col gap-3 pt-1">
        <Command.Input
          autoFocus
          value={typed}
          onValueChange={setTyped}
          maxLength={1_024}
          placeholder="Find a folder, or name a new one"
          className={`${inputClass} h-10 shrink-0`}
        />
        <Command.List
          aria-busy={isRunning}
          className="h-72 overflow-y-auto overscroll-contain border-y border-line"
        >
          {found.slice(0, MAX_FOLDERS).map((folder) => (
            <FolderItem
              key={folder}
              folder={folder}
              isTree={words === ''}
              disabled={!canMoveInto(keys, folder)}
              onSelect={() => choose(folder)}
            />
          ))}
          {isNew && (
            <Command.Item
              value={`new ${words}`}
              disabled={problem !== null || !canMoveInto(keys, words)}
              onSelect={() => choose(words)}
              className={itemClass}
            >
              <FolderPlus aria-hidden className="size-5 shrink-0 text-acc" />
              <span className="min-w-0 truncate">
                New folder “<Name>{words}</Name>”
              </span>
              {problem && <span className="ml-auto text-bad">{problem}</span>}
            </Command.Item>
          )}
        </Command.List>
        {found.length > MAX_FOLDERS && (
          <p className="text-sm text-ink2">{found.length - MAX_FOLDERS} more folders. Type to find them.</p>
        )}
        {failure && (
          <ErrorState title={failure.title} requestId={failure.requestId}>
            {failure.advice ?? 'Nothing was moved.'}
          </ErrorState>
        )}
      </Command>
    </Dialog>
  );
}

const itemClass =
  'flex min-h-10 cursor-pointer items-center gap-3 rounded px-3 py-1 text-sm data-[disabled=true]:cursor-not-allowed data-[disabled=true]:text-ink3 data-[selected=true]:bg-wash';

interface FolderItemProps {
  folder: string;
  /** Whether the folders above it are shown, too. */
  isTree: boolean;
  disabled: boolean;
  onSelect: () => void;
}

function FolderItem({ folder, isTree, disabled, onSelect }: FolderItemProps) {
  const depth = folder === '' ? 0 : folder.split('/').length;
  const name = folder === '' ? 'Files' : isTree ? nameOf(folder) : folder;
  return (
    <Command.Item
      value={`in ${folder}/`}
      disabled={disabled}
      onSelect={onSelect}
      className={itemClass}
      style={isTree ? { paddingInlineStart: `${0.75 + Math.min(depth, 12) * 1.25}rem` } : undefined}
    >
      <Folder aria-hidden className="size-5 shrink-0 text-acc" />
      <span className="min-w-0" title={visibleName(folder)}>
        <NameInRow>{name}</NameInRow>
      </span>
    </Command.Item>
  );
}
