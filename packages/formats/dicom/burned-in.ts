import type { DataSet } from 'dicom-parser';

/** Modalities whose pictures often show names: ultrasound, screenshots, photographs, scanned paper. */
const MODALITIES = new Set(['US', 'IVUS', 'SC', 'OT', 'ES', 'XC', 'DOC', 'HC', 'DD', 'DG', 'SMR']);
/** Secondary capture: screenshots and scans. */
const CAPTURE = '1.2.840.10008.5.1.4.1.1.7';

/** In a smaller picture nobody can read a name. */
const SMALLEST = { height: 16, width: 48 };
/** That the pixels were cleaned, among the codes of how an identity was removed (PS3.16, CID 7050). */
const CLEAN_PIXELS = '113101';

const isCleaned = (data: DataSet) =>
  (data.elements.x00120064?.items ?? []).some(
    ({ dataSet }) => dataSet?.string('x00080100')?.trim() === CLEAN_PIXELS,
  );

/**
 * Whether a DICOM image may show names in its pixels: the file says so, or it is of a kind that often does and the file does not
 * say that it shows none (PS3.3, C.7.6.1.1.5).
 */
export function mayShowNames(data: DataSet): boolean {
  const text = (tag: string) => data.string(tag)?.replace(/\0/g, '').trim().toUpperCase() ?? '';
  const burnedIn = text('x00280301');
  if (burnedIn === 'YES' || burnedIn === 'NO') return burnedIn === 'YES';
  const [height, width] = [data.uint16('x00280010') ?? 0, data.uint16('x00280011') ?? 0];
  const isSmall = height < SMALLEST.height || (width > 0 && width < SMALLEST.width);
  const hasImage = height > 0 && !isSmall;
  return (
    hasImage &&
    !isCleaned(data) &&
    (MODALITIES.has(text('x00080060')) || text('x00080016').startsWith(CAPTURE))
  );
}
