import type { Network } from '@labroom/contracts/networks';
import type { EncryptedAccessLevel } from '@labroom/protocol/access-level';
import { conditionsForHolders, conditionsForTeam } from '@labroom/protocol/conditions';
import { contentTypeOf } from './content-type.ts';
import type { UploadRequest } from './upload-request.ts';

export interface ClientUpload
  extends Pick<UploadRequest, 'description' | 'tags' | 'categories' | 'encoding'> {
  /** 0x and 64 hex digits. */
  oclId: string;
  /** A new file at a path, or a new version of the file with this DID. */
  target: UploadRequest['target'];
  /** Of a new version, the name of a `File` tells what it is. */
  body: Blob | Uint8Array<ArrayBuffer> | string;
  /** MIME type. By default it is derived from the file extension. */
  contentType?: string;
  access: ClientAccess;
  /**
   * Text by which search finds the file; everyone can read it. By default that of a public file is read from it, and an encrypted one has none. `''`
   * sends none, and removes the text of the previous version.
   */
  contentText?: string;
}

/**
 * Everyone; the lab's team; the team and wallets that hold the lab's token, at least `minimum` of its smallest unit; or wallets that meet
 * onchain conditions (JSON). Except for `PUBLIC`, files are encrypted before anything is sent. `level` only names the readers in lists;
 * it is `ADMIN` by default. `TEAM` is the former word for `ADMIN`.
 */
export type ClientAccess =
  | 'PUBLIC'
  | 'ADMIN'
  | 'TEAM'
  | { holdersOf: string; minimum: bigint }
  | { conditions: string; level?: EncryptedAccessLevel };

/** What `uploadFile` needs of the file of a program. @param changeBy the wallet that uploads */
export function uploadRequestOf(
  { body, contentType, access, ...rest }: ClientUpload,
  network: AccessNetwork,
  changeBy: string,
): UploadRequest {
  const name = 'path' in rest.target ? rest.target.path : body instanceof File ? body.name : '';
  return {
    ...rest,
    // A file that is uploaded again must be recognized.
    file: new File([body], name, { lastModified: body instanceof File ? body.lastModified : 0 }),
    contentType: contentType ?? contentTypeOf({ name, type: body instanceof Blob ? body.type : '' }),
    access: accessOf(access, rest.oclId, network),
    changeBy,
  };
}

/** Where access conditions are evaluated. */
type AccessNetwork = Pick<Network, 'name' | 'contracts'>;

function accessOf(access: ClientAccess, oclId: string, network: AccessNetwork): UploadRequest['access'] {
  if (access === 'PUBLIC') return { level: 'PUBLIC' };
  if (access === 'ADMIN' || access === 'TEAM')
    return { level: 'ADMIN', conditions: JSON.stringify(conditionsForTeam(oclId, network)) };
  if ('holdersOf' in access) {
    const conditions = conditionsForHolders(oclId, network, { address: access.holdersOf }, access.minimum);
    return { level: 'HOLDERS', conditions: JSON.stringify(conditions) };
  }
  return { level: access.level ?? 'ADMIN', conditions: access.conditions };
}
