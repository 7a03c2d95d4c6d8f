import { everyEntry } from '@labroom/client';
import { LabsDocument } from '@labroom/client/documents';
import { type Invocation, type Outcome, type Run, textOption } from '../command-line/command.ts';
import { formatBytes } from '../command-line/progress.ts';
import { table } from '../command-line/table.ts';
import { type Connection, connect, connectToLab } from '../connection/connect.ts';
import { pathOfLab } from '../store/paths.ts';
import { listRemote } from '../sync/remote.ts';

const UNREAD = ' (whether it is yours could not be read from the chain)';

/** Lists the files of the lab; without a lab, the labs of the wallet. */
export const ls: Run = async (invocation) => {
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
  const rows = labs.map(({ shortname, name, fileCount }) => [shortname, name ?? '', `${fileCount} files`]);
  return { text: rows.length > 0 ? table(rows) : `${walletAddress} has no role in any lab.`, data: { labs } };
}

async function listFiles(invocation: Invocation): Promise<Outcome> {
  const { client, lab, folder } = await connectToLab(invocation);
  const below = invocation.args.map((path) => pathOfLab(folder, invocation.cwd, path)).filter(Boolean);
  const all = [...(await listRemote(client, lab.oclId)).values()];
  const files = all
    .filter(
      ({ path }) => below.length === 0 || below.some((one) => path === one || path.startsWith(`${one}/`)),
    )
    .map(({ sha256: _, canRead, ...file }) => ({ ...file, isReadable: canRead }));
  const rows = files.map(({ path, version, size, accessLevel, isReadable }) => [
    accessLevel.toLowerCase() + (isReadable ? '' : isReadable === null ? UNREAD : ' (not yours to open)'),
    `v${version}`,
    formatBytes(size),
    path,
  ]);
  const text = rows.length > 0 ? table(rows) : `${lab.name} has no files here.`;
  const isKnown = files.every(({ isReadable }) => isReadable !== null);
  return { text, data: { lab: lab.oclId, files }, exit: isKnown ? 'done' : 'failed' };
}
