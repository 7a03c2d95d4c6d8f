'use client';
import { FilesByContentHashDocument } from '@labroom/client/documents';
import { useApiQuery } from '#lib/api/use-api-query.ts';
import { withApi } from '#lib/session/api-provider.tsx';
import { useIdentity } from '#lib/session/session-context.tsx';
import { ExactHits } from './exact-hits.tsx';
import { matchRow } from './exact-row.ts';

/** Encrypted versions with this content that the user can open. They are found for the signed-in wallet only. */
export const ContentHits = withApi(Hits);

function Hits({ sha256 }: { sha256: string }) {
  const isSignedIn = useIdentity().kind === 'signed-in';
  const { data, failure, isLoading } = useContentMatches(isSignedIn ? sha256 : null);
  if (!isSignedIn)
    return (
      <p className="text-sm text-ink2">
        Sign in to find encrypted files with this content that you can open.
      </p>
    );
  return (
    <>
      <p role="status" className="text-sm text-ink2 empty:hidden">
        {isLoading && 'Searching the encrypted files that you can open…'}
        {failure && 'The encrypted files that you can open could not be searched. Try again in a moment.'}
      </p>
      <ExactHits rows={data.map(matchRow)} />
    </>
  );
}

/** Encrypted versions that the user can open and whose content has this hash; none for `null`. */
export function useContentMatches(sha256: string | null) {
  const hashes = { stored: `sha256:${sha256}`, plaintext: `sha256-${sha256}` };
  const { data, failure, isLoading } = useApiQuery(FilesByContentHashDocument, hashes, { pause: !sha256 });
  return { data: (sha256 && data?.plaintext) || [], failure, isLoading };
}
