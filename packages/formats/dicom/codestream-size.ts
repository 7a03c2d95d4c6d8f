/** What an image of the JPEG family says of itself. */
export interface CodestreamSize {
  width: number;
  height: number;
  samples: number;
  /** Bits of a sample. */
  precision: number;
}

const JPEG_2000 = [0xff, 0x4f, 0xff, 0x51];

/** The size that a JPEG, JPEG-LS or JPEG 2000 image claims; `null` if it is none. */
export function codestreamSize(bytes: Uint8Array): CodestreamSize | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return jpeg2000Size(bytes, view) ?? jpegSize(view);
  } catch (error) {
    // It ends before its size.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** The codestream may be in a file of boxes (JP2), which is not allowed in DICOM and met all the same. */
function jpeg2000Size(bytes: Uint8Array, view: DataView): CodestreamSize | null {
  const isBoxed = view.getUint32(4, false) === 0x6a502020;
  const start = isBoxed ? indexOf(bytes, JPEG_2000) : 0;
  if (start < 0 || !JPEG_2000.every((byte, index) => bytes[start + index] === byte)) return null;
  const at = (place: number) => view.getUint32(start + place, false);
  return {
    width: at(8) - at(16),
    height: at(12) - at(20),
    samples: view.getUint16(start + 40, false),
    precision: (view.getUint8(start + 42) & 0x7f) + 1,
  };
}

function indexOf(bytes: Uint8Array, part: readonly number[]): number {
  const end = Math.min(bytes.length, 64 * 1024);
  for (let at = 0; at < end; at++) if (part.every((byte, index) => bytes[at + index] === byte)) return at;
  return -1;
}

function jpegSize(view: DataView): CodestreamSize | null {
  if (view.getUint16(0, false) !== 0xffd8) return null;
  for (let at = 2; at + 4 <= view.byteLength; ) {
    const [fill, marker] = [view.getUint8(at), view.getUint8(at + 1)];
    if (fill !== 0xff) return null;
    // Bytes that fill before a marker.
    if (marker === 0xff) at += 1;
    else if (isFrame(marker)) {
      return {
        precision: view.getUint8(at + 4),
        height: view.getUint16(at + 5, false),
        width: view.getUint16(at + 7, false),
        samples: view.getUint8(at + 9),
      };
    } else at += 2 + view.getUint16(at + 2, false);
  }
  return null;
}

/** Start of a frame: of JPEG, or of JPEG-LS. */
const isFrame = (marker: number) =>
  marker === 0xf7 || (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker));
