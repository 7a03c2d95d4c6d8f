'use client';
import { PlaintextHashesDocument } from '@labroom/client/documents';
import { useApiQuery } from '#lib/api/use-api-query.ts';
import { useDataRoom } from '../../core/data-room/data-room-context.tsx';
import { Fingerprint } from '../../ui/fingerprint.tsx';

interface PlaintextHashProps {
  path: string;
  version: number;
}

/** The hash of an encrypted version's content. The service returns it only to wallets that may open the version. */
export function PlaintextHash({ path, version }: PlaintextHashProps) {
  const { lab, me } = useDataRoom();
  const isSignedIn = me.identity.kind === 'signed-in';
  // Without an answer the hash stays hidden; opening the file explains what failed.
  const { data } = useApiQuery(PlaintextHashesDocument, { oclId: lab.oclId, path }, { pause: !isSignedIn });
  const found = data?.dataRoomFile?.versions?.find((one) => one.version === version);
  const metadata = isSignedIn ? found?.encryptionMetadata : undefined;

  if (metadata?.contentHash) return <Fingerprint value={metadata.contentHash} />;
  if (metadata?.canRead === null)
    return <span className="text-ink2">The chain could not be asked whether you can open this version.</span>;
  return <span className="text-ink2">Shown to wallets that can open this version.</span>;
}
