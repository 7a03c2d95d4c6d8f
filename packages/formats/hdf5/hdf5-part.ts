import { UnreadableFileError } from '../source/unreadable-file-error.ts';

const SIGNATURE = '\u2030HDF\r\n\u001a\n';
const FIRST_PLACE = 512;
const LAST_PLACE = 1024 * 1024;
/**
 * The part of a file that is HDF5. Other programs may write a block before it, of 512 bytes times a power of two: MATLAB does.
 * What has the same extension and is no HDF5 is named.
 */
export async function hdf5Part(body: Blob): Promise<Blob> {
  // TextDecoder reads latin1 as Windows-1252.
  const textAt = async (at: number, length: number) =>
    new TextDecoder('latin1').decode(await body.slice(at, at + length).arrayBuffer());
  for (let at = 0; at < Math.min(body.size, LAST_PLACE); at = at === 0 ? FIRST_PLACE : at * 2)
    if ((await textAt(at, 8)) === SIGNATURE) return at === 0 ? body : body.slice(at);
  const start = await textAt(0, 20);
  if (start.startsWith('CDF') && start.charCodeAt(3) <= 5)
    throw new UnreadableFileError('This is a NetCDF file of the classic format; the preview reads NetCDF-4.');
  if (start.startsWith('MATLAB 5.0 MAT-file'))
    throw new UnreadableFileError(
      'This is a MATLAB file of version 5 to 7; the preview reads those of version 7.3, saved with -v7.3.',
    );
  throw new UnreadableFileError('This is not an HDF5 file.');
}
