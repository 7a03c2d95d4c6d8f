import type { ModelOf, ReaderId } from './readers.ts';
import type { RemoteSource } from './remote-source.ts';

export interface ToFormatsWorker {
  id: ReaderId;
  source: Blob | RemoteSource;
  options: unknown;
}

export type FromFormatsWorker = { model: ModelOf<ReaderId> } | { error: string };

/** The part of a `Worker` that is used. */
export interface FormatsWorker {
  postMessage(message: ToFormatsWorker, transfer?: Transferable[]): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<FromFormatsWorker>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}
