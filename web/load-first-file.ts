import 'server-only';
import { DataRoomFileDocument, DrawnFileDocument, LabTokenDocument } from '@labroom/client/documents';
import { type FileDetail, versionOf } from '@labroom/client/download/download-api';
import type { FileVersion } from '@labroom/client/download/download-ports';
import { type FormatId, isSvg, previewOf } from '@labroom/formats/formats';
import type { Encoding } from '@labroom/formats/text/encodings';
import { readPlainText } from '@labroom/formats/text/read-plain-text';
import { checkTree } from '@labroom/markdown/check-tree';
import type { MarkdownTree } from '@labroom/markdown/markdown-node';
import {
  type HoldableToken,
  holdableToken,
  labTokenDecimals,
  mayNameToken,
} from '#lib/access/holdable-token.ts';
import { type FileView, viewOfSaved } from '#lib/data-room/file-view.ts';
import type { BlobText, FirstFile, FirstPicture } from '#lib/download/first-file.ts';
import { roomPathOf } from '#lib/download/room-path.ts';
import { boundedText, boundedTree } from '#web/page-weight.ts';
import { queryOutcome } from '#web/query-service.ts';
import { noteGap } from '#web/visitor.ts';

// Enough for a preview. The browser later loads and verifies the whole file.
const MAX_BYTES = 64 * 1024;
const TIMEOUT_MS = 1_500;
/** Of the text for search the page shows four lines. The browser asks for all of it. */
const MAX_SEARCH_TEXT = 1_000;
const MAX_PICTURES = 6;
const MAX_PICTURE_BYTES = 2_000_000;
// Others have a viewer, which only a browser has.
const readable: ReadonlySet<FormatId | null> = new Set(['table', 'markdown', 'text', 'json']);

interface FirstFileOptions {
  /** The file at this path, if the page has asked for it already. */
  known?: FileDetail | undefined;
  /** How the URL says to read it. Default: as it is saved. */
  view?: FileView | null;
}

/** A file with its versions and the beginning of its text, for server rendering. */
export async function loadFirstFile(
  oclId: string,
  path: string,
  version: number | undefined,
  { known, view }: FirstFileOptions = {},
): Promise<FirstFile | null> {
  const outcome = known ? null : await queryOutcome(DataRoomFileDocument, { oclId, path });
  if (outcome && !outcome.ok) return null;
  const file = known ?? outcome?.data.dataRoomFile ?? null;
  const shown = file && versionOf(file, version);
  const isMarkdown = shown && formatOf(shown) === 'markdown';
  const [read, tree, token] = await Promise.all([
    shown && loadText(shown, (view ?? viewOfSaved(file.savedView)).encoding),
    isMarkdown && !shown.encryption ? loadTree(oclId, path, shown.version) : null,
    mayNameToken(shown?.encryption?.accessControlConditions) ? loadToken(oclId) : null,
  ]);
  const text = read && { ...read, tree };
  const pictures = text && isMarkdown ? await loadPictures(oclId, path, text.text) : [];
  return { path, file: file && withShortText(file), version: shown?.version ?? null, text, token, pictures };
}

const withShortText = (file: FileDetail): FileDetail => ({
  ...file,
  contentText: file.contentText?.slice(0, MAX_SEARCH_TEXT).toWellFormed() ?? null,
});

/** The beginning of a Markdown file as the service parsed it. */
async function loadTree(oclId: string, path: string, version: number): Promise<MarkdownTree | null> {
  const outcome = await queryOutcome(DrawnFileDocument, { oclId, path, version });
  const json = outcome.ok ? outcome.data.dataRoomFile?.drawn?.tree : null;
  const tree = json ? checkTree(JSON.parse(json)) : null;
  return tree && boundedTree(tree);
}

/** The token that was created for a lab. Decimal places of an attached one are read from the chain, by the browser. */
async function loadToken(oclId: string): Promise<HoldableToken | null> {
  const outcome = await queryOutcome(LabTokenDocument, { oclId });
  const token = outcome.ok ? outcome.data.labToken : null;
  return token?.wrapper === null ? holdableToken(token, labTokenDecimals) : null;
}

/** Public pictures of the data room that Markdown shows. The browser finds those that are missing here. */
async function loadPictures(oclId: string, path: string, markdown: string): Promise<FirstPicture[]> {
  const links = [...markdown.matchAll(/!\[[^[\]]{0,1000}\]\(([^\s)]{1,1000})/g)].map(([, link]) =>
    roomPathOf(path, link ?? ''),
  );
  const paths = [...new Set(links)].filter((link) => link !== null).slice(0, MAX_PICTURES);
  const outcomes = await Promise.all(
    paths.map((picture) => queryOutcome(DataRoomFileDocument, { oclId, path: picture })),
  );
  return outcomes.flatMap((outcome) => {
    const file = outcome.ok ? outcome.data.dataRoomFile : null;
    const version = file && versionOf(file);
    if (!version || version.encryption || !isPicture(version)) return [];
    return [{ path: version.path, url: version.downloadUrl }];
  });
}

const formatOf = ({ path, contentType }: FileVersion) => previewOf(path, contentType).format;

function isPicture(version: FileVersion): boolean {
  const isImage = formatOf(version) === 'image' && !isSvg(version.contentType);
  return isImage && version.contentLength <= MAX_PICTURE_BYTES;
}

async function loadText(version: FileVersion, encoding: Encoding | undefined): Promise<BlobText | null> {
  const isReadable = !version.encryption && readable.has(formatOf(version));
  if (!isReadable || version.contentLength > MAX_BYTES) return null;
  try {
    const response = await fetch(version.downloadUrl, {
      cache: 'no-store',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    // The browser says what bytes are that are no text.
    if (!response.ok) throw new Error(`The storage answered ${response.status}`);
    const read = await readPlainText(await response.blob(), { encoding });
    return read && boundedText(read);
  } catch {
    // The browser fetches the file and shows any error.
    noteGap();
    return null;
  }
}
