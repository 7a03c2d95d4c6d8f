'use client';
import { accessLevelName } from '@labroom/protocol/access-level';
import { useId } from 'react';
import { AccessBadge } from '#components/core/access/access-badge.tsx';
import { Name, NameInRow } from '#components/ui/name.tsx';
import { nameOf } from '#lib/data-room/moves.ts';
import type { EarlyChoice } from '#lib/upload/conflicts.ts';
import type { Existing } from './use-existing.ts';

// The others are counted.
const FIRST = 200;

interface ExistingFilesProps {
  existing: Existing;
  /** Number of files of the drop. */
  total: number;
}

/** Says which files of a drop exist already, and asks what becomes of them. */
export function ExistingFiles({ existing: { files, choice, choose }, total }: ExistingFilesProps) {
  const group = useId();
  const [first] = files;
  if (!first) return null;
  const isOne = files.length === 1;
  const levels = new Set(files.map(({ level }) => level));
  const kept = levels.size === 1 ? `: ${accessLevelName(first.level)}` : '';
  const choices: Record<EarlyChoice, string> = {
    newVersion: isOne
      ? `Upload as new version ${first.version + 1}. It keeps its access${kept}.`
      : `Upload as new versions. Each keeps the access of its file${kept}.`,
    rename: isOne ? 'Keep both. The new one gets another name.' : 'Keep both. The new ones get other names.',
    skip: isOne ? 'Skip it.' : 'Skip them.',
  };
  return (
    <fieldset className="min-w-0 text-sm">
      <legend className="font-medium">
        {isOne ? (
          <>
            <Name>{nameOf(first.path)}</Name> already exists (version {first.version})
          </>
        ) : (
          `${files.length} of ${total} files already exist`
        )}
      </legend>
      {!isOne && (
        <details className="mt-1">
          <summary className="w-fit rounded text-ink2 hover:text-ink touch:py-2.5">Show them</summary>
          <ul className="mt-1 max-h-40 divide-y divide-line overflow-y-auto rounded border border-line">
            {files.slice(0, FIRST).map(({ path, version, level }) => (
              <li key={path} className="flex items-center gap-3 px-3 py-1.5">
                <span className="min-w-0 flex-1">
                  <NameInRow>{path}</NameInRow>
                </span>
                <span className="tabular shrink-0 text-ink2">version {version}</span>
                <AccessBadge level={level} />
              </li>
            ))}
            {files.length > FIRST && (
              <li className="px-3 py-1.5 text-ink2">and {files.length - FIRST} more</li>
            )}
          </ul>
        </details>
      )}
      <div className="mt-1 flex flex-col">
        {(['newVersion', 'rename', 'skip'] as const).map((one) => (
          <label key={one} className="flex cursor-pointer items-start gap-2 py-1 touch:py-2.5">
            <span className="flex h-5 items-center">
              <input
                type="radio"
                name={group}
                checked={choice === one}
                onChange={() => choose(one)}
                className="size-4 accent-acc"
              />
            </span>
            {choices[one]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
