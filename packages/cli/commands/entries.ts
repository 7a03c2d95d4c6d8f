import { everyEntry } from '@labroom/client';
import {
  MoveEntryDocument,
  RestoreEntryDocument,
  TrashDocument,
  TrashEntryDocument,
} from '@labroom/client/documents';
import type { Invocation, Run } from '../command-line/command.ts';
import { CommandError } from '../command-line/exit-codes.ts';
import { count } from '../command-line/progress.ts';
import { table } from '../command-line/table.ts';
import { connectToLab, type LabConnection } from '../connection/connect.ts';
import { pathOfLab } from '../store/paths.ts';

/** Renames a file or folder of the lab. In a tied folder the next sync renames it here. */
export const mv: Run = async (invocation) => {
  if (invocation.args.length !== 2) throw new CommandError('usage', 'Name the path and the new path.');
  const { paths, connection } = await labPaths(invocation);
  const [from = '', to = ''] = paths;
  const { client, lab } = connection;
  const { moveEntry } = await client.call(MoveEntryDocument, { oclId: lab.oclId, moves: [{ from, to }] });
  const files = moveEntry.fileCount ?? 0;
  return {
    text: `Renamed ${from} to ${to} in the lab (${count(files, 'file')}).`,
    data: { from, to, files },
  };
};

/** Moves files and folders to the trash of the lab. */
export const rm: Run = async (invocation) => {
  const { paths, connection } = await labPaths(invocation);
  if (paths.length === 0) throw new CommandError('usage', 'Name files or folders of the lab.');
  await agree(invocation, `Move ${paths.join(', ')} to the trash of ${connection.lab.shortname}?`);
  const { trashEntry } = await connection.client.call(TrashEntryDocument, {
    oclId: connection.lab.oclId,
    paths,
  });
  const files = trashEntry.fileCount ?? 0;
  const text = `Moved ${count(files, 'file')} to the trash of the lab, for 30 days. labroom restore brings them back.`;
  return { text, data: { paths, files } };
};

/** Brings entries back from the trash of the lab; without a path, lists them. */
export const restore: Run = async (invocation) => {
  const { paths, connection } = await labPaths(invocation);
  const { client, lab } = connection;
  const trash = await readTrash(connection);
  if (paths.length === 0) {
    const rows = trash.map(({ path, fileCount, trashedAt }) => [
      trashedAt.slice(0, 10),
      count(fileCount, 'file'),
      path,
    ]);
    return {
      text: rows.length > 0 ? table(rows) : 'The trash of the lab is empty.',
      data: { lab: lab.oclId, trash },
    };
  }
  const entries = paths.map((path) => {
    // Newest first. Folders have a slash at their end.
    const entry = trash.find((one) => one.path === path || one.path === `${path}/`);
    if (!entry)
      throw new CommandError('failed', `There is no ${path} in the trash. labroom restore lists it.`);
    return { id: entry.id };
  });
  const { restoreEntry } = await client.call(RestoreEntryDocument, { oclId: lab.oclId, entries });
  const files = restoreEntry.fileCount ?? 0;
  return { text: `Restored ${count(files, 'file')}.`, data: { paths, files } };
};

async function labPaths(invocation: Invocation): Promise<{ paths: string[]; connection: LabConnection }> {
  const connection = await connectToLab(invocation);
  const paths = invocation.args.map((typed) => pathOfLab(connection.folder, invocation.cwd, typed));
  if (paths.includes('')) throw new CommandError('usage', 'Name files or folders, not the whole data room.');
  return { paths, connection };
}

async function readTrash({ client, lab: { oclId } }: LabConnection) {
  const pages = everyEntry((page) =>
    client.call(TrashDocument, { oclId, page, perPage: 100 }).then(({ trash }) => trash),
  );
  const entries = [];
  for await (const { id, path, fileCount, trashedAt, trashedBy, expiresAt } of pages)
    entries.push({ id, path, fileCount, trashedAt, trashedBy, expiresAt });
  return entries.sort((one, other) => other.trashedAt.localeCompare(one.trashedAt));
}

async function agree({ options, terminal }: Invocation, question: string): Promise<void> {
  if (options.yes === true) return;
  if (!(await terminal.confirm(question, 'Add --yes to go on without a question.')))
    throw new CommandError('failed', 'Nothing was changed.');
}
