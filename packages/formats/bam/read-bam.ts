import { lacksEndBlock } from '../source/bgzf.ts';
import { BoundedReader } from '../source/bounded-reader.ts';
import { UnreadableFileError } from '../source/unreadable-file-error.ts';
import { type Reference, recordText } from './bam-record.ts';

export interface BamText {
  /** Header and first alignments, as `samtools view -h` prints them. */
  text: string;
  references: number;
  /** Alignments in the text. */
  alignments: number;
  /** Whether the file has more alignments. */
  isCut: boolean;
  /** Whether the mark that ends a file of blocks is missing. */
  hasNoEndMark: boolean;
}

const MAX_ALIGNMENTS = 2_000;
const MAX_TEXT = 500_000;
const MAX_HEADER_BYTES = 16 * 1024 * 1024;
const MAX_REFERENCES = 1_000_000;
const MAX_RECORD_BYTES = 4 * 1024 * 1024;

const damaged = (why: string) => new UnreadableFileError(`The BAM file is damaged: ${why}.`);

/** Header and first alignments of a BAM file as text in SAM (SAM 1.6, 4.2). No more is unpacked than is read. */
export async function readBam(body: Blob): Promise<BamText> {
  const start = new Uint8Array(await body.slice(0, 4).arrayBuffer());
  if (new TextDecoder().decode(start) === 'CRAM')
    throw new UnreadableFileError('This is a CRAM file, not BAM: samtools and IGV read it.');
  if (start[0] !== 0x1f || start[1] !== 0x8b) throw new UnreadableFileError('This is not a BAM file.');
  const reader = new BoundedReader(body, true);
  try {
    return { ...(await readText(reader)), hasNoEndMark: await lacksEndBlock(body) };
  } finally {
    reader.cancel();
  }
}

async function readText(reader: BoundedReader): Promise<Omit<BamText, 'hasNoEndMark'>> {
  const exactly = async (length: number) => {
    const bytes = await reader.read(length);
    if (bytes.length < length) throw damaged('it ends within its header or an alignment');
    return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  };
  const magic = await reader.read(4);
  if (String.fromCharCode(...magic) !== 'BAM\u0001') throw new UnreadableFileError('This is not a BAM file.');
  const int = async (most: number) => {
    const value = (await exactly(4)).getInt32(0, true);
    if (value < 0 || value > most) throw damaged('it claims an impossible length');
    return value;
  };
  const header = new TextDecoder()
    .decode(await exactly(await int(MAX_HEADER_BYTES)))
    .replace(/(?<!\0)\0+$/, '');
  const references = await readReferences(await int(MAX_REFERENCES), { int, exactly });
  const lines: string[] = [];
  let length = header.length;
  let isCut = header.length > MAX_TEXT;
  while (length < MAX_TEXT) {
    const size = await reader.read(4);
    if (size.length === 0) break;
    if (size.length < 4) throw damaged('it ends within an alignment');
    if (lines.length === MAX_ALIGNMENTS) {
      isCut = true;
      break;
    }
    const bytes = new DataView(size.buffer, size.byteOffset).getUint32(0, true);
    if (bytes < 32 || bytes > MAX_RECORD_BYTES) throw damaged('an alignment has an impossible length');
    const line = textIn(await exactly(bytes), references);
    lines.push(line);
    length += line.length + 1;
    isCut = length >= MAX_TEXT;
  }
  const written = header === '' || header.endsWith('\n') ? header : `${header}\n`;
  // Reference sequences are listed twice: in the text, which may lack them, and in bytes.
  const listed = references.map(({ name, length: bases }) => `@SQ\tSN:${name}\tLN:${bases}\n`);
  const head = /^@SQ/m.test(written) ? written : `${written}${listed.join('')}`;
  return {
    text: `${head.slice(0, MAX_TEXT)}${lines.map((line) => `${line}\n`).join('')}`,
    ...{ references: references.length, alignments: lines.length, isCut },
  };
}

function textIn(record: DataView, references: readonly Reference[]): string {
  try {
    return recordText(record, references);
  } catch (error) {
    if (error instanceof RangeError) throw damaged('an alignment cannot be read');
    throw error;
  }
}

interface Reading {
  int: (most: number) => Promise<number>;
  exactly: (length: number) => Promise<DataView>;
}

async function readReferences(count: number, { int, exactly }: Reading): Promise<Reference[]> {
  const references: Reference[] = [];
  for (let index = 0; index < count; index++) {
    const name = new TextDecoder().decode(await exactly(await int(65_536))).replace(/\0.*$/s, '');
    references.push({ name, length: (await exactly(4)).getInt32(0, true) });
  }
  return references;
}
