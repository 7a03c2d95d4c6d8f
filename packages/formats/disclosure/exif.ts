import { tagsOf } from '../office/xml-tags.ts';
import type { Disclosure } from './disclosure.ts';
import { iptcDisclosures } from './iptc.ts';
import { isNobody } from './is-nobody.ts';
import { bytesOf, latin1Of, shown, textOf } from './texts.ts';
import { xmpDisclosures } from './xmp.ts';

const MAX_ENTRIES = 1_000;
const MAX_VALUE = 1024 * 1024;
const BYTES_OF_TYPE = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4, 0, 0, 8, 8, 8];

// Read here because the libraries for Exif are not maintained, or need a DOM for XMP, or the whole file.

/** Tags whose text names a person (Exif 3.0, 4.6). The number of a camera names nobody, and is in most photos. */
const TEXTS: Readonly<Record<number, string>> = {
  315: 'Names the artist',
  40093: 'Names the author',
  42032: 'Names the owner of the camera',
  42038: 'Names the photographer',
  42039: 'Names the photographer',
  42040: 'Names who edited it',
};
const [EXIF_DIRECTORY, GPS_DIRECTORY] = [0x8769, 0x8825];
const [DESCRIPTION, XMP, IPTC, AUTHOR_IN_UTF16] = [0x010e, 0x02bc, 0x83bb, 0x9c9d];
/** Canon writes the owner of a camera into its own directory. */
const [MAKE, MAKER_NOTE, CANON_OWNER] = [0x010f, 0x927c, 9];

interface Tag {
  type: number;
  /** In bytes. */
  length: number;
  /** Where its value stands, if it is not in the directory. */
  at: number;
  read(): Promise<Uint8Array<ArrayBuffer>>;
}

interface Directory {
  tags: Map<number, Tag>;
  next: number;
}

/** What TIFF data names, as a file or as the Exif part of a picture: its first `pages` directories, and those that they name. */
export async function tiffDisclosures(file: Blob, pages = 4): Promise<Disclosure[]> {
  const head = new DataView((await bytesOf(file, 0, 16)).buffer);
  if (head.byteLength < 8) return [];
  const isLittle = head.getUint16(0) === 0x4949;
  const isBig = head.getUint16(2, isLittle) === 43;
  if (isBig && head.byteLength < 16) return [];
  const found: Disclosure[] = [];
  let at = isBig ? Number(head.getBigUint64(8, isLittle)) : head.getUint32(4, isLittle);
  for (let page = 0; page < pages && at > 0; page++) {
    const { tags, next } = await readDirectory(file, at, isLittle, isBig);
    await describe(tags, found);
    for (const pointer of [EXIF_DIRECTORY, GPS_DIRECTORY]) {
      const position = await numberOf(tags.get(pointer), isLittle);
      if (position === 0) continue;
      const inner = await readDirectory(file, position, isLittle, isBig);
      if (pointer === EXIF_DIRECTORY) {
        await describe(inner.tags, found);
        const note = inner.tags.get(MAKER_NOTE);
        const make = textOf((await tags.get(MAKE)?.read()) ?? new Uint8Array());
        if (note && /^canon/i.test(make)) await describeOwner(file, note.at, isLittle, found);
      } else found.push(...(await describePosition(inner.tags, isLittle)));
    }
    at = next;
  }
  return found;
}

