import { everyEntry } from '@labroom/client';
import { LabsDocument } from '@labroom/client/documents';
import { accessLevelName } from '@labroom/protocol/access-level';
import { type Invocation, type Outcome, type Run, textOption } from '../command-line/command.ts';
import { count, formatBytes } from '../command-line/progress.ts';
import { table } from '../command-line/table.ts';
import { type Connection, connect, connectToLab } from '../connection/connect.ts';
import { openPublicLab, type PublicLab } from '../connection/public-lab.ts';
import type { TiedFolder } from '../store/folder.ts';
import { pathOfLab } from '../store/paths.ts';
import { listRemote, type RemoteFile } from '../sync/remote.ts';

const UNREAD = ' (whether it is yours could not be read from the chain)';

/** Lists the files of the lab; without a lab, the labs of the wallet. */
export const ls: Run = async (invocation) => {
  const open = await openPublicLab(invocation);
  if (open) return listPublic(open, invocation);
  const connection = await connect(invocation);
  if (!textOption(invocation, 'lab') && !connection.folder) return listLabs(connection);
  return listFiles(invocation);
};

async function listLabs({ client, session }: Connection): Promise<Outcome> {
  const labs: { oclId: string; shortname: string; name: string | null; fileCount: number }[] = [];
  const walletAddress = session.wallet;
  const pages = everyEntry((page) =>
    client.call(LabsDocument, { walletAddress, page, perPage: 100 }).then(({ labs: found }) => found),
  );
  for await (const { oclId, shortname, name, fileCount } of pages)
    labs.push({ oclId, shortname, name, fileCount });
  const rows = labs.map(({ shortname, name, fileCount }) => [
    shortname,
    name ?? '',
    count(fileCount, 'file'),
  ]);
  return { text: rows.length > 0 ? table(rows) : `${walletAddress} has no role in any lab.`, data: { labs } };
}

/** Without a session: what everyone can see. */
async function listPublic({ lab, folder, files }: PublicLab, invocation: Invocation): Promise<Outcome> {
  const listed = [];
  for await (const { path, did, version, accessLevel, contentHash, contentLength } of files())
    listed.push({
      ...{ path, did, version, accessLevel, contentHash, size: Number(contentLength) },
      isReadable: accessLevel === 'PUBLIC',
    });
  return describeFiles(
    lab,
    listed.filter(({ path }) => isAsked(path, folder, invocation)),
  );
}

function isAsked(path: string, folder: TiedFolder | null, invocation: Invocation): boolean {
  const below = invocation.args.map((typed) => pathOfLab(folder, invocation.cwd, typed)).filter(Boolean);
  return below.length === 0 || below.some((one) => path === one || path.startsWith(`${one}/`));
}

async function listFiles(invocation: Invocation): Promise<Outcome> {
  const { client, lab, folder } = await connectToLab(invocation);
  const files = [...(await listRemote(client, lab.oclId)).values()]
    .filter(({ path }) => isAsked(path, folder, invocation))
    .map(({ sha256: _, canRead, ...file }) => ({ ...file, isReadable: canRead }));
  return describeFiles(lab, files);
}

interface ListedFile extends Pick<RemoteFile, 'path' | 'version' | 'size' | 'accessLevel'> {
  isReadable: boolean | null;
}

function describeFiles(lab: { oclId: string; name: string }, files: readonly ListedFile[]): Outcome {
  const rows = files.map(({ path, version, size, accessLevel, isReadable }) => [
    accessLevelName(accessLevel) + (isReadable ? '' : isReadable === null ? UNREAD : ' (not yours to open)'),
    `v${version}`,
    formatBytes(size),
    path,
  ]);
  const text = rows.length > 0 ? table(rows) : `${lab.name} has no files here.`;
  const isKnown = files.every(({ isReadable }) => isReadable !== null);
  return { text, data: { lab: lab.oclId, files }, exit: isKnown ? 'done' : 'failed' };
}
