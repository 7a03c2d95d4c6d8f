import dicomParser, { type DataSet } from 'dicom-parser';
import { cut } from '../source/cut.ts';
import { UnreadableFileError } from '../source/unreadable-file-error.ts';
import { mayShowNames } from './burned-in.ts';

export interface DicomImage {
  modality: string | null;
  /** Facts about the recording. None of them names a person or a place. */
  facts: [term: string, value: string][];
  /** Kinds of personal data in the header, e.g. "name of the patient". Their values are not read. */
  personal: string[];
  /** Whether the image itself may show names. */
  mayShowNames: boolean;
  width: number;
  height: number;
  frameCount: number;
  frame: number;
  isColor: boolean;
  /** One value per pixel, or three (red, green, blue). */
  pixels: Int16Array | Uint16Array | Uint8Array;
  slope: number;
  intercept: number;
  /** `MONOCHROME1`: the lowest value is white. */
  isInverted: boolean;
  /** Window that the file proposes. */
  window: { center: number; width: number } | null;
}

export const MAX_PIXELS = 40_000_000;
const MAX_HEADER_BYTES = 8 * 1024 * 1024;
const PIXELS = 'x7fe00010';

/** Transfer syntaxes whose pixels are not compressed. */
const UNCOMPRESSED: Readonly<Record<string, string>> = {
  '1.2.840.10008.1.2': 'Implicit VR, little-endian',
  '1.2.840.10008.1.2.1': 'Explicit VR, little-endian',
};
const COMPRESSED: readonly [prefix: string, name: string][] = [
  ['1.2.840.10008.1.2.4.20', 'HTJ2K'],
  ['1.2.840.10008.1.2.4.8', 'JPEG-LS'],
  ['1.2.840.10008.1.2.4.9', 'JPEG 2000'],
  ['1.2.840.10008.1.2.4.1', 'MPEG video'],
  ['1.2.840.10008.1.2.4', 'JPEG'],
  ['1.2.840.10008.1.2.5', 'run lengths (RLE)'],
  ['1.2.840.10008.1.2.1.99', 'deflate'],
];

/** Attributes that identify a person (a selection of PS3.15, table E.1-1). */
const PERSONAL: readonly [tag: string, kind: string][] = [
  ['x00100010', 'name of the patient'],
  ['x00100020', 'patient ID'],
  ['x00100030', 'date of birth'],
  ['x00101040', 'address'],
  ['x00102154', 'telephone number'],
  ['x00104000', 'comments about the patient'],
  ['x00080050', 'accession number'],
  ['x00080080', 'institution'],
  ['x00080090', 'referring physician'],
  ['x00081050', 'performing physician'],
  ['x00081070', 'operator'],
];

const damaged = (why: string) => new UnreadableFileError(`The DICOM file is damaged: ${why}.`);

/** Reads one frame of a DICOM image. Of the header, only facts about the recording are read. */
export async function readDicom(body: Blob, { frame }: { frame: number }): Promise<DicomImage> {
  const magic = new TextDecoder('latin1').decode(await body.slice(128, 132).arrayBuffer());
  if (magic !== 'DICM') throw new UnreadableFileError('This is not a DICOM file.');
  const header = new Uint8Array(await body.slice(0, MAX_HEADER_BYTES).arrayBuffer());
  const syntax =
    parsed(() => dicomParser.readPart10Header(header))
      .string('x00020010')
      ?.trim() ?? '';
  if (!Object.hasOwn(UNCOMPRESSED, syntax)) {
    const name = COMPRESSED.find(([prefix]) => syntax.startsWith(prefix))?.[1];
    throw new UnreadableFileError(
      name
        ? `Its image is compressed with ${name}, which the preview cannot show.`
        : 'Its image is stored in a way that the preview cannot show.',
    );
  }
  const data = parsed(() => dicomParser.parseDicom(header, { untilTag: PIXELS }));
  const element = data.elements[PIXELS];
  if (!element)
    throw new UnreadableFileError('This DICOM file contains no image, or its header is very long.');
  const layout = layoutOf(data);
  const { width, height, samples, bytesPerSample } = layout;
  const frameCount = Math.max(1, Number(data.string('x00280008') ?? '1') || 1);
  const frameBytes = width * height * samples * bytesPerSample;
  const present = Math.min(element.length, body.size - element.dataOffset);
  if (frameCount * frameBytes > present) {
    throw damaged(
      `it claims ${frameCount.toLocaleString('en')} images of ${width} × ${height} pixels and is too short`,
    );
  }
  const shown = Math.min(Math.max(0, Math.trunc(frame)), frameCount - 1);
  const start = element.dataOffset + shown * frameBytes;
  const bytes = await body.slice(start, start + frameBytes).arrayBuffer();
  return {
    modality: data.string('x00080060') ?? null,
    facts: factsOf(data, UNCOMPRESSED[syntax] ?? ''),
    personal: PERSONAL.filter(([tag]) => (data.elements[tag]?.length ?? 0) > 0).map(([, kind]) => kind),
    mayShowNames: mayShowNames(data),
    width,
    height,
    frameCount,
    frame: shown,
    isColor: samples === 3,
    pixels: pixelsOf(bytes, layout),
    slope: numberOf(data, 'x00281053') || 1,
    intercept: numberOf(data, 'x00281052') ?? 0,
    isInverted: layout.photometric === 'MONOCHROME1',
    window: proposedWindow(data),
  };
}

