import type { ByteSource } from '../source/byte-source.ts';
import { UnreadableFileError } from '../source/unreadable-file-error.ts';
import type { FromFormatsWorker, ToFormatsWorker } from './messages.ts';
import { type ModelOf, type ReaderId, readers } from './readers.ts';
import { sourceAt } from './remote-source.ts';

const answer = (message: FromFormatsWorker) => self.postMessage(message);

self.onmessage = async ({ data: { id, source, options } }: MessageEvent<ToFormatsWorker>) => {
  try {
    const read = (await readers[id]()) as (
      source: ByteSource,
      options: unknown,
    ) => Promise<ModelOf<ReaderId>>;
    answer({ model: await read('port' in source ? sourceAt(source) : source, options) });
  } catch (error) {
    answer({ error: error instanceof UnreadableFileError ? error.message : 'The file cannot be read.' });
  }
};
