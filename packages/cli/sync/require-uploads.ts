import { requireForeseen } from '@labroom/client';
import type { LabConnection } from '../connection/connect.ts';
import type { Action } from './action.ts';
import { patiently } from './patiently.ts';

/** The most that one upload can announce. */
const mostBytes = 2 ** 31 - 1;

/**
 * Asks once for all files of a plan whether this wallet may upload them now: role, registration, and room for all of them. Errors:
 * `LabroomError` with the refusal.
 */
export async function requireUploads(
  { client, lab: { oclId }, session: { wallet } }: Pick<LabConnection, 'client' | 'lab' | 'session'>,
  actions: readonly Action[],
): Promise<void> {
  const uploads = actions.flatMap((action) => (action.kind === 'upload' ? [action.local.size] : []));
  if (uploads.length === 0) return;
  const bytes = uploads.reduce((sum, size) => sum + size, 0);
  const variables = {
    oclId,
    contentType: 'application/octet-stream',
    contentLength: Math.min(bytes, mostBytes),
  };
  const planned = { operation: 'initiateCreateOrUpdateFile', variables, wallet } as const;
  await patiently(() => requireForeseen(client.call, planned));
}
