import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { writeAtomically } from '@labroom/contracts/write-atomically';
import { z } from 'zod';
import { CommandError } from '../command-line/exit-codes.ts';

/** Holds what ties a folder to a lab. Never uploaded, never written by a download. */
export const ownFolder = '.labroom';

const settingsSchema = z.strictObject({
  /** Origin of the service. */
  service: z.url(),
  oclId: z.custom<`0x${string}`>((value) => /^0x[0-9a-f]{64}$/.test(String(value))),
  shortname: z.string(),
  /** Who may open the files that are new in the lab. */
  access: z.enum(['team', 'public']),
});

/** The level of the files that are new in the lab, as programs read it. */
export const levelOf = (access: FolderSettings['access']) => (access === 'public' ? 'PUBLIC' : 'ADMIN');

export type FolderSettings = z.infer<typeof settingsSchema>;

/** A folder that is tied to a lab. */
export interface TiedFolder extends FolderSettings {
  /** Absolute path. */
  root: string;
}

const settingsFile = (root: string) => join(root, ownFolder, 'config.json');

/** The tied folder that contains `from`; `null` if there is none. */
export async function findFolder(from: string): Promise<TiedFolder | null> {
  for (let root = resolve(from); ; root = dirname(root)) {
    const text = await readFile(settingsFile(root), 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
      throw error;
    });
    if (text !== null) return { root, ...readSettings(text, settingsFile(root)) };
    if (root === dirname(root)) return null;
  }
}

/** @throws CommandError `usage` outside of tied folders */
export async function requireFolder(from: string): Promise<TiedFolder> {
  const folder = await findFolder(from);
  if (folder) return folder;
  throw new CommandError('usage', 'This folder is not tied to a lab. Run labroom init first.');
}

export async function tieFolder(root: string, settings: FolderSettings): Promise<void> {
  await mkdir(join(root, ownFolder), { recursive: true });
  await writeAtomically(settingsFile(root), `${JSON.stringify(settings, null, 2)}\n`);
}

function readSettings(text: string, file: string): FolderSettings {
  try {
    return settingsSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new CommandError('usage', `${file} is not valid. Correct it, or remove it and run labroom init.`, {
      cause,
    });
  }
}
