import { unpackedStart } from '../source/unpacked-start.ts';
import { readZip, unpackStart, type ZipEntry } from '../zip/read-zip.ts';
import type { Disclosure, Disclosures } from './disclosure.ts';
import { officeDisclosures } from './office.ts';
import { contentDisclosures } from './office-content.ts';
import { openDocumentDisclosures } from './open-document.ts';
import { bytesOf, countOf, latin1Of, textOf } from './texts.ts';

const MAX_LISTED = 10_000;
/** Entries of an archive whose content is looked into, and how much of it. */
const MAX_ENTRIES = 300;
const MAX_ENTRY = 16 * 1024 * 1024;
const MAX_TOTAL = 128 * 1024 * 1024;
const MAX_FOUND = 20;

/** Pictures and documents within a document. The small picture of its first page shows what the document shows. */
const PICTURE = /^Pictures\/[^/]+\.(jpe?g|tiff?|heic|png|webp)$/i;
const EMBEDDED =
  /\/media\/[^/]+\.(jpe?g|tiff?|heic|png|webp)$|\/embeddings\/[^/]+\.(docx|xlsx|xlsm|pptx|docm|pptm|bin|doc|xls)$/i;

/** Looks into a file of an archive: by its name alone, without its content. */
export type Look = (content: Blob | null, path: string) => Promise<Disclosures>;

/** Entries of an archive with their content, as far as it is read. */
interface Entry {
  path: string;
  content(): Promise<Blob | null>;
}

/** An archive or an office document, which is a ZIP, too. */
export async function zipDisclosures(file: Blob, look: Look): Promise<Disclosures> {
  const { entries, count } = await readZip(file, MAX_LISTED);
  const names = new Set(entries.map(({ name }) => name));
  const document = { file, entries };
  if (names.has('[Content_Types].xml') && (names.has('_rels/.rels') || names.has('docProps/core.xml'))) {
    const found = await officeDisclosures(document);
    const parts = entries.filter(({ name }) => EMBEDDED.test(name));
    const inside = await lookInto(
      parts.map((entry) => entryOf(file, entry)),
      look,
    );
    return {
      found: [...found, ...inside.found, ...(await contentDisclosures(file, names))],
      unchecked: null,
    };
  }
  if (names.has('META-INF/manifest.xml') && names.has('meta.xml') && names.has('content.xml')) {
    const isEncrypted = entries.some((entry) => entry.name === 'encrypted-package' || entry.isEncrypted);
    if (isEncrypted) return locked;
    const pictures = entries.filter(({ name }) => PICTURE.test(name));
    const inside = await lookInto(
      pictures.map((entry) => entryOf(file, entry)),
      look,
    );
    const found = await openDocumentDisclosures(document);
    return {
      found: [...found, ...inside.found, ...(await contentDisclosures(file, names))],
      unchecked: null,
    };
  }
  const files = entries.filter(({ isFolder }) => !isFolder);
  const isLocked = files.some(({ isEncrypted }) => isEncrypted);
  const inside = await lookInto(
    files.map((entry) => entryOf(file, entry)),
    look,
  );
  if (isLocked) inside.found.push(...locked.found);
  if (count > entries.length)
    inside.unchecked ??= `Only its first ${countOf(entries.length, 'file')} were looked into.`;
  return inside;
}

const locked: Disclosures = {
  found: [{ kind: 'unread', reason: 'Is protected with a password, so it could not be looked into' }],
  unchecked: null,
};

function entryOf(file: Blob, entry: ZipEntry): Entry {
  return {
    path: entry.name,
    async content() {
      if (entry.isEncrypted) return null;
      return (await unpackStart(file, entry, MAX_ENTRY)).content;
    },
  };
}

/** A TAR, or a gzip of one. Without its whole content, what is beyond is not looked into. */
export async function tarDisclosures(content: Blob, isWhole: boolean, look: Look): Promise<Disclosures> {
  const entries: Entry[] = [];
  let longName = '';
  for (let at = 0; at + 512 <= content.size && entries.length < MAX_LISTED; ) {
    const header = await bytesOf(content, at, at + 512);
    const field = (start: number, length: number) => textOf(header.subarray(start, start + length)).trim();
    if (header[0] === 0) break;
    const size = Number.parseInt(field(124, 12), 8) || 0;
    if (size < 0) break;
    const [start, end] = [at + 512, at + 512 + size];
    const type = latin1Of(header.subarray(156, 157));
    if (type === 'L') longName = textOf(await bytesOf(content, start, Math.min(end, start + 4096)));
    else if (type === 'x')
      longName =
        /\d path=(.*)/.exec(textOf(await bytesOf(content, start, Math.min(end, start + 65_536))))?.[1] ?? '';
    else {
      const prefix = field(257, 5) === 'ustar' ? field(345, 155) : '';
      const path = longName || (prefix ? `${prefix}/${field(0, 100)}` : field(0, 100));
      longName = '';
      if (type === '0' || type === '\0' || type === '7')
        entries.push({ path, content: async () => content.slice(start, Math.min(end, start + MAX_ENTRY)) });
    }
    at = end + ((512 - (size % 512)) % 512);
  }
  const inside = await lookInto(entries, look);
  if (!isWhole) inside.unchecked ??= 'Only its beginning was looked into.';
  return inside;
}

/** What a gzip holds: one file, or a TAR. */
export async function gzipDisclosures(file: Blob, path: string, look: Look): Promise<Disclosures> {
  const { bytes, isWhole } = await unpackedStart(file, 'gzip', MAX_TOTAL / 2);
  const content = new Blob([bytes]);
  if (bytes.length === 0) return { found: [], unchecked: 'Its compressed content could not be read.' };
  if (isTar(bytes)) return tarDisclosures(content, isWhole, look);
  return look(content, path.replace(/\.(gz|gzip)$/i, '').replace(/\.tgz$/i, '.tar'));
}

export const isTar = (head: Uint8Array) => latin1Of(head.subarray(257, 262)) === 'ustar';

/** The reasons of the entries, each after the name of its entry. */
async function lookInto(entries: readonly Entry[], look: Look): Promise<Disclosures> {
  const found: Disclosure[] = [];
  let unchecked: string | null = null;
  let [read, total] = [0, 0];
  for (const { path, content } of entries) {
    if (found.length >= MAX_FOUND) break;
    const isRead = read < MAX_ENTRIES && total < MAX_TOTAL;
    if (!isRead) unchecked ??= `Only the names of its files after the first ${read} were looked at.`;
    const inside = isRead ? await content().catch(() => null) : null;
    if (isRead) read += 1;
    total += inside?.size ?? 0;
    const about = await look(inside, path);
    found.push(
      ...about.found.map(({ kind, reason }) => ({ kind, reason: `In ${path.split('/').at(-1)}: ${reason}` })),
    );
  }
  return { found, unchecked };
}
