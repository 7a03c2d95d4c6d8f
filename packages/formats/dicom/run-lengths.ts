import { UnreadableFileError } from '../source/unreadable-file-error.ts';

const MAX_SEGMENTS = 15;

/**
 * Unpacks run lengths (PS3.5, annex G): a segment for each byte of each sample, the higher byte first. Returns the samples of each pixel
 * beside one another, lower bytes first.
 */
export function unpackRunLengths(
  bytes: Uint8Array,
  { pixels, samples, bytesPerSample }: { pixels: number; samples: number; bytesPerSample: number },
): Uint8Array<ArrayBuffer> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = bytes.length < 64 ? 0 : view.getUint32(0, true);
  const expected = samples * bytesPerSample;
  if (count !== expected || count > MAX_SEGMENTS) {
    throw new UnreadableFileError(
      'The DICOM file is damaged: its run lengths have another number of segments.',
    );
  }
  const unpacked = new Uint8Array(pixels * expected);
  for (let segment = 0; segment < count; segment++) {
    const start = view.getUint32(4 + 4 * segment, true);
    const end = segment + 1 < count ? view.getUint32(8 + 4 * segment, true) : bytes.length;
    const [sample, high] = [Math.floor(segment / bytesPerSample), segment % bytesPerSample];
    const first = sample * bytesPerSample + (bytesPerSample - 1 - high);
    unpackSegment(bytes.subarray(start, end), unpacked, { first, step: expected });
  }
  return unpacked;
}

function unpackSegment(
  bytes: Uint8Array,
  to: Uint8Array,
  { first, step }: { first: number; step: number },
): void {
  let at = first;
  for (let from = 0; from < bytes.length && at < to.length; ) {
    const control = bytes[from++] ?? 128;
    if (control < 128) {
      for (let index = 0; index <= control && at < to.length; index++, at += step)
        to[at] = bytes[from++] ?? 0;
    } else if (control > 128) {
      const value = bytes[from++] ?? 0;
      for (let index = 0; index < 257 - control && at < to.length; index++, at += step) to[at] = value;
    }
  }
  if (at < to.length)
    throw new UnreadableFileError('The DICOM file is damaged: its run lengths end too early.');
}
