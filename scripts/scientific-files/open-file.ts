import { openAsBlob } from 'node:fs';
import { contentTypeOf } from '@labroom/client/upload/content-type';
import { formatOf, nameInGzip, previewOf } from '@labroom/formats/formats';
import type { ReaderId } from '@labroom/formats/models';
import { readPlainText } from '@labroom/formats/text/read-plain-text';
import { readers } from '@labroom/formats/worker/readers.ts';
import { type Facts, factsOf } from './facts.ts';

/** What the page shows of a file: its facts, or the sentence that refuses it. */
export interface Opened {
  format: string | null;
  facts: Facts;
  refusal: string | null;
}

/** Opens a file as the page does, without drawing it. */
export async function openFile(file: string, name: string): Promise<Opened> {
  return open(await openAsBlob(file), name, contentTypeOf({ name, type: '' }));
}

async function open(body: Blob, name: string, type: string): Promise<Opened> {
  const { format, maxBytes, opensWith } = previewOf(name, type);
  const refuse = (sentence: string): Opened => ({
    format,
    facts: {},
    refusal: `${sentence} Download it to open it with ${opensWith}.`,
  });
  if (format === null) return refuse('This kind of file has no preview.');
  if (body.size > maxBytes) return refuse('It is too large for a preview.');
  try {
    if (format === 'gzip') {
      const { content } = await (await readers.gzip())(body);
      return await open(content, nameInGzip(name), '');
    }
    if (Object.hasOwn(readers, format))
      return { format, facts: await factsOf(format as ReaderId, body), refusal: null };
    if (formatOf(name, type)?.id !== 'text') return { format, facts: {}, refusal: null };
    const text = await readPlainText(body, { maxBytes: 512_000 });
    if (text === null) return refuse('This kind of file has no preview.');
    return { format, facts: { text: text.text.slice(0, 20_000), encoding: text.encoding }, refusal: null };
  } catch (error) {
    if (!(error instanceof Error && error.constructor.name === 'UnreadableFileError'))
      return refuse(`CRASH ${error instanceof Error ? error.stack : error}`);
    const text = await readPlainText(body, { maxBytes: 500_000 });
    if (text === null || text.text === '') return refuse(error.message);
    // Shown below the sentence.
    return {
      format: 'text',
      facts: { sentence: error.message, beginning: text.text.slice(0, 20_000) },
      refusal: null,
    };
  }
}
