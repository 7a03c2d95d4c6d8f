/** How the pixels of a transfer syntax are compressed. */
export type Compression = 'none' | 'rle' | 'jpeg' | 'jpegLossless' | 'jpegLs' | 'jpeg2000';

interface Syntax {
  name: string;
  /** `null`: the preview cannot read it. */
  compression: Compression | null;
}

/** Transfer syntaxes (PS3.5, annex A, and PS3.6, table A-1), after their common beginning. */
const SYNTAXES: Readonly<Record<string, Syntax>> = {
  '': { name: 'Implicit VR, little-endian', compression: 'none' },
  '.1': { name: 'Explicit VR, little-endian', compression: 'none' },
  '.2': { name: 'Explicit VR, big-endian', compression: 'none' },
  '.1.99': { name: 'Deflated explicit VR, little-endian', compression: 'none' },
  '.4.50': { name: 'JPEG baseline', compression: 'jpeg' },
  '.4.51': { name: 'JPEG extended', compression: 'jpeg' },
  '.4.57': { name: 'JPEG lossless', compression: 'jpegLossless' },
  '.4.70': { name: 'JPEG lossless', compression: 'jpegLossless' },
  '.4.80': { name: 'JPEG-LS lossless', compression: 'jpegLs' },
  '.4.81': { name: 'JPEG-LS near-lossless', compression: 'jpegLs' },
  '.4.90': { name: 'JPEG 2000 lossless', compression: 'jpeg2000' },
  '.4.91': { name: 'JPEG 2000', compression: 'jpeg2000' },
  '.5': { name: 'Run lengths (RLE)', compression: 'rle' },
};

/** The others, by their beginning. */
const OTHERS: readonly [prefix: string, name: string][] = [
  ['.4.20', 'High-throughput JPEG 2000 (HTJ2K)'],
  ['.4.92', 'JPEG 2000 of several components'],
  ['.4.93', 'JPEG 2000 of several components'],
  ['.4.94', 'JPEG 2000 that a server sends (JPIP)'],
  ['.4.95', 'JPEG 2000 that a server sends (JPIP)'],
  ['.4.100', 'MPEG-2 video'],
  ['.4.101', 'MPEG-2 video'],
  ['.4.102', 'H.264 video'],
  ['.4.103', 'H.264 video'],
  ['.4.104', 'H.264 video'],
  ['.4.105', 'H.264 video'],
  ['.4.106', 'H.264 video'],
  ['.4.107', 'H.265 video'],
  ['.4.108', 'H.265 video'],
  ['.4.11', 'JPEG XL'],
  ['.4', 'an older kind of JPEG'],
];

const ROOT = '1.2.840.10008.1.2';

/** The transfer syntax with this identifier; `null` if nobody has published it. */
export function syntaxOf(uid: string): Syntax | null {
  if (!uid.startsWith(ROOT)) return null;
  const rest = uid.slice(ROOT.length);
  const known = Object.hasOwn(SYNTAXES, rest) ? SYNTAXES[rest] : undefined;
  if (known) return known;
  const name = OTHERS.find(([prefix]) => rest.startsWith(prefix))?.[1];
  return name ? { name, compression: null } : null;
}
