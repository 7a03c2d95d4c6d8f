import { deflateRawSync } from 'node:zlib';
import { isQuick } from '@labroom/testing/depth.ts';
import { expect, it } from 'vitest';
import { MAX_ENTRIES, readZip } from '../zip/read-zip.ts';
import { MAX_BLOCKS, readDocx, textOfDocument } from './read-docx.ts';

interface File {
  name: string;
  content?: Uint8Array<ArrayBuffer>;
  flags?: number;
  /** What the directory claims. */
  bytes?: number;
}

/** A ZIP of deflated files; `end` changes the numbers of its end record: count, size, offset. */
function zip(files: File[], end: { count?: number; size?: number; offset?: number } = {}, comment = '') {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const { name, content = new Uint8Array(), flags = 0, bytes = content.length } of files) {
    const packed = deflateRawSync(content, { level: 1 });
    const title = Buffer.from(name);
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50, 0);
    head.writeUInt16LE(title.length, 26);
    local.push(head, title, packed);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(flags, 8);
    entry.writeUInt16LE(8, 10);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt32LE(bytes, 24);
    entry.writeUInt16LE(title.length, 28);
    entry.writeUInt32LE(offset, 42);
    central.push(entry, title);
    offset += 30 + title.length + packed.length;
  }
  const directory = Buffer.concat(central);
  const tail = Buffer.alloc(22);
  tail.writeUInt32LE(0x06054b50, 0);
  tail.writeUInt16LE(end.count ?? files.length, 10);
  tail.writeUInt32LE(end.size ?? directory.length, 12);
  tail.writeUInt32LE(end.offset ?? offset, 16);
  tail.writeUInt16LE(comment.length, 20);
  return new Blob([Buffer.concat([...local, directory, tail, Buffer.from(comment)])]);
}
const bytesOf = (text: string) => new Uint8Array(Buffer.from(text));

it('lists names, sizes, folders and encrypted files', async () => {
  const listing = await readZip(
    zip(
      [{ name: 'gels/' }, { name: 'gels/größe.txt', content: bytesOf('x'.repeat(500)), flags: 1 }],
      {},
      'note',
    ),
  );
  expect(listing.count).toBe(2);
  expect(listing.entries).toMatchObject([
    { name: 'gels/', isFolder: true, isEncrypted: false, bytes: 0 },
    { name: 'gels/größe.txt', isFolder: false, isEncrypted: true, bytes: 500 },
  ]);
});

it('lists a bomb without unpacking it', async () => {
  const { entries } = await readZip(zip([{ name: 'bomb', bytes: 0xfffffffe }]));
  expect(entries[0]?.bytes).toBe(0xfffffffe);
});

it.each([
  ['too many files', zip([{ name: 'a' }], { count: 60_000 }), 'names 60,000 files and has 1'],
  ['a place outside the file', zip([{ name: 'a' }], { offset: 0xfffffff0 }), 'outside the file'],
  ['a wrong place', zip([{ name: 'a' }], { offset: 3 }), 'names 1 files and has 0'],
  ['an enormous size', zip([{ name: 'a' }], { size: 0xfffffff0 }), 'outside the file'],
  ['no end', new Blob(['PK\u0003\u0004']), 'not a ZIP file'],
  ['nothing', new Blob([]), 'not a ZIP file'],
])('rejects a directory with %s', async (_, blob, message) => {
  await expect(readZip(blob)).rejects.toThrow(message);
});

it('lists the first of many files', async () => {
  const many = Array.from({ length: MAX_ENTRIES + 5 }, (_, n) => ({ name: `f${n}` }));
  const { count, entries } = await readZip(zip(many));
  expect([count, entries.length]).toEqual([MAX_ENTRIES + 5, MAX_ENTRIES]);
});

const document = (xml: string) => `<w:document><w:body>${xml}</w:body></w:document>`;
const paragraph = (text: string, properties = '') =>
  `<w:p><w:pPr>${properties}</w:pPr><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;

it('reads headings, paragraphs, list items and table rows of a Word document', async () => {
  const xml = document(
    paragraph('Assay &amp; &#955;', '<w:pStyle w:val="Heading1"/>') +
      paragraph('one', '<w:numPr><w:ilvl w:val="0"/></w:numPr>') +
      '<w:p/><w:p><w:r><w:t>a</w:t><w:br/><w:tab/><w:t>b &lt;script&gt;</w:t></w:r></w:p>' +
      `<w:tbl><w:tr><w:tc>${paragraph('well')}</w:tc><w:tc>${paragraph('0.4')}</w:tc></w:tr></w:tbl>`,
  );
  const { blocks } = await readDocx(zip([{ name: 'word/document.xml', content: bytesOf(xml) }]));
  expect(blocks).toEqual([
    { kind: 'heading', text: 'Assay & λ' },
    { kind: 'item', text: 'one' },
    { kind: 'paragraph', text: 'a\n\tb <script>' },
    { kind: 'row', text: 'well\t0.4' },
  ]);
});

// Takes long, and few changes can break it.
if (!isQuick)
  it('stops unpacking a document that claims to be small', async () => {
    const bomb = zip([{ name: 'word/document.xml', content: new Uint8Array(33_600_000), bytes: 10 }]);
    await expect(readDocx(bomb)).rejects.toThrow('larger than 32 MB');
  });

it('rejects a ZIP that is not a document, and damaged content', async () => {
  await expect(readDocx(zip([{ name: 'a.txt' }]))).rejects.toThrow('not a Word document');
  const broken = new Uint8Array(
    await zip([{ name: 'word/document.xml', content: bytesOf(document(paragraph('x'))) }]).arrayBuffer(),
  );
  broken.fill(0xff, 48, 60);
  await expect(readDocx(new Blob([broken]))).rejects.toThrow('damaged');
});

// Long inputs: few changes can break it.
if (!isQuick)
  it('is bounded for documents of many paragraphs, open tags and unknown entities', () => {
    const { blocks, isCut } = textOfDocument(paragraph('x').repeat(MAX_BLOCKS + 1));
    expect([blocks.length, isCut]).toEqual([MAX_BLOCKS, true]);
    expect(textOfDocument('<'.repeat(100_000)).blocks).toEqual([]);
    expect(textOfDocument('<w:tc>'.repeat(100_000)).blocks).toEqual([]);
    expect(textOfDocument('<w:p><w:t>&bomb; &#99999999; &#1114112;</w:t></w:p>').blocks).toEqual([
      { kind: 'paragraph', text: '&bomb; &#99999999; &#1114112;' },
    ]);
  });
