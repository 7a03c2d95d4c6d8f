import { unescapeXml } from '../office/xml-tags.ts';
import type { Disclosure } from './disclosure.ts';
import { isNobody } from './is-nobody.ts';
import { listed, shown } from './texts.ts';

/** Properties that name a person. */
const PROPERTIES: readonly [name: string, label: string][] = [
  ['dc:creator', 'Names the creator'],
  ['pdf:Author', 'Names the author'],
  ['plus:ImageCreatorName', 'Names the creator'],
  ['aux:OwnerName', 'Names the owner of the camera'],
  ['exifEX:CameraOwnerName', 'Names the owner of the camera'],
  ['Iptc4xmpExt:PersonInImage', 'Names a person in the picture'],
  ['mwg-rs:Name', 'Names a person in the picture'],
  ['MPReg:PersonDisplayName', 'Names a person in the picture'],
  ['Iptc4xmpCore:CiEmailWork', 'Has the address of its creator'],
  ['photoshop:CaptionWriter', 'Names the writer'],
];

/** What an XMP packet names of persons and places. */
export function xmpDisclosures(packet: string): Disclosure[] {
  const found: Disclosure[] = [];
  for (const [name, label] of PROPERTIES) {
    const values = valuesOf(packet, name).filter((value) => !isNobody(value));
    const named = listed(values);
    if (named) found.push({ kind: 'person', reason: `${label}: ${named}` });
  }
  const [latitude] = valuesOf(packet, 'exif:GPSLatitude');
  const [longitude] = valuesOf(packet, 'exif:GPSLongitude');
  if (latitude && longitude && /[1-9]/.test(latitude + longitude))
    found.push({
      kind: 'position',
      reason: `Says where the picture was taken: ${shown(latitude)}, ${shown(longitude)}`,
    });
  return found;
}

const MAX_PACKET = 512 * 1024;
const MAX_VALUES = 20;

/** Values of a property, which is an attribute, an element, or a list of elements. */
export function valuesOf(packet: string, name: string): string[] {
  const xml = packet.slice(0, MAX_PACKET);
  const values: string[] = [];
  for (let at = xml.indexOf(name); at !== -1 && values.length < MAX_VALUES; at = xml.indexOf(name, at + 1)) {
    const after = at + name.length;
    const [, quote, value = ''] = /^\s*=\s*(["'])([^"']{0,500})/.exec(xml.slice(after, after + 510)) ?? [];
    if (quote && /\s/.test(xml[at - 1] ?? '')) values.push(value);
    if (xml[at - 1] !== '<' || /[\w-]/.test(xml[after] ?? '')) continue;
    const start = xml.indexOf('>', after) + 1;
    const end = xml.indexOf(`</${name}>`, start);
    if (start === 0 || end === -1) continue;
    const content = xml.slice(start, Math.min(end, start + 5_000));
    const items = [...content.matchAll(/<rdf:li[^<>]*>([^<]*)</g)].map(([, item = '']) => item);
    values.push(...(items.length > 0 ? items : [content.replace(/<[^<>]*>/g, ' ')]));
  }
  return values.map((value) => unescapeXml(value).trim()).filter(Boolean);
}
