'use client';
import { useEffect, useState } from 'react';
import { callApi } from '#lib/api/browser.ts';
import { PlaintextHashesDocument } from '#lib/api/documents.generated.ts';
import { Address } from '../ui/address.tsx';
import { useDataRoom } from './data-room-context.tsx';

interface PlaintextHashProps {
  path: string;
  version: number;
}

/** The hash of an encrypted version's content. The service returns it only to wallets that may open the version. */
export function PlaintextHash({ path, version }: PlaintextHashProps) {
  const { lab, me } = useDataRoom();
  const isSignedIn = me.identity.kind === 'signed-in';
  const [hash, setHash] = useState<string | null>(null);

  useEffect(() => {
    setHash(null);
    if (!isSignedIn) return;
    const controller = new AbortController();
    callApi(PlaintextHashesDocument, { oclId: lab.oclId, path }, controller.signal).then(
      ({ dataRoomFile }) => {
        const found = dataRoomFile?.versions?.find((one) => one.version === version);
        if (!controller.signal.aborted) setHash(found?.encryptionMetadata?.contentHash ?? null);
      },
      // Without an answer the hash stays hidden; opening the file explains what failed.
      () => {},
    );
    return () => controller.abort();
  }, [lab.oclId, path, version, isSignedIn]);

  if (hash) return <Address value={hash} full />;
  return <span className="text-muted">Shown to wallets that can open this version.</span>;
}