function parsed(parse: () => DataSet): DataSet {
  try {
    return parse();
  } catch {
    throw damaged('its header cannot be read');
  }
}

interface Layout {
  width: number;
  height: number;
  samples: number;
  bytesPerSample: number;
  bits: number;
  isSigned: boolean;
  isPlanar: boolean;
  photometric: string;
}

function layoutOf(data: DataSet): Layout {
  const [height, width] = [data.uint16('x00280010') ?? 0, data.uint16('x00280011') ?? 0];
  if (width === 0 || height === 0) throw damaged('the image has no size');
  const samples = data.uint16('x00280002') ?? 1;
  if (width * height * samples > MAX_PIXELS) {
    throw new UnreadableFileError(`The image has ${width} × ${height} pixels, too many for a preview.`);
  }
  const allocated = data.uint16('x00280100') ?? 0;
  const photometric = data.string('x00280004')?.trim() ?? '';
  const isGray = samples === 1 && /^MONOCHROME[12]$/.test(photometric);
  const isColor = samples === 3 && photometric === 'RGB' && allocated === 8;
  if (!(isGray && (allocated === 8 || allocated === 16)) && !isColor) {
    throw new UnreadableFileError(
      `The preview cannot show its kind of pixels (${photometric || 'unknown'}, ${allocated} bits).`,
    );
  }
  return {
    width,
    height,
    samples,
    bytesPerSample: allocated / 8,
    bits: Math.min(allocated, data.uint16('x00280101') ?? allocated) || allocated,
    isSigned: data.uint16('x00280103') === 1,
    isPlanar: samples === 3 && data.uint16('x00280006') === 1,
    photometric,
  };
}

/** Bits above the stored ones are not part of the value. */
function pixelsOf(buffer: ArrayBuffer, { samples, bytesPerSample, bits, isSigned, isPlanar }: Layout) {
  if (bytesPerSample === 1) {
    const bytes = new Uint8Array(buffer);
    if (!isPlanar) return isSigned && samples === 1 ? Int16Array.from(new Int8Array(buffer)) : bytes;
    const plane = bytes.length / 3;
    return Uint8Array.from(bytes, (_, index) => bytes[(index % 3) * plane + Math.floor(index / 3)] ?? 0);
  }
  const unused = 16 - bits;
  if (isSigned) return new Int16Array(buffer).map((value) => (value << unused) >> unused);
  return new Uint16Array(buffer).map((value) => value & (0xffff >> unused));
}

function numberOf(data: DataSet, tag: string): number | undefined {
  const value = data.floatString(tag, 0);
  return value !== undefined && Number.isFinite(value) ? value : undefined;
}

function proposedWindow(data: DataSet): { center: number; width: number } | null {
  const [center, width] = [numberOf(data, 'x00281050'), numberOf(data, 'x00281051')];
  return center === undefined || width === undefined || width <= 0 ? null : { center, width };
}

function factsOf(data: DataSet, syntax: string): [string, string][] {
  const text = (tag: string) => cut(data.string(tag)?.trim() ?? '', 100);
  const millimetres = (tag: string) => {
    const values = text(tag).split('\\').map(Number);
    return values.every((value) => value > 0)
      ? `${values.map((value) => Number(value.toPrecision(3))).join(' × ')} mm`
      : '';
  };
  const facts: [string, string][] = [
    ['Modality', text('x00080060')],
    ['Body part', text('x00180015')],
    ['Pixel spacing', millimetres('x00280030')],
    ['Slice thickness', millimetres('x00180050')],
    ['Manufacturer', text('x00080070')],
    ['Model', text('x00081090')],
    ['Transfer syntax', syntax],
  ];
  return facts.filter(([, value]) => value !== '');
}
