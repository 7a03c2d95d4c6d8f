'use client';
import { DataRoomFileDocument } from '@labroom/client/documents';
import { useApiQuery } from '#lib/api/use-api-query.ts';
import { staysPublic } from '../core/access/change-of-access.ts';
import { useDataRoom } from '../core/data-room/data-room-context.tsx';
import { Time } from '../ui/time.tsx';

/** Says which versions of a file stay public if only the newest one changes, and until when others were public. */
export function FormerReaders({ path, includesEarlier }: { path: string; includesEarlier: boolean }) {
  const { lab } = useDataRoom();
  const { data } = useApiQuery(DataRoomFileDocument, { oclId: lab.oclId, path });
  const versions = data?.dataRoomFile?.versions ?? [];
  const staying = versions
    .slice(1)
    .filter(({ accessLevel }) => accessLevel === 'PUBLIC')
    .map(({ version }) => version)
    .reverse();
  const ended = versions.flatMap(({ version, formerAccess }) => {
    const last = formerAccess.findLast(({ accessLevel }) => accessLevel === 'PUBLIC');
    return last ? [{ version, until: last.until }] : [];
  });
  return (
    <>
      {!includesEarlier && staying.length > 0 && <p className="text-sm text-warn">{staysPublic(staying)}</p>}
      {ended.length > 0 && (
        <ul className="text-sm text-ink2">
          {ended.map(({ version, until }) => (
            <li key={version}>
              Version {version} was public until <Time value={until} />.
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
