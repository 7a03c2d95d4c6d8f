'use client';
import { KeyRecipientsDocument } from '@labroom/client/documents';
import { useApiQuery } from '#lib/api/use-api-query.ts';
import type { RoomFile } from '#lib/download/room-files.ts';
import { useDataRoom } from '../core/data-room/data-room-context.tsx';
import { Person } from '../core/people/person.tsx';
import { Time } from '../ui/time.tsx';

/** The service looks at this many files at most. */
const mostFiles = 1_000;
const shownWallets = 5;

/** Says, to the owner, who has opened encrypted files so far: no change of access takes that back. */
export function OpenedBy({ files }: { files: readonly RoomFile[] }) {
  const { lab } = useDataRoom();
  const refs = files.map(({ did }) => did);
  const isAsked = refs.length <= mostFiles;
  const { data, failure } = useApiQuery(
    KeyRecipientsDocument,
    { oclId: lab.oclId, refs },
    { pause: !isAsked, requestPolicy: 'cache-and-network' },
  );
  const wallets = data?.keyRecipients;
  if (failure) return <p className="text-sm text-warn">Who has opened this so far could not be read.</p>;
  if (!wallets) return null;
  if (wallets.length === 0) {
    const hasSecret = files.some(({ accessLevel }) => accessLevel !== 'PUBLIC');
    return hasSecret && <p className="text-sm text-ink2">Nobody has opened the encrypted content so far.</p>;
  }
  const more = wallets.length - shownWallets;
  return (
    <section aria-label="Opened so far" className="text-sm">
      <h3 className="font-medium">Opened so far</h3>
      <p className="text-ink2">Who has opened a version can keep it, whatever you choose now.</p>
      <ul className="mt-2">
        {wallets.slice(0, shownWallets).map(({ wallet, releasedAt, fileCount }) => (
          <li key={wallet} className="flex flex-wrap items-center gap-x-3 border-t border-line py-1.5">
            <Person value={wallet} />
            <span className="ml-auto text-ink2">
              {files.length > 1 && `${fileCount} of ${files.length} files, last `}
              <Time value={releasedAt} />
            </span>
          </li>
        ))}
      </ul>
      {more > 0 && <p className="border-t border-line pt-1.5 text-ink2">{more} more in Settings.</p>}
    </section>
  );
}
