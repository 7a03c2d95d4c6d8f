import type { Readable } from 'node:stream';

/** Where backups are kept. Names are paths of `/`, and what is stored under one never changes afterwards. */
export interface BackupPlace {
  /** The names of what is stored under a prefix that ends with `/`. */
  list(prefix: string): AsyncIterable<string>;
  /** Stores bytes durably, as a whole or not at all. Replaces what is there. */
  write(name: string, body: Readable): Promise<void>;
  /** Null if there is nothing under the name. */
  read(name: string): Promise<Readable | null>;
}
