import { UnreadableFileError } from '../source/unreadable-file-error.ts';
import { type CodestreamSize, codestreamSize } from './codestream-size.ts';
import { unpackRunLengths } from './run-lengths.ts';
import type { Compression } from './syntaxes.ts';

/** Samples of an image: those of a pixel beside one another, lower bytes first. */
export interface DecodedFrame {
  bytes: Uint8Array<ArrayBuffer>;
  bytesPerSample: number;
  /** Bits of a sample that count; absent: as the header says. */
  bits?: number;
  isSigned?: boolean;
  /** Whether the decoder made red, green and blue of the colours, whatever the header calls them. */
  isRgb: boolean;
}

interface ExpectedSize {
  width: number;
  height: number;
  samples: number;
  bytesPerSample: number;
  photometric: string;
}

interface Claims extends CodestreamSize {
  /** Whether the header says that its colours are red, green and blue. */
  isRgb: boolean;
}

type Decode = (bytes: Uint8Array<ArrayBuffer>, claimed: Claims) => Promise<DecodedFrame>;

/** Unpacks one image. What it says of its size must be what the header says, before any room is made for it. */
export async function decodeFrame(
  bytes: Uint8Array<ArrayBuffer>,
  compression: Exclude<Compression, 'none'>,
  expected: ExpectedSize,
): Promise<DecodedFrame> {
  const { width, height, samples, bytesPerSample } = expected;
  if (compression === 'rle') {
    const unpacked = unpackRunLengths(bytes, { pixels: width * height, samples, bytesPerSample });
    return { bytes: unpacked, bytesPerSample, isRgb: false };
  }
  const claimed = codestreamSize(bytes);
  if (!claimed) throw new UnreadableFileError('The compressed image is damaged.');
  if (claimed.width !== width || claimed.height !== height || claimed.samples !== samples) {
    throw new UnreadableFileError(
      `The DICOM file is damaged: the image has ${claimed.width} × ${claimed.height} pixels, and the header claims ${width} × ${height}.`,
    );
  }
  if (compression === 'jpeg' && claimed.precision !== 8) {
    throw new UnreadableFileError(
      `Its image is compressed with JPEG of ${claimed.precision} bits, which the preview cannot show.`,
    );
  }
  const decoded = await unpacked(compression, bytes, {
    ...claimed,
    isRgb: expected.photometric === 'RGB',
  });
  if (decoded.bytes.length !== width * height * samples * decoded.bytesPerSample)
    throw new UnreadableFileError('The compressed image is damaged.');
  return decoded;
}

/** Decoders throw what only their authors understand, and say on the console what they do. */
async function unpacked(compression: keyof typeof decoders, bytes: Uint8Array<ArrayBuffer>, claimed: Claims) {
  try {
    return await decoders[compression](bytes, claimed);
  } catch {
    throw new UnreadableFileError(
      'The compressed image is damaged, or of a kind that the preview cannot show.',
    );
  }
}

const silent = () => ({ print: () => {}, printErr: () => {} });

const decoders = {
  jpeg: async (bytes, { isRgb }) => {
    const { default: load } = await import('@cornerstonejs/codec-libjpeg-turbo-8bit/decode');
    const decoder = new (await load(silent())).JPEGDecoder();
    return {
      ...run(decoder, isRgb ? withoutColorChange(bytes) : bytes),
      bytesPerSample: 1,
      bits: 8,
      isSigned: false,
      isRgb: true,
    };
  },
  jpegLossless: async (bytes, { precision }) => {
    const { Decoder } = await import('jpeg-lossless-decoder-js');
    const bytesPerSample = precision > 8 ? 2 : 1;
    const decoded = new Decoder().decode(bytes.buffer, bytes.byteOffset, bytes.length, bytesPerSample);
    return { bytes: copied(decoded), bytesPerSample, isRgb: false };
  },
  jpegLs: async (bytes, { samples, precision }) => {
    const { default: load } = await import('@cornerstonejs/codec-charls/decode');
    const decoder = new (await load(silent())).JpegLSDecoder();
    const { bytes: decoded, mode } = run(decoder, bytes, () => decoder.getInterleaveMode());
    const bytesPerSample = precision > 8 ? 2 : 1;
    const isPlanar = samples > 1 && mode === 0;
    return {
      bytes: isPlanar ? interleaved(decoded, samples, bytesPerSample) : decoded,
      bytesPerSample,
      isRgb: false,
    };
  },
  jpeg2000: async (bytes, { precision }) => {
    const { default: load } = await import('@cornerstonejs/codec-openjpeg/decode');
    const decoder = new (await load(silent())).J2KDecoder();
    return { ...run(decoder, bytes), bytesPerSample: precision > 8 ? 2 : 1, bits: precision, isRgb: false };
  },
} satisfies Record<string, Decode>;

/**
 * A JPEG image that says nothing of its colours is taken for brightness and differences of colour. The header of DICOM knows better: the
 * marker of Adobe says that they are red, green and blue.
 */
function withoutColorChange(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const marker = [0xff, 0xee, 0, 14, 0x41, 0x64, 0x6f, 0x62, 0x65, 0, 100, 0, 0, 0, 0, 0];
  return saysColors(bytes) ? bytes : Uint8Array.from([0xff, 0xd8, ...marker, ...bytes.subarray(2)]);
}

function saysColors(bytes: Uint8Array): boolean {
  for (let at = 2; bytes[at] === 0xff; ) {
    const marker = bytes[at + 1];
    if (marker === 0xe0 || marker === 0xee) return true;
    if (marker === 0xda || marker === undefined) return false;
    at += 2 + (bytes[at + 2] ?? 0) * 256 + (bytes[at + 3] ?? 0);
  }
  return false;
}

function run<T = undefined>(
  decoder: {
    getEncodedBuffer: (length: number) => Uint8Array;
    decode: () => void;
    getDecodedBuffer: () => Uint8Array;
    delete: () => void;
  },
  bytes: Uint8Array,
  modeOf?: () => T,
) {
  try {
    decoder.getEncodedBuffer(bytes.length).set(bytes);
    decoder.decode();
    return { bytes: copied(decoder.getDecodedBuffer()), mode: modeOf?.() };
  } finally {
    decoder.delete();
  }
}

const copied = ({ buffer, byteOffset, byteLength }: Uint8Array | Uint16Array) =>
  new Uint8Array(new Uint8Array(buffer, byteOffset, byteLength));

/** Samples that stand one component after the other, beside one another. */
export function interleaved(
  planes: Uint8Array,
  samples: number,
  bytesPerSample: number,
): Uint8Array<ArrayBuffer> {
  const beside = new Uint8Array(planes.length);
  const pixels = planes.length / samples / bytesPerSample;
  let from = 0;
  for (let sample = 0; sample < samples; sample++)
    for (let pixel = 0; pixel < pixels; pixel++)
      for (let byte = 0; byte < bytesPerSample; byte++)
        beside[(pixel * samples + sample) * bytesPerSample + byte] = planes[from++] ?? 0;
  return beside;
}