async function readDirectory(file: Blob, at: number, isLittle: boolean, isBig: boolean): Promise<Directory> {
  const [countBytes, entryBytes, inline] = isBig ? [8, 20, 8] : [2, 12, 4];
  const tags = new Map<number, Tag>();
  const offsetAt = (view: DataView, position: number) =>
    isBig ? Number(view.getBigUint64(position, isLittle)) : view.getUint32(position, isLittle);
  const start = new DataView((await bytesOf(file, at, at + countBytes)).buffer);
  if (start.byteLength < countBytes) return { tags, next: 0 };
  const claimed = isBig ? Number(start.getBigUint64(0, isLittle)) : start.getUint16(0, isLittle);
  const count = Math.min(claimed, MAX_ENTRIES);
  const body = await bytesOf(file, at + countBytes, at + countBytes + claimed * entryBytes + inline);
  const view = new DataView(body.buffer);
  for (let index = 0; index < count && (index + 1) * entryBytes <= view.byteLength; index++) {
    const entry = index * entryBytes;
    const type = view.getUint16(entry + 2, isLittle);
    const length = offsetAt(view, entry + 4) * (BYTES_OF_TYPE[type] ?? 0);
    const valueAt = entry + entryBytes - inline;
    const read = async () => {
      if (length <= inline) return body.slice(valueAt, valueAt + length);
      const offset = offsetAt(view, valueAt);
      return bytesOf(file, offset, offset + Math.min(length, MAX_VALUE));
    };
    const stands = length <= inline ? 0 : offsetAt(view, valueAt);
    tags.set(view.getUint16(entry, isLittle), { type, length, at: stands, read });
  }
  const end = claimed * entryBytes;
  return { tags, next: end + inline <= view.byteLength ? offsetAt(view, end) : 0 };
}

async function describe(tags: ReadonlyMap<number, Tag>, found: Disclosure[]): Promise<void> {
  for (const [tag, value] of tags) {
    const label = TEXTS[tag];
    if (label) {
      const bytes = await value.read();
      const text =
        tag === AUTHOR_IN_UTF16
          ? (new TextDecoder('utf-16le').decode(bytes).split('\0')[0] ?? '')
          : textOf(bytes);
      if (!isNobody(text)) found.push({ kind: 'person', reason: `${label}: ${shown(text)}` });
    } else if (tag === XMP) found.push(...xmpDisclosures(latin1Of(await value.read())));
    else if (tag === IPTC) found.push(...iptcDisclosures(await value.read()));
    else if (tag === DESCRIPTION && value.length > 100)
      found.push(...experimenters(textOf(await value.read())));
  }
}

async function describeOwner(file: Blob, at: number, isLittle: boolean, found: Disclosure[]): Promise<void> {
  const { tags } = await readDirectory(file, at, isLittle, false);
  const owner = textOf((await tags.get(CANON_OWNER)?.read()) ?? new Uint8Array());
  if (!isNobody(owner))
    found.push({ kind: 'person', reason: `Names the owner of the camera: ${shown(owner)}` });
}

/** Of OME-TIFF: who made the recording. */
function experimenters(description: string): Disclosure[] {
  const found: Disclosure[] = [];
  for (const tag of tagsOf(description)) {
    if (tag.name !== 'Experimenter' || found.length >= 5) continue;
    const attribute = (name: string) => tag.attribute(name) ?? '';
    const name =
      ['FirstName', 'LastName', 'Email'].map(attribute).filter(Boolean).join(' ') || attribute('UserName');
    if (!isNobody(name)) found.push({ kind: 'person', reason: `Names the experimenter: ${shown(name)}` });
  }
  return found;
}

async function numberOf(tag: Tag | undefined, isLittle: boolean): Promise<number> {
  const bytes = tag ? await tag.read() : new Uint8Array();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.byteLength >= 8) return Number(view.getBigUint64(0, isLittle));
  return view.byteLength >= 4 ? view.getUint32(0, isLittle) : 0;
}

async function describePosition(tags: ReadonlyMap<number, Tag>, isLittle: boolean): Promise<Disclosure[]> {
  const degrees = async (tag: number) => {
    const bytes = (await tags.get(tag)?.read()) ?? new Uint8Array();
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (view.byteLength < 24) return Number.NaN;
    const part = (at: number) =>
      view.getUint32(at, isLittle) / (view.getUint32(at + 4, isLittle) || Number.NaN);
    const [whole, minutes, seconds] = [part(0), part(8), part(16)];
    return whole + (minutes || 0) / 60 + (seconds || 0) / 3600;
  };
  const side = async (tag: number) => textOf((await tags.get(tag)?.read()) ?? new Uint8Array()).trim();
  const [latitude, longitude] = [await degrees(2), await degrees(4)];
  if (!(latitude > 0 || longitude > 0)) return [];
  const place = `${latitude.toFixed(4)}° ${await side(1)}, ${longitude.toFixed(4)}° ${await side(3)}`;
  return [{ kind: 'position', reason: `Says where the picture was taken: ${shown(place)}` }];
}
