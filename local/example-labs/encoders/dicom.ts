type Value = string | number | Uint8Array;
type Element = readonly [group: number, element: number, vr: string, value: Value];

function bytesOf(vr: string, value: Value): Uint8Array {
  if (typeof value === 'number') {
    const bytes = new Uint8Array(2);
    new DataView(bytes.buffer).setUint16(0, value, true);
    return bytes;
  }
  if (value instanceof Uint8Array) return value.length % 2 === 0 ? value : Uint8Array.from([...value, 0]);
  const padded = value.length % 2 === 0 ? value : value + (vr === 'UI' ? '\0' : ' ');
  return new TextEncoder().encode(padded);
}

function encode([group, element, vr, value]: Element): Uint8Array {
  const bytes = bytesOf(vr, value);
  const isLong = ['OB', 'OW', 'SQ', 'UN'].includes(vr);
  const head = new DataView(new ArrayBuffer(isLong ? 12 : 8));
  head.setUint16(0, group, true);
  head.setUint16(2, element, true);
  head.setUint8(4, vr.charCodeAt(0));
  head.setUint8(5, vr.charCodeAt(1));
  if (isLong) head.setUint32(8, bytes.length, true);
  else head.setUint16(6, bytes.length, true);
  return Uint8Array.from([...new Uint8Array(head.buffer), ...bytes]);
}

const EXPLICIT = '1.2.840.10008.1.2.1';

interface DicomParts {
  width: number;
  height: number;
  pixels: Uint8Array;
  bits?: 8 | 16;
  syntax?: string;
  /** Further elements, in the order of their tags, below group 28. */
  extra?: readonly Element[];
  frames?: number;
}

/** A DICOM image in grays, explicit VR, little-endian. */
export function encodeDicom({
  width,
  height,
  pixels,
  bits = 8,
  syntax = EXPLICIT,
  extra = [],
  frames,
}: DicomParts) {
  const meta = encode([2, 0x10, 'UI', syntax]);
  const length = new Uint8Array([2, 0, 0, 0, 0x55, 0x4c, 4, 0, 0, 0, 0, 0]);
  new DataView(length.buffer).setUint32(8, meta.length, true);
  const elements: Element[] = [
    [8, 0x60, 'CS', 'MR'],
    ...extra,
    [0x28, 2, 'US', 1],
    [0x28, 4, 'CS', 'MONOCHROME2'],
    ...(frames === undefined ? [] : [[0x28, 8, 'IS', String(frames)] as const]),
    [0x28, 0x10, 'US', height],
    [0x28, 0x11, 'US', width],
    [0x28, 0x100, 'US', bits],
    [0x28, 0x101, 'US', bits],
    [0x28, 0x102, 'US', bits - 1],
    [0x28, 0x103, 'US', 0],
    [0x28, 0x1050, 'DS', '100'],
    [0x28, 0x1051, 'DS', '200'],
    [0x7fe0, 0x10, 'OW', pixels],
  ];
  const parts = [
    new Uint8Array(128),
    new TextEncoder().encode('DICM'),
    length,
    meta,
    ...elements.map(encode),
  ];
  return new Uint8Array(parts.flatMap((part) => [...part]));
}
