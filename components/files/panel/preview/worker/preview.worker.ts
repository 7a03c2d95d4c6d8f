import { readDocx } from '../archive/read-docx.ts';
import { readZip } from '../archive/read-zip.ts';
import { readGenbank } from '../genbank/read-genbank.ts';
import { readSequences } from '../sequences/read-sequences.ts';
import type { FromPreviewWorker, ReadFormat, Readings, ToPreviewWorker } from './messages.ts';
import { UnreadableFileError } from './unreadable-file-error.ts';

const readers: { [Format in ReadFormat]: (body: Blob) => Promise<Readings[Format]> } = {
  docx: readDocx,
  genbank: readGenbank,
  sequences: readSequences,
  zip: (body) => readZip(body),
};
const answer = (message: FromPreviewWorker) => self.postMessage(message);

self.onmessage = async ({ data: { format, body } }: MessageEvent<ToPreviewWorker>) => {
  try {
    answer({ reading: await readers[format](body) });
  } catch (error) {
    answer({ error: error instanceof UnreadableFileError ? error.message : 'The file cannot be read.' });
  }
};
