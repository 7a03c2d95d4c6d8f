import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { localJsonFile } from './local-json.ts';
import type { Maker } from './own-version.ts';

const madeSchema = z.object({
  madeBy: z.object({
    version: z.string().regex(/^[0-9A-Za-z.+-]{1,40}$/),
    commit: z
      .string()
      .regex(/^[0-9a-f]{7,40}$/)
      .nullable(),
  }),
});

/** Reads which version used a directory last; null if none wrote it down. */
export async function readMaker(dataDir: string): Promise<Maker | null> {
  try {
    return madeSchema.parse(JSON.parse(await readFile(localJsonFile(dataDir), 'utf8'))).madeBy;
  } catch {
    return null;
  }
}
