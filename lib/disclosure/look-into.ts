import type { ModelOf } from '@labroom/formats/models';
import { keptWorker, readInWorker } from '@labroom/formats/read-in-worker';

/** What publishing a file would reveal. */
export type Disclosures = ModelOf<'disclosures'>;

/** A file that may become public, with its path. */
export interface FileToLookInto {
  /** Its content, or how to get it. */
  file: Blob | ((signal: AbortSignal) => Promise<Blob>);
  path: string;
}

/** Reads one file, and ends what it needed. */
export interface Looker {
  look(file: Blob, path: string, signal: AbortSignal): Promise<Disclosures>;
  end(): void;
}

const LANES = 2;

function openLooker(): Looker {
  const worker = keptWorker();
  return {
    look: (file, path, signal) =>
      readInWorker('disclosures', file, { signal, options: { path }, start: worker.start }),
    end: worker.end,
  };
}

/**
 * What publishing files would reveal, by their paths. Reads them in workers, a few at a time. A file that cannot be read in time does not
 * pass as harmless.
 */
export async function lookInto(
  files: readonly FileToLookInto[],
  {
    signal,
    onLooked,
    open = openLooker,
  }: { signal: AbortSignal; onLooked?(count: number): void; open?: () => Looker },
): Promise<Map<string, Disclosures>> {
  const results = new Map<string, Disclosures>();
  const waiting = files.values();
  const lane = async () => {
    const looker = open();
    try {
      for (const { file, path } of waiting) {
        signal.throwIfAborted();
        const look = async () => looker.look(file instanceof Blob ? file : await file(signal), path, signal);
        results.set(path, await look().catch(unread));
        onLooked?.(results.size);
      }
    } finally {
      looker.end();
    }
  };
  await Promise.all(Array.from({ length: Math.min(LANES, files.length) }, lane));
  signal.throwIfAborted();
  return results;
}

const unread = (): Disclosures => ({
  found: [{ kind: 'unread', reason: 'Could not be looked into' }],
  unchecked: null,
});
