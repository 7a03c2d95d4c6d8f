import type { ByteSource } from '../source/byte-source.ts';
import { UnreadableFileError } from '../source/unreadable-file-error.ts';

const MAX_FRAGMENTS = 200_000;
/** Compressed bytes of one image. */
const MAX_BYTES = 100_000_000;
const WINDOW = 64 * 1024;
const [ITEM, END] = [0xe000fffe, 0xe0ddfffe];

interface Fragment {
  /** Place of its bytes in the file. */
  start: number;
  length: number;
  /** Place of its item after the first item, which is how tables of offsets count. */
  offset: number;
  /** Whether its bytes begin as an image of the JPEG family does. */
  isStart: boolean;
}

const damaged = (why: string) => new UnreadableFileError(`The DICOM file is damaged: ${why}.`);

/** The compressed bytes of one image: `at` is where the pixels of the file begin (PS3.5, A.4). */
export async function compressedFrame(
  source: ByteSource,
  at: number,
  { frame, frameCount }: { frame: number; frameCount: number },
): Promise<Uint8Array<ArrayBuffer>> {
  const { fragments, offsets } = await fragmentsOf(source, at);
  const shown = fragmentsOfFrame(fragments, offsets, frame, frameCount);
  const length = shown.reduce((sum, fragment) => sum + fragment.length, 0);
  if (length === 0) throw damaged('an image is missing');
  if (length > MAX_BYTES) throw new UnreadableFileError('The image is too large for a preview.');
  const bytes = new Uint8Array(length);
  let to = 0;
  for (const { start, length: part } of shown) {
    bytes.set(new Uint8Array(await source.slice(start, start + part).arrayBuffer()), to);
    to += part;
  }
  return bytes;
}

/** The parts of all images, and the table that tells where each image begins. The table may be empty. */
async function fragmentsOf(source: ByteSource, at: number) {
  const read = windowed(source);
  const fragments: Fragment[] = [];
  let offsets: number[] = [];
  let first: number | null = null;
  for (let place = at; ; ) {
    const head = await read(place, 10);
    if (head.byteLength < 8) throw damaged('its images end too early');
    const [tag, length] = [head.getUint32(0, true), head.getUint32(4, true)];
    if (tag === END) break;
    const start = place + 8;
    if (tag !== ITEM || start + length > source.size) throw damaged('its images end too early');
    if (first === null) {
      first = start + length;
      const table = new DataView(
        await source.slice(start, start + Math.min(length, 4 * MAX_FRAGMENTS)).arrayBuffer(),
      );
      offsets = Array.from({ length: Math.floor(table.byteLength / 4) }, (_, index) =>
        table.getUint32(4 * index, true),
      );
    } else {
      const mark = head.byteLength < 10 ? 0 : head.getUint16(8, false);
      fragments.push({ start, length, offset: place - first, isStart: mark === 0xffd8 || mark === 0xff4f });
    }
    if (fragments.length > MAX_FRAGMENTS)
      throw new UnreadableFileError('It has too many images for a preview.');
    place = start + length;
  }
  return { fragments, offsets };
}

/** Reads few bytes at places that go up, without asking for each of them. */
function windowed(source: ByteSource) {
  let [from, bytes] = [0, new Uint8Array(0)];
  return async (at: number, length: number): Promise<DataView> => {
    if (at < from || at + length > from + bytes.length) {
      from = at;
      bytes = new Uint8Array(await source.slice(at, at + WINDOW).arrayBuffer());
    }
    const part = bytes.subarray(at - from, at - from + length);
    return new DataView(part.buffer, part.byteOffset, part.byteLength);
  };
}

function fragmentsOfFrame(
  fragments: readonly Fragment[],
  offsets: readonly number[],
  frame: number,
  frameCount: number,
): readonly Fragment[] {
  if (frameCount === 1) return fragments;
  if (fragments.length === frameCount) return fragments.slice(frame, frame + 1);
  if (offsets.length === frameCount) {
    const [from = 0, to = Number.POSITIVE_INFINITY] = offsets.slice(frame, frame + 2);
    return fragments.filter(({ offset }) => offset >= from && offset < to);
  }
  const starts = fragments.flatMap(({ isStart }, index) => (isStart ? [index] : []));
  if (starts.length !== frameCount) {
    throw damaged(`it claims ${frameCount.toLocaleString('en')} images, and does not tell where they begin`);
  }
  return fragments.slice(starts[frame], starts[frame + 1]);
}
