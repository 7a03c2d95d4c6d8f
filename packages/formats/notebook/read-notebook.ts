import { decodedText } from '../text/decoded-text.ts';
import type { Notebook } from './notebook.ts';
import { parseNotebook } from './parse-notebook.ts';

/** Parses a notebook; `null` if it is none. Runs in a worker. */
export async function readNotebook(body: Blob): Promise<Notebook | null> {
  return parseNotebook(await decodedText(body));
}
