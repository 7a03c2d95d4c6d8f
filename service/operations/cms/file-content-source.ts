import { readFile } from 'node:fs/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { ContentSource, LabContents } from '#core/ports/content-source.ts';
import { parseLabContents } from './lab-content.ts';

/** A JSON file, read for every request so that edits apply at once. A missing file means no entries. */
export class FileContentSource implements ContentSource {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  async labs(log: FastifyBaseLogger): Promise<LabContents> {
    const text = await readFile(this.#file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    });
    if (text === null) return new Map();
    const { contents, problems } = parseLabContents(JSON.parse(text));
    if (problems.length > 0)
      log.warn({ problems: problems.slice(0, 20) }, 'content source: entries left out');
    return contents;
  }
}
