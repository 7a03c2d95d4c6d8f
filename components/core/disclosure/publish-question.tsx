'use client';
import { accessLevelNames } from '@labroom/protocol/access-level';
import { useState } from 'react';
import { Name } from '#components/ui/name.tsx';
import { visibleName } from '#lib/names/visible-name.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Select } from '../../ui/select.tsx';
import type { Decision, PublishQuestion as Question, QuestionedFile } from './use-publish-question.ts';

const FIRST = 100;

interface PublishQuestionProps {
  id: string;
  question: Question;
  /** How many files are looked into. */
  total: number;
  /** What happens to a file that is not published. */
  otherwise?: string;
}

/** Names the files that would reveal something if they were public, each with its reason, and asks what to do with them. */
export function PublishQuestion({
  id,
  question,
  total,
  otherwise = accessLevelNames.ADMIN,
}: PublishQuestionProps) {
  const { isReading, count, files, unchecked, undecided, decide } = question;
  const [showsAll, setShowsAll] = useState(false);
  if (isReading)
    return (
      <p id={id} role="status" className="text-sm text-ink2">
        Looking for names, places and keys in the files: {count} of {total}…
      </p>
    );
  const shown = showsAll ? files : files.slice(0, FIRST);
  const these = files.length === 1 ? 'this file' : `these ${files.length} files`;
  return (
    <>
      {files.length > 0 && (
        <Notice kind="warning">
          <div id={id} className="flex flex-col gap-3">
            <p>
              <strong className="font-medium">
                {files.length === 1 ? 'One file' : `${files.length} files`} may reveal persons or secrets.
              </strong>{' '}
              What is public cannot be taken back. {undecided > 0 && 'Decide before you go on.'}
            </p>
            <ul className="max-h-72 divide-y divide-line overflow-y-auto rounded border border-line bg-sheet">
              {shown.map((file) => (
                <Questioned
                  key={file.path}
                  file={file}
                  otherwise={otherwise}
                  onDecide={(decision) => decide([file.path], decision)}
                />
              ))}
            </ul>
            {shown.length < files.length && (
              <Button size="sm" variant="quiet" className="self-start" onClick={() => setShowsAll(true)}>
                Show all {files.length} files
              </Button>
            )}
            <div className="flex flex-wrap gap-2">
              <Button
                size="sm"
                variant="primary"
                onClick={() =>
                  decide(
                    files.map(({ path }) => path),
                    'team',
                  )
                }
              >
                {otherwise} for {these}
              </Button>
              <Button
                size="sm"
                onClick={() =>
                  decide(
                    files.map(({ path }) => path),
                    'public',
                  )
                }
              >
                Publish {these} anyway
              </Button>
            </div>
          </div>
        </Notice>
      )}
      {unchecked.length > 0 && (
        <details className="text-sm text-ink2">
          <summary className="w-fit rounded hover:text-ink touch:py-2.5">
            {unchecked.length === 1 ? 'One file was' : `${unchecked.length} files were`} not looked into
            completely
          </summary>
          <ul className="mt-1 max-h-40 overflow-y-auto pl-4">
            {unchecked.slice(0, FIRST).map(({ path, reason }) => (
              <li key={path} className="break-words">
                <Name>{path}</Name>: {reason}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

interface QuestionedProps {
  file: QuestionedFile;
  otherwise: string;
  onDecide: (decision: Decision | null) => void;
}

function Questioned({ file, otherwise, onDecide }: QuestionedProps) {
  const name = visibleName(file.path);
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-1 px-3 py-2">
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-medium break-words">
          <bdi>{name}</bdi>
        </p>
        {file.reasons.map((reason) => (
          <p key={reason} className="break-words text-ink2">
            {visibleName(reason)}
          </p>
        ))}
      </div>
      <Select
        aria-label={`Who may open ${name}`}
        className="w-40 max-sm:w-full"
        value={file.decision ?? ''}
        onChange={({ target }) =>
          onDecide(target.value === 'team' || target.value === 'public' ? target.value : null)
        }
      >
        <option value="">Decide…</option>
        <option value="team">{otherwise}</option>
        <option value="public">{accessLevelNames.PUBLIC}</option>
      </Select>
    </li>
  );
}
