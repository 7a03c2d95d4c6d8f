import { UnreadableFileError } from '../source/unreadable-file-error.ts';

const SIGNATURE = '\u2030HDF\r\n\u001a\n';
const FIRST_PLACE = 512;
const LAST_PLACE = 1024 * 1024;
const KINDS = [
  {
    bytes: [0x0e, 0x03, 0x13, 0x01],
    sentence: 'This is a file of HDF4, the format before HDF5, which HDFView and GDAL read.',
  },
  {
    bytes: [0xcd, 0xf3],
    sentence: 'This is a file of NASA’s Common Data Format, which CDAWeb and Python with cdflib read.',
  },
  {
    bytes: [0xcd, 0xf2],
    sentence: 'This is a file of NASA’s Common Data Format, which CDAWeb and Python with cdflib read.',
  },
];

/**
 * The part of a file that is HDF5. Other programs may write a block before it, of 512 bytes times a power of two: MATLAB does.
 */
export async function hdf5Part(body: Blob): Promise<Blob> {
  // TextDecoder reads latin1 as Windows-1252.
  const textAt = async (at: number, length: number) =>
    new TextDecoder('latin1').decode(await body.slice(at, at + length).arrayBuffer());
  for (let at = 0; at < Math.min(body.size, LAST_PLACE); at = at === 0 ? FIRST_PLACE : at * 2)
    if ((await textAt(at, 8)) === SIGNATURE) return at === 0 ? body : body.slice(at);
  const start = new Uint8Array(await body.slice(0, 4_096).arrayBuffer());
  const known = KINDS.find(({ bytes }) => bytes.every((byte, index) => start[index] === byte));
  if (known) throw new UnreadableFileError(known.sentence);
  if (start.length > 0 && start.every((byte) => byte >= 32 || (byte >= 9 && byte <= 13)))
    throw new UnreadableFileError('This is a text, not an HDF5 file.');
  throw new UnreadableFileError('This is not an HDF5 file, nor one of NetCDF, or of MATLAB 5 and later.');
}
