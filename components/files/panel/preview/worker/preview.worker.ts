import type { FromPreviewWorker, Reader, ReadFormat, ToPreviewWorker } from './messages.ts';
import { UnreadableFileError } from './unreadable-file-error.ts';

/** Each reader is loaded when its format is read, so that no format loads the libraries of another. */
const readers: { [Format in ReadFormat]: () => Promise<Reader<Format>> } = {
  docx: async () => (await import('../archive/read-docx.ts')).readDocx,
  fcs: async () => (await import('../fcs/read-fcs.ts')).readFcs,
  genbank: async () => (await import('../genbank/read-genbank.ts')).readGenbank,
  parquet: async () => (await import('../parquet/read-parquet.ts')).readParquet,
  sequences: async () => (await import('../sequences/read-sequences.ts')).readSequences,
  zip: async () => {
    const { readZip } = await import('../archive/read-zip.ts');
    return (body) => readZip(body);
  },
};
const answer = (message: FromPreviewWorker) => self.postMessage(message);

self.onmessage = async ({ data: { format, body, options } }: MessageEvent<ToPreviewWorker>) => {
  try {
    const read = (await readers[format]()) as Reader<ReadFormat>;
    answer({ reading: await read(body, options as undefined) });
  } catch (error) {
    answer({ error: error instanceof UnreadableFileError ? error.message : 'The file cannot be read.' });
  }
};
