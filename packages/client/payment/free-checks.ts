import { LabroomError } from '../api-failure.ts';
import { DataRoomSpaceDocument, FileAtPathDocument, LabMembersDocument } from '../documents.generated.ts';
import type { Reason } from '../errors.generated.ts';
import type { ApiCall } from '../execute.ts';

export interface ForeseenFailure {
  code: string;
  reason: Reason | undefined;
  message: string;
}

type Arguments = Record<string, unknown>;
type Check = (ask: ApiCall, args: Arguments, wallet: string) => Promise<ForeseenFailure | null>;

/** Checks that cost nothing, by paid mutation. */
const checks: Record<string, Check[]> = {
  createLab: [notRegistered],
  initiateCreateOrUpdateFile: [requireContributor, hasRoom],
  finishCreateOrUpdateFile: [requireContributor, isPathFree],
  decryptDataKey: [isEncrypted],
  createAnnouncement: [requireContributor],
};

/**
 * Runs free queries to find out whether a paid call would fail: the role in the lab, the remaining storage, the path.
 * Returns `null` if no obstacle was found, which is no guarantee. Errors that depend on the arguments alone are not
 * checked: the gateway rejects them with 400 before it charges. Errors: `LabroomError` if the service cannot be
 * queried.
 * @param args the arguments of the mutation's field
 */
export async function foreseeFailure(
  ask: ApiCall,
  mutation: string,
  args: Arguments,
  wallet: string,
): Promise<ForeseenFailure | null> {
  for (const check of checks[mutation] ?? []) {
    const failure = await check(ask, args, wallet.toLowerCase());
    if (failure) return failure;
  }
  return null;
}

async function requireContributor(
  ask: ApiCall,
  { oclId }: Arguments,
  wallet: string,
): Promise<ForeseenFailure | null> {
  const members = await membersOf(ask, String(oclId));
  if (members instanceof LabroomError) return failure(members.code, members.reason, members.message);
  const isWriter = members.some(
    ({ walletAddress, role }) => walletAddress.toLowerCase() === wallet && role !== 'VIEWER',
  );
  if (isWriter) return null;
  return failure('UNAUTHORIZED', 'UNAUTHORIZED', `${wallet} is neither owner nor contributor of this lab.`);
}

async function notRegistered(ask: ApiCall, { input }: Arguments): Promise<ForeseenFailure | null> {
  const { oclId } = (input ?? {}) as Arguments;
  if ((await membersOf(ask, String(oclId))) instanceof LabroomError) return null;
  return failure('CONFLICT', 'PROJECT_CONFLICT', 'The lab is already registered.');
}

async function hasRoom(ask: ApiCall, args: Arguments): Promise<ForeseenFailure | null> {
  const { labWithDataRoomAndFiles } = await ask(DataRoomSpaceDocument, { oclId: String(args.oclId) });
  if (!labWithDataRoomAndFiles) return null;
  const { storageUsed, storageLimit } = labWithDataRoomAndFiles.dataRoom;
  const left = BigInt(storageLimit) - BigInt(storageUsed);
  const incoming = Number(args.contentLength);
  if (incoming <= left) return null;
  return failure(
    'FAILED_PRECONDITION',
    'QUOTA_EXCEEDED',
    `${incoming} bytes do not fit into the ${left} left.`,
  );
}

async function isPathFree(ask: ApiCall, { oclId, path }: Arguments): Promise<ForeseenFailure | null> {
  const file = path ? await fileAt(ask, oclId, path) : null;
  // A path that a file was moved away from is free.
  if (file?.path !== String(path).normalize('NFC')) return null;
  return failure('CONFLICT', 'PATH_OCCUPIED', 'A file exists at this path. Pass its ref for a new version.');
}

async function isEncrypted(ask: ApiCall, { oclId, filePath }: Arguments): Promise<ForeseenFailure | null> {
  if (!filePath) return null;
  const file = await fileAt(ask, oclId, filePath);
  if (!file) return failure('NOT_FOUND', 'FILE_NOT_FOUND', 'No file exists at this path.');
  if (file.accessLevel !== 'PUBLIC') return null;
  return failure('FAILED_PRECONDITION', 'NOT_ENCRYPTED', 'This file is public and needs no key.');
}

async function fileAt(ask: ApiCall, oclId: unknown, path: unknown) {
  const { dataRoomFile } = await ask(FileAtPathDocument, { oclId: String(oclId), path: String(path) });
  return dataRoomFile;
}

/** The members, or the failure if the lab is not registered. */
async function membersOf(ask: ApiCall, oclId: string) {
  try {
    return (await ask(LabMembersDocument, { oclId })).listLabMembers.members;
  } catch (error) {
    if (error instanceof LabroomError && error.code === 'NOT_FOUND') return error;
    throw error;
  }
}

function failure(code: string, reason: Reason | undefined, message: string): ForeseenFailure {
  return { code, reason, message };
}
