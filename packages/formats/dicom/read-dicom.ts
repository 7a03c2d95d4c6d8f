import type { DataSet } from 'dicom-parser';
import { cut } from '../source/cut.ts';
import { UnreadableFileError } from '../source/unreadable-file-error.ts';
import { mayShowNames } from './burned-in.ts';
import { compressedFrame } from './compressed-frame.ts';
import { openDicom } from './data-set.ts';
import { type DecodedFrame, decodeFrame } from './decode-frame.ts';
import { bitsOf, frameBytesOf, type Layout, layoutOf, type Pixels, pixelsOf, plainFrame } from './pixels.ts';
import { type Compression, syntaxOf } from './syntaxes.ts';

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
  pixels: Pixels;
  slope: number;
  intercept: number;
  /** `MONOCHROME1`: the lowest value is white. */
  isInverted: boolean;
  /** Window that the file proposes. */
  window: { center: number; width: number } | null;
}

/** Bytes to which a deflated file is unpacked. */
const MAX_UNPACKED = 128 * 1024 * 1024;
const PIXELS = 'x7fe00010';
const UNDEFINED_LENGTH = 0xffffffff;
const BIG_ENDIAN = '1.2.840.10008.1.2.2';

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

/** What is no image, by modality. */
const OTHER_OBJECTS: Readonly<Record<string, string>> = {
  RTPLAN: 'a plan of radiotherapy',
  RTSTRUCT: 'outlines of structures for radiotherapy',
  RTRECORD: 'a record of radiotherapy',
  SR: 'a structured report',
  ECG: 'an electrocardiogram',
  PR: 'a way of presenting other images',
  KO: 'a selection of other images',
  REG: 'a registration of other images',
};

const damaged = (why: string) => new UnreadableFileError(`The DICOM file is damaged: ${why}.`);

/** Reads one frame of a DICOM image. Of the header, only facts about the recording are read. */
export async function readDicom(body: Blob, { frame }: { frame: number }): Promise<DicomImage> {
  const opened = await openDicom(body, MAX_UNPACKED);
  if (!opened) {
    const magic = new TextDecoder('latin1').decode(await body.slice(128, 132).arrayBuffer());
    throw magic === 'DICM'
      ? damaged('its header cannot be read')
      : new UnreadableFileError('This is not a DICOM file.');
  }
  const { data } = opened;
  const syntax = syntaxOf(opened.syntax);
  if (!syntax?.compression) {
    throw new UnreadableFileError(
      syntax
        ? `Its image is compressed with ${syntax.name}, which the preview cannot show.`
        : 'Its image is stored in a way that the preview cannot show.',
    );
  }
  if (!data.elements[PIXELS]) {
    if (!opened.isWhole) throw damaged('its header cannot be read');
    const kind = OTHER_OBJECTS[data.string('x00080060')?.trim() ?? ''];
    throw new UnreadableFileError(
      kind
        ? `This DICOM file contains no image: it is ${kind}.`
        : 'This DICOM file contains no image, or its header is very long.',
    );
  }
  const layout = layoutOf(data);
  const frameCount = Math.max(1, Math.trunc(Number(data.string('x00280008') ?? '1')) || 1);
  const shown = Math.min(Math.max(0, Math.trunc(frame)), frameCount - 1);
  const decoded = await frameOf(opened, layout, syntax.compression, { frame: shown, frameCount });
  const { pixels, isColor } = pixelsOf(decoded, layout);
  return {
    modality: data.string('x00080060') ?? null,
    facts: factsOf(data, syntax.name),
    personal: PERSONAL.filter(([tag]) => (data.elements[tag]?.length ?? 0) > 0).map(([, kind]) => kind),
    mayShowNames: mayShowNames(data),
    width: layout.width,
    height: layout.height,
    frameCount,
    frame: shown,
    isColor,
    pixels,
    slope: numberOf(data, 'x00281053') || 1,
    intercept: numberOf(data, 'x00281052') ?? 0,
    isInverted: layout.photometric === 'MONOCHROME1',
    window: proposedWindow(data),
  };
}

type Opened = NonNullable<Awaited<ReturnType<typeof openDicom>>>;

async function frameOf(
  { data, source, syntax }: Opened,
  layout: Layout,
  compression: Compression,
  place: { frame: number; frameCount: number },
): Promise<DecodedFrame> {
  const element = data.elements[PIXELS];
  const { dataOffset = 0, length = 0 } = element ?? {};
  const isPacked = length === UNDEFINED_LENGTH || element?.hadUndefinedLength === true;
  if (compression !== 'none') {
    if (!isPacked) throw damaged('its images are not packed as its header says');
    const bytes = await compressedFrame(source, dataOffset, place);
    return decodeFrame(bytes, compression, { ...layout, bytesPerSample: layout.allocated / 8 });
  }
  const { frame, frameCount } = place;
  const { width, height } = layout;
  const frameBytes = frameBytesOf(layout);
  const present = Math.min(length, source.size - dataOffset);
  if (frameCount * frameBytes > present) {
    throw damaged(
      `it claims ${frameCount.toLocaleString('en')} images of ${width} × ${height} pixels and is too short`,
    );
  }
  const start = frame * frameBytes;
  const from = dataOffset + Math.floor(start);
  const bytes = new Uint8Array(
    await source.slice(from, dataOffset + Math.ceil(start + frameBytes)).arrayBuffer(),
  );
  if (layout.allocated > 1) return plainFrame(bytes, layout, syntax === BIG_ENDIAN);
  const bits = bitsOf(bytes, (start - Math.floor(start)) * 8, width * height);
  return { bytes: bits, bytesPerSample: 1, bits: 8, isSigned: false, isRgb: false };
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
