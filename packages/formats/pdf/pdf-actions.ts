/** Names of PDF actions that run on their own or contact other hosts (ISO 32000-2, 12.6.4). */
const ACTIONS = new Set(
  'JavaScript Rendition Launch SubmitForm ImportData GoToR GoToE RichMedia XFA'.split(' '),
);
/** A PDF name (7.3.5). Any of its characters may be written as `#` and two hex digits. */
const NAME = /\/((?:[A-Za-z0-9]|#[0-9A-Fa-f]{2}){3,40})/g;

const SLICE = 4 * 1024 * 1024;
/** Bytes of the next slice to include. A longer object stream cannot be inspected. */
const OVERLAP = 1024 * 1024;
const MAX_UNPACKED = 64 * 1024 * 1024;

/**
 * Whether a PDF may run scripts or act on its own when shown, judged by its bytes. Compressed objects are decompressed.
 * A PDF that cannot be inspected (encrypted, or compressed in another way) counts as acting.
 */
export async function mayAct(pdf: Blob): Promise<boolean> {
  for (let at = 0; at < pdf.size; at += SLICE) {
    const bytes = new Uint8Array(await pdf.slice(at, at + SLICE + OVERLAP).arrayBuffer());
    if (await actsWithin(bytes, SLICE)) return true;
  }
  return false;
}

/** Checks the names that begin before `end`. */
async function actsWithin(bytes: Uint8Array<ArrayBuffer>, end: number): Promise<boolean> {
  // One character per byte.
  const text = new TextDecoder('windows-1252').decode(bytes);
  for (const match of text.matchAll(NAME)) {
    if (match.index >= end) return false;
    const name = unescaped(match[1] ?? '');
    if (ACTIONS.has(name)) return true;
    if (name !== 'ObjStm') continue;
    const objects = await unpacked(bytes, text, match.index);
    if (objects === null || (await actsWithin(objects, objects.length))) return true;
  }
  return false;
}

const unescaped = (name: string) =>
  name.replace(/#([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

/** The decompressed object stream (7.5.7) whose type name is at `at`; `null` if it cannot be read. */
async function unpacked(
  bytes: Uint8Array<ArrayBuffer>,
  text: string,
  at: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const begin = text.lastIndexOf('obj', at);
  const keyword = /stream\r?\n/g;
  keyword.lastIndex = at;
  const start = keyword.exec(text);
  if (begin === -1 || !start) return null;
  const dictionary = text.slice(begin, start.index);
  const finish = text.indexOf('endstream', keyword.lastIndex);
  if (finish === -1 || dictionary.includes('endobj')) return null;
  const body = bytes.subarray(keyword.lastIndex, finish);
  const isFlate = /\/Filter\s*(\[\s*\/FlateDecode\s*\]|\/FlateDecode)/.test(dictionary);
  const isOddlyPacked = /\/(DecodeParms|DP|F)\b|#/.test(dictionary) || !isFlate;
  if (isOddlyPacked) return /\/(Filter|F)\b|#/.test(dictionary) ? null : body;
  const lineEnd = /\r?\n?$/.exec(text.slice(finish - 2, finish))?.[0].length ?? 0;
  // A line break before the `endstream` keyword is not part of the stream. Without one, the last byte may look like it.
  return (await inflated(body.subarray(0, body.length - lineEnd))) ?? inflated(body);
}

async function inflated(packed: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer> | null> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  try {
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate'));
    const reader = stream.getReader();
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      chunks.push(read.value);
      length += read.value.length;
      if (length > MAX_UNPACKED) return null;
    }
    return new Uint8Array(await new Blob(chunks).arrayBuffer());
  } catch {
    return null;
  }
}
