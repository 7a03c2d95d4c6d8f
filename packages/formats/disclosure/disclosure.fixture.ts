import { strToU8, zipSync } from 'fflate';
import { findDisclosures } from './find-disclosures.ts';

const bytesOf = (content: Uint8Array | string) =>
  new Uint8Array(typeof content === 'string' ? strToU8(content) : content);

/** The reasons that are found in a file. */
export async function reasonsOf(path: string, content: Uint8Array | string): Promise<string[]> {
  const { found, unchecked } = await findDisclosures(new Blob([bytesOf(content)]), { path });
  return [...found.map(({ reason }) => reason), ...(unchecked ? [unchecked] : [])];
}

export const zipped = (files: Record<string, Uint8Array | string>) =>
  zipSync(Object.fromEntries(Object.entries(files).map(([name, content]) => [name, bytesOf(content)])));

type DicomElement = [tag: string, vr: string, value: string];

export interface DicomOptions {
  syntax?: 'explicit' | 'implicit';
  /** Whether it begins with the preamble and the group that names the syntax. */
  hasPrefix?: boolean;
}

/** A small DICOM data set of texts; a tag is eight hex digits. */
export function dicomOf(
  elements: readonly DicomElement[],
  { syntax = 'explicit', hasPrefix = true }: DicomOptions = {},
): Uint8Array {
  const encoded = [...elements].sort().map((one) => element(one, syntax));
  const id = syntax === 'explicit' ? '1.2.840.10008.1.2.1' : '1.2.840.10008.1.2';
  const prefix = [Buffer.alloc(128), Buffer.from('DICM'), element(['00020010', 'UI', id], 'explicit')];
  return Buffer.concat([...(hasPrefix ? prefix : []), ...encoded]);
}

function element([tag, vr, value]: DicomElement, syntax: 'explicit' | 'implicit'): Buffer {
  const body =
    vr === 'US'
      ? Buffer.from([Number(value), 0])
      : Buffer.from(value.length % 2 === 0 ? value : `${value}${vr === 'UI' ? '\0' : ' '}`);
  const head = Buffer.alloc(8);
  head.writeUInt16LE(Number.parseInt(tag.slice(0, 4), 16), 0);
  head.writeUInt16LE(Number.parseInt(tag.slice(4), 16), 2);
  if (syntax === 'explicit') {
    head.write(vr, 4);
    head.writeUInt16LE(body.length, 6);
  } else head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body]);
}

const office = (core: string) => ({
  '[Content_Types].xml': '<Types/>',
  '_rels/.rels': '<Relationships/>',
  'docProps/core.xml': `<cp:coreProperties xmlns:cp="c" xmlns:dc="d">${core}</cp:coreProperties>`,
});

/** An office document (ECMA-376) with an author and further parts. */
export const officeOf = (author: string, parts: Record<string, string> = {}) =>
  zipped({
    ...office(`<dc:creator>${author}</dc:creator><cp:lastModifiedBy>${author}</cp:lastModifiedBy>`),
    ...parts,
  });

/** A PDF of one line. */
export function pdfOf(author: string, text: string): string {
  const stream = `BT /F1 12 Tf 10 50 Td (${text}) Tj ET`;
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 900 100]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${stream.length}>>stream\n${stream}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    `<</Author(${author})>>`,
  ];
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('');
  return `%PDF-1.4\n${body}trailer<</Root 1 0 R/Info 6 0 R/Size 7>>\n%%EOF`;
}
