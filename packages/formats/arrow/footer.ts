import type { ByteSource } from '../source/byte-source.ts';
import { damaged, schemaPlace } from './messages.ts';

const [START, END] = [8, 10];
const MAX_FOOTER = 16 * 1024 * 1024;
/** A message of FlatBuffers whose content, of the kind 1, begins behind it: its list of fields, then the message. */
const HEAD = [
  16, 0, 0, 0, 12, 0, 12, 0, 8, 0, 10, 0, 4, 0, 0, 0, 12, 0, 0, 0, 0, 0, 0, 0, 4, 0, 1, 0, 0, 0, 0, 0,
];
const [CONTENT_FIELD, LENGTH_OF_HEAD] = [20, HEAD.length];

/** A file as it is, or, as the JavaScript of Arrow writes files, without the schema at its start, with the one of its end. */
export async function withSchema(file: ByteSource): Promise<ByteSource> {
  const first = new DataView(await file.slice(START, START + 4096).arrayBuffer());
  if (schemaPlace(first, 'message') !== null) return file;
  const end = new DataView(await file.slice(Math.max(0, file.size - END)).arrayBuffer());
  const length = end.byteLength < END ? 0 : end.getInt32(0, true);
  if (length <= 0 || length > MAX_FOOTER || length > file.size - END) throw damaged('its end is missing');
  const footer = await file.slice(file.size - END - length, file.size - END).arrayBuffer();
  const place = schemaPlace(new DataView(footer), 'footer');
  if (place === null) throw damaged('its list of columns is missing');
  const metadata = new Uint8Array(LENGTH_OF_HEAD + Math.ceil(footer.byteLength / 8) * 8);
  metadata.set(HEAD);
  metadata.set(new Uint8Array(footer), LENGTH_OF_HEAD);
  new DataView(metadata.buffer).setUint32(CONTENT_FIELD, LENGTH_OF_HEAD + place - CONTENT_FIELD, true);
  const mark = new DataView(new ArrayBuffer(START + 8));
  mark.setInt32(START, -1, true);
  mark.setUint32(START + 4, metadata.length, true);
  return joined(new Uint8Array([...new Uint8Array(mark.buffer), ...metadata]), file, START);
}

/** Some bytes, and then a file from a place on. */
function joined(head: Uint8Array<ArrayBuffer>, file: ByteSource, from: number): ByteSource {
  const size = head.length + file.size - from;
  return {
    size,
    slice: (start, end = size) => ({
      arrayBuffer: async (signal) => {
        const first = head.subarray(start, end);
        const [restStart, restEnd] = [start, end].map((place) => Math.max(0, place - head.length) + from);
        const rest =
          end > head.length
            ? await file.slice(restStart ?? 0, restEnd).arrayBuffer(signal)
            : new ArrayBuffer(0);
        const all = new Uint8Array(first.length + rest.byteLength);
        all.set(first);
        all.set(new Uint8Array(rest), first.length);
        return all.buffer;
      },
    }),
  };
}
