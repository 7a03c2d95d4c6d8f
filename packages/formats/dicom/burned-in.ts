import type { DataSet } from 'dicom-parser';

/** Modalities whose pictures often show names: ultrasound, screenshots, photographs, scanned paper. */
const MODALITIES = new Set(['US', 'IVUS', 'SC', 'OT', 'ES', 'XC', 'DOC', 'HC', 'DD', 'DG', 'SMR']);
/** Secondary capture: screenshots and scans. */
const CAPTURE = '1.2.840.10008.5.1.4.1.1.7';

/**
 * Whether a DICOM image may show names in its pixels: the file says so, or it is of a kind that often does and the file does not
 * say that it shows none (PS3.3, C.7.6.1.1.5).
 */
export function mayShowNames(data: DataSet): boolean {
  const text = (tag: string) => data.string(tag)?.replace(/\0/g, '').trim().toUpperCase() ?? '';
  const burnedIn = text('x00280301');
  if (burnedIn === 'YES' || burnedIn === 'NO') return burnedIn === 'YES';
  const hasImage = (data.uint16('x00280010') ?? 0) > 0;
  return hasImage && (MODALITIES.has(text('x00080060')) || text('x00080016').startsWith(CAPTURE));
}
