import { isDicom } from '../dicom/data-set.ts';
import { gzipDisclosures, isTar, type Look, tarDisclosures, zipDisclosures } from './archive.ts';
import { keyDisclosures } from './binary-keys.ts';
import { dicomDisclosures } from './dicom.ts';
import type { Disclosure, Disclosures } from './disclosure.ts';
import { tiffDisclosures } from './exif.ts';
import { databaseColumns } from './labelled.ts';
import { niftiDisclosures, niftiVersion } from './nifti.ts';
import { oleDisclosures } from './ole.ts';
import { pictureDisclosures, pngDisclosures, videoDisclosures } from './picture.ts';
import { edfDisclosures, fcsDisclosures, isEdf } from './recordings.ts';
import { namedSecrets } from './secret-names.ts';
import { MAX_TEXT_BYTES, readTextStart, textDisclosures } from './text.ts';
import { bytesOf, latin1Of } from './texts.ts';

interface DisclosureOptions {
  /** Path of the file, with `/`: its name alone may say that it holds a secret. */
  path: string;
}

const MAX_HEAD = 4096;
/** Of a database: the tables are described at its beginning. */
const MAX_DATABASE = 1024 * 1024;
/** Larger ones are not opened. */
const MAX_PDF_BYTES = 64 * 1024 * 1024;
/** Read as a whole. */
const MAX_HDF5_BYTES = 128 * 1024 * 1024;
const TIFF = ['II*\0', 'II+\0', 'MM\0*', 'MM\0+'];
/** Archives within archives are listed, and those within them are not. */
const MAX_DEPTH = 2;

/**
 * What publishing a file would reveal: persons, places, hidden content, secrets. Reads headers and the beginning of texts, in bounded
 * time and memory. What cannot be read is in the result, and does not pass as harmless.
 */
export function findDisclosures(file: Blob, { path }: DisclosureOptions): Promise<Disclosures> {
  return lookAt(file, path, 0);
}

async function lookAt(file: Blob | null, path: string, depth: number): Promise<Disclosures> {
  const named = namedSecrets(path);
  if (!file || file.size === 0) return { found: file ? [] : named, unchecked: null };
  const { found, unchecked } = await contentDisclosures(file, path, depth).catch(
    (): Disclosures => ({ found: [], unchecked: 'It is damaged, and could not be looked into completely.' }),
  );
  const all = new Map([...named, ...found].map((one) => [one.reason, one]));
  return { found: [...all.values()], unchecked };
}

const whole = (found: Disclosure[]): Disclosures => ({ found, unchecked: null });

async function contentDisclosures(file: Blob, path: string, depth: number): Promise<Disclosures> {
  const bytes = await bytesOf(file, 0, MAX_HEAD);
  const head = latin1Of(bytes);
  const look: Look = (content, inner) => lookAt(content, inner, depth + 1);
  if (isDicom(bytes)) {
    const read = await dicomDisclosures(file);
    if (read) return whole(read);
  }
  if (head.startsWith('DICM', 128) || /\.(dcm|dicom)$/i.test(path))
    return whole([{ kind: 'unread', reason: 'Is a DICOM file whose header could not be read' }]);
  if (head.startsWith('PK\x03\x04') || head.startsWith('PK\x05\x06'))
    return depth < MAX_DEPTH ? zipDisclosures(file, look) : whole([]);
  if (head.startsWith('\x1f\x8b')) return depth < MAX_DEPTH ? gzipDisclosures(file, path, look) : whole([]);
  if (isTar(bytes)) return depth < MAX_DEPTH ? tarDisclosures(file, true, look) : whole([]);
  if (head.startsWith('%PDF-') || (/\.pdf$/i.test(path) && head.includes('%PDF-'))) {
    if (file.size > MAX_PDF_BYTES)
      return { found: [], unchecked: 'It is too large to look for its authors and comments.' };
    // Its library is large, and loaded for the first PDF.
    return whole(await (await import('./pdf.ts')).pdfDisclosures(file));
  }
  if (head.startsWith('\xd0\xcf\x11\xe0')) return whole(await oleDisclosures(file));
  if (TIFF.includes(head.slice(0, 4))) return whole(await tiffDisclosures(file));
  if (head.startsWith('\x89PNG')) return whole(await pngDisclosures(file));
  if (/^(mif1|msf1|hei[cxms]|hev[cx]|avi[fs]|crx )/.test(head.slice(8, 12)) || isPicture(head))
    return whole(await pictureDisclosures(file));
  if (head.startsWith('ftyp', 4) || /^(moov|mdat|wide|free)/.test(head.slice(4, 8)))
    return whole(await videoDisclosures(file));
  if (head.startsWith('\x89HDF\r\n\x1a\n')) {
    if (file.size > MAX_HDF5_BYTES)
      return { found: [], unchecked: 'It is too large to look for names of persons.' };
    return (await import('./hdf5.ts')).hdf5Disclosures(file);
  }
  if (niftiVersion(bytes) !== null) return whole(await niftiDisclosures(file, bytes));
  if (isEdf(bytes)) return whole(edfDisclosures(bytes));
  if (/^FCS[23]/.test(head)) return whole(await fcsDisclosures(file, bytes));
  if (head.startsWith('SQLite format 3\0'))
    return whole(databaseColumns(latin1Of(await bytesOf(file, 0, MAX_DATABASE)), true));
  const text = await readTextStart(file);
  if (text === null) return whole([...keyDisclosures(bytes, path), ...(await pictureDisclosures(file))]);
  const isCut = file.size > MAX_TEXT_BYTES;
  return {
    found: textDisclosures(text, path),
    unchecked: isCut
      ? `Only its first ${MAX_TEXT_BYTES / 1024 / 1024} MB were searched for keys and passwords.`
      : null,
  };
}

const isPicture = (head: string) =>
  head.startsWith('\xff\xd8\xff') ||
  (head.startsWith('RIFF') && head.startsWith('WEBP', 8)) ||
  head.startsWith('8BPS') ||
  head.startsWith('\xff\x0a') ||
  head.startsWith('JXL ', 4) ||
  head.startsWith('GIF8');
