import type { FileVersion } from '@labroom/client/download/download-ports';
import type { Identity } from '#lib/session/session-context.tsx';

/** Whether a version is encrypted and the user is not signed in. */
export function isLockedFor(identity: Identity, version: FileVersion): boolean {
  return version.encryption !== null && identity.kind !== 'signed-in';
}
