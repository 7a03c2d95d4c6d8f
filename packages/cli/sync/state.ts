import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { CommandError } from '../command-line/exit-codes.ts';
import { ownFolder } from '../store/folder.ts';

/** A file that was the same in the folder and in the lab. */
export interface SyncedFile {
  path: string;
  did: string;
  version: number;
  /** `sha256:` and lowercase hex, over the stored bytes. */
  contentHash: string;
  /** Of the content, lowercase hex. */
  sha256: string;
  /** Of the file on the disk, when it had this content. */
  stamp: string;
}

export interface SyncState extends Disposable {
  files: Map<string, SyncedFile>;
  /** Folders without files that were on both sides; each ends with `/`. */
  folders: Set<string>;
  keep(file: SyncedFile): void;
  forget(path: string): void;
  keepFolder(path: string): void;
  forgetFolder(path: string): void;
}

const schema = `
  create table if not exists file (
    path text primary key, did text not null, version integer not null,
    contentHash text not null, sha256 text not null, stamp text not null
  ) strict, without rowid;
  create table if not exists folder (path text primary key) strict, without rowid`;

/**
 * Opens what a folder remembers of its lab, and locks it: a second process is refused. Each change is one transaction, and the
 * operating system ends the lock with the process, so nothing must be cleaned up after a crash.
 * @throws CommandError if another process has it, or it is damaged
 */
export async function openState(root: string): Promise<SyncState> {
  const { DatabaseSync } = await import('node:sqlite');
  mkdirSync(join(root, ownFolder), { recursive: true });
  const file = join(root, ownFolder, 'state.db');
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file);
    database.exec('pragma locking_mode = exclusive; pragma journal_mode = wal; pragma synchronous = normal');
    database.exec(`begin immediate; ${schema}; commit`);
    return stateOf(database);
  } catch (error) {
    database?.close();
    const code = (error as { errcode?: number }).errcode ?? 0;
    // SQLITE_BUSY
    if ((code & 0xff) === 5)
      throw new CommandError(
        'failed',
        `Another labroom command works in ${root}. Try again when it has ended.`,
      );
    // SQLITE_CORRUPT, SQLITE_NOTADB
    if ([11, 26].includes(code & 0xff))
      throw new CommandError(
        'failed',
        `${file} is damaged. Remove it: the next sync compares all files by hash.`,
      );
    throw error;
  }
}

function stateOf(database: DatabaseSync): SyncState {
  const rows = database.prepare('select path, did, version, contentHash, sha256, stamp from file').all();
  const folders = new Set(
    database
      .prepare('select path from folder')
      .all()
      .map(({ path }) => String(path)),
  );
  const files = new Map(rows.map((row) => [String(row.path), row as unknown as SyncedFile]));
  const write = database.prepare('insert or replace into file values (?, ?, ?, ?, ?, ?)');
  const remove = database.prepare('delete from file where path = ?');
  const writeFolder = database.prepare('insert or replace into folder values (?)');
  const removeFolder = database.prepare('delete from folder where path = ?');
  return {
    files,
    folders,
    keep(file) {
      write.run(file.path, file.did, file.version, file.contentHash, file.sha256, file.stamp);
      files.set(file.path, file);
    },
    forget(path) {
      remove.run(path);
      files.delete(path);
    },
    keepFolder(path) {
      writeFolder.run(path);
      folders.add(path);
    },
    forgetFolder(path) {
      removeFolder.run(path);
      folders.delete(path);
    },
    [Symbol.dispose]: () => database.close(),
  };
}
