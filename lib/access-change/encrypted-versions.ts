import {
  EncryptedVersionsDocument,
  type EncryptedVersionsQuery,
  type EncryptedVersionsQueryVariables,
} from '@labroom/client/documents';
import type { ApiCall } from '@labroom/client/execute';

type EncryptedVersion = EncryptedVersionsQuery['encryptedVersions']['nodes'][number];

const PER_PAGE = 1_000;

/** The encrypted versions of a lab, those with the oldest keys first. Errors: `LabroomError`. */
export async function listEncryptedVersions(
  call: ApiCall,
  variables: Pick<EncryptedVersionsQueryVariables, 'oclId' | 'wallet' | 'keyIssuedBefore'>,
  signal: AbortSignal,
): Promise<EncryptedVersion[]> {
  const versions: EncryptedVersion[] = [];
  for (let page = 0; ; page++) {
    const asked = { ...variables, page, perPage: PER_PAGE };
    const { nodes, pageInfo } = (await call(EncryptedVersionsDocument, asked, signal)).encryptedVersions;
    versions.push(...nodes);
    if (!pageInfo.hasNextPage) return versions;
  }
}

/** A time after the issue of these keys, by the clock of the service. */
export function afterKeysOf(versions: readonly Pick<EncryptedVersion, 'keyIssuedAt'>[]): string {
  const newest = Math.max(...versions.map(({ keyIssuedAt }) => Date.parse(keyIssuedAt)));
  return new Date(newest + 1).toISOString();
}
