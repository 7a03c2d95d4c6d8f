import type { ModelOf, ReaderId } from './readers.ts';
import type { RemoteSource } from './remote-source.ts';

export interface ToFormatsWorker {
  id: ReaderId;
  source: Blob | RemoteSource;
  options: unknown;
}

export type FromFormatsWorker = { model: ModelOf<ReaderId> } | { error: string };
