'use client';
import { DataRoomFilesPageDocument } from '@labroom/client/documents';
import { Command } from 'cmdk';
import { Paperclip, X } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { NameInRow } from '#components/ui/name.tsx';
import { useApiQuery } from '#lib/api/use-api-query.ts';
import { visibleName } from '#lib/names/visible-name.ts';
import { explainFailure } from '#lib/wallet/explain-failure.ts';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { inputClass } from '../ui/input.tsx';

export interface Attachment {
  did: string;
  path: string;
}

/** The API takes no more. */
const MOST = 50;

interface AttachFilesProps {
  oclId: string;
  attachments: readonly Attachment[];
  onChange: (attachments: Attachment[]) => void;
}

/** Finds files of the lab by their paths, and lists the chosen ones. */
export function AttachFiles({ oclId, attachments, onChange }: AttachFilesProps) {
  const [typed, setTyped] = useState('');
  const search = useDeferredValue(typed.trim());
  const { data, failure, isLoading } = useApiQuery(
    DataRoomFilesPageDocument,
    { oclId, page: 0, perPage: 8, search },
    { pause: search === '' },
  );
  const chosen = new Set(attachments.map(({ did }) => did));
  const found = (search && data?.labWithDataRoomAndFiles?.dataRoom.filesPage.nodes) || [];
  const offered = found.filter(({ did }) => !chosen.has(did));
  return (
    <div className="flex flex-col gap-2">
      <span className="text-sm font-medium">Files</span>
      {attachments.length > 0 && (
        <ul aria-label="Attached files" className="flex flex-wrap gap-2">
          {attachments.map(({ did, path }) => (
            <li key={did} className="flex min-w-0 items-center gap-1 rounded bg-wash py-0.5 pl-2 text-sm">
              <Paperclip aria-hidden className="size-4 shrink-0 text-ink2" />
              <span className="max-w-96 min-w-0" title={visibleName(path)}>
                <NameInRow>{path}</NameInRow>
              </span>
              <button
                type="button"
                aria-label={`Remove ${visibleName(path)}`}
                className="grid size-7 place-items-center rounded hover:text-bad touch:size-10"
                onClick={() => onChange(attachments.filter((one) => one.did !== did))}
              >
                <X aria-hidden className="size-4" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {attachments.length < MOST && (
        <Command label="Attach a file of this lab" shouldFilter={false} loop className="flex flex-col gap-1">
          <Command.Input
            value={typed}
            onValueChange={setTyped}
            maxLength={200}
            placeholder="Find a file of this lab to attach"
            className={`${inputClass} h-10 shrink-0`}
          />
          <Command.List aria-label="Files found" aria-busy={isLoading} className="max-h-56 overflow-y-auto">
            {offered.map(({ did, path }) => (
              <Command.Item
                key={did}
                value={did}
                onSelect={() => {
                  setTyped('');
                  onChange([...attachments, { did, path }]);
                }}
                className="flex min-h-9 cursor-pointer items-center gap-2 rounded px-3 text-sm data-[selected=true]:bg-wash touch:min-h-10"
              >
                <span className="min-w-0" title={visibleName(path)}>
                  <NameInRow>{path}</NameInRow>
                </span>
              </Command.Item>
            ))}
            {search !== '' && !isLoading && offered.length === 0 && !failure && (
              <p className="px-3 py-1 text-sm text-ink2">No other file matches.</p>
            )}
          </Command.List>
          <FailureNotice failure={failure && explainFailure(failure)} />
        </Command>
      )}
    </div>
  );
}
