'use client';
import { useState } from 'react';
import { useRead } from '#lib/reading/use-read.ts';
import { type Holder, holdersOf, readSharing } from '#lib/share/shared-files.ts';
import { useDataRoom } from '../core/data-room/data-room-context.tsx';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { Holders } from './holders.tsx';

/** Who has a file by the access list of the lab, in the facts of the file. For members of the lab. */
export function SharedWith({ path }: { path: string }) {
  const { lab } = useDataRoom();
  const [ended, setEnded] = useState<readonly Holder[]>([]);
  const { data, failure } = useRead({
    key: ['sharing', lab.oclId, path],
    read: () => readSharing(lab.oclId, [path]),
  });
  if (failure) return <FailureNotice failure={failure} />;
  if (!data) return null;
  const [file] = data;
  if (!file) return 'The file is public or gone.';
  if (!file.readers) return 'Only members of the lab can read this.';
  const holders = holdersOf(data).filter((one) => !ended.some((gone) => isSame(gone, one)));
  if (holders.length === 0) return 'Nobody beyond its conditions';
  return <Holders holders={holders} onEnded={(holder) => setEnded((now) => [...now, holder])} />;
}

const isSame = (one: Holder, other: Holder) => one.subject === other.subject && one.reader === other.reader;
