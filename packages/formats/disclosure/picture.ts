import { unpackedStart } from '../source/unpacked-start.ts';
import type { Disclosure } from './disclosure.ts';
import { tiffDisclosures } from './exif.ts';
import { iptcDisclosures } from './iptc.ts';
import { isNobody } from './is-nobody.ts';
import { bytesOf, latin1Of, shown, wholeTextOf } from './texts.ts';
import { xmpDisclosures } from './xmp.ts';

const MAX_HEAD = 16 * 1024 * 1024;
const MAX_TAIL = 2 * 1024 * 1024;
const MAX_CHUNK = 4 * 1024 * 1024;
const MAX_CHUNKS = 50_000;
const MAX_BLOCKS = 8;
/** How TIFF data begins, and so all Exif; its first directory follows soon. */
const TIFF = ['II*\0', 'MM\0*'];
const FIRST_DIRECTORY = 256;

/** Metadata of JPEG, WebP, HEIC, AVIF, JPEG XL, camera formats and binary files of any kind: it is found by its own signatures, wherever it stands. */
export async function pictureDisclosures(file: Blob): Promise<Disclosure[]> {
  const head = await bytesOf(file, 0, MAX_HEAD);
  const tail = file.size > MAX_HEAD ? await bytesOf(file, Math.max(MAX_HEAD, file.size - MAX_TAIL)) : null;
  return [...(await embedded(head)), ...(tail ? await embedded(tail) : [])];
}

async function embedded(bytes: Uint8Array<ArrayBuffer>): Promise<Disclosure[]> {
  const text = latin1Of(bytes);
  const found: Disclosure[] = [];
  for (const header of TIFF)
    for (const at of placesOf(text, header).filter((place) => isDirectoryNear(bytes, place)))
      found.push(...(await tiffDisclosures(new Blob([bytes.subarray(at)]), 1)));
  for (const at of placesOf(text, '<rdf:RDF')) {
    const end = text.indexOf('</rdf:RDF>', at);
    if (end !== -1) found.push(...xmpDisclosures(wholeTextOf(bytes.subarray(at, end))));
  }
  for (const at of placesOf(text, 'Photoshop 3.0\0'))
    found.push(...iptcDisclosures(bytes.subarray(at, at + 65_536)));
  return found;
}

function isDirectoryNear(bytes: Uint8Array<ArrayBuffer>, at: number): boolean {
  if (at + 8 > bytes.length) return false;
  const offset = new DataView(bytes.buffer, bytes.byteOffset + at + 4).getUint32(0, bytes[at] === 0x49);
  return offset >= 8 && offset <= FIRST_DIRECTORY;
}

/** Where a text stands in another: its first places. */
function placesOf(text: string, wanted: string): number[] {
  const places: number[] = [];
  for (
    let at = text.indexOf(wanted);
    at !== -1 && places.length < MAX_BLOCKS;
    at = text.indexOf(wanted, at + 1)
  )
    places.push(at);
  return places;
}

/** PNG: its chunks for Exif, texts and XMP, of which some are compressed (PNG 3, 11.3). */
export async function pngDisclosures(file: Blob): Promise<Disclosure[]> {
  const found: Disclosure[] = [];
  for (let at = 8, count = 0; at + 12 <= file.size && count < MAX_CHUNKS; count++) {
    const header = new DataView((await bytesOf(file, at, at + 8)).buffer);
    const length = header.getUint32(0);
    const type = latin1Of(new Uint8Array(header.buffer, 4));
    const content = () => bytesOf(file, at + 8, at + 8 + Math.min(length, MAX_CHUNK));
    if (type === 'eXIf') found.push(...(await tiffDisclosures(new Blob([await content()]), 1)));
    else if (/^[tzi](EXt|TXt)$/.test(type)) found.push(...(await textChunk(type, await content())));
    at += 12 + length;
  }
  return found;
}

async function textChunk(type: string, content: Uint8Array<ArrayBuffer>): Promise<Disclosure[]> {
  const [keyword = ''] = latin1Of(content.subarray(0, 80)).split('\0');
  const rest = content.subarray(keyword.length + 1);
  const isPacked = type === 'zTXt' || (type === 'iTXt' && rest[0] === 1);
  let body = rest;
  if (type === 'zTXt') body = rest.subarray(1);
  if (type === 'iTXt') {
    // Flag and method, then language and translated keyword, each ended by NUL.
    const language = rest.indexOf(0, 2);
    body = rest.subarray(rest.indexOf(0, language + 1) + 1);
  }
  if (isPacked) body = (await unpackedStart(new Blob([body]), 'deflate', MAX_CHUNK)).bytes;
  if (/^(author|artist|creator)$/i.test(keyword)) {
    const value = wholeTextOf(body);
    return isNobody(value) ? [] : [{ kind: 'person', reason: `Names the author: ${shown(value)}` }];
  }
  if (/^raw profile type/i.test(keyword)) return embedded(unhexed(latin1Of(body)));
  return embedded(body);
}

/** `\nexif\n  1234\n45786966…`: bytes as ImageMagick writes them into texts. */
function unhexed(text: string): Uint8Array<ArrayBuffer> {
  const hex = (/^\s*\w+\s+\d+\s+([\s\S]*)/.exec(text)?.[1] ?? '').replace(/\s/g, '');
  return Uint8Array.from({ length: hex.length >> 1 }, (_, index) =>
    Number.parseInt(hex.slice(2 * index, 2 * index + 2), 16),
  );
}

/** What XMP names, and the place that a phone writes into a recording (QuickTime `©xyz`, `com.apple.quicktime.location.ISO6709`). */
export async function videoDisclosures(file: Blob): Promise<Disclosure[]> {
  const parts = [
    await bytesOf(file, 0, MAX_CHUNK),
    file.size > MAX_CHUNK ? await bytesOf(file, Math.max(MAX_CHUNK, file.size - MAX_CHUNK)) : null,
  ];
  const named = await pictureDisclosures(file);
  for (const part of parts) {
    const text = part ? latin1Of(part) : '';
    if (!/\xa9xyz|ISO6709/.test(text)) continue;
    const [place] = /[+-]\d{2}\.\d{2,}[+-]\d{3}\.\d{2,}/.exec(text) ?? [];
    if (place) return [{ kind: 'position', reason: `Says where it was recorded: ${place}` }, ...named];
  }
  return named;
}
