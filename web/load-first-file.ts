import 'server-only';
import { outcomeOf } from '#lib/api/outcome.ts';
import { fileKindOf } from '#lib/download/file-kind.ts';
import type { BlobText, FirstFile } from '#lib/download/first-file.ts';
import { DataRoomFileDocument } from '#packages/client/documents.generated.ts';
import { versionOf } from '#packages/client/download/download-api.ts';
import type { FileVersion } from '#packages/client/download/download-ports.ts';
import { queryService } from '#web/query-service.ts';

// Enough for a preview. The browser later loads and verifies the whole file.
const MAX_BYTES = 64 * 1024;
const TIMEOUT_MS = 1_500;
const readable = new Set(['table', 'markdown', 'text', 'json']);

/** A file with its versions and the beginning of its text, for server rendering. */
export async function loadFirstFile(
  oclId: string,
  path: string,
  version: number | undefined,
): Promise<FirstFile | null> {
  const outcome = await outcomeOf(queryService(DataRoomFileDocument, { oclId, path }));
  if (!outcome.ok) return null;
  const file = outcome.data.dataRoomFile;
  const shown = file && versionOf(file, version);
  return { path, file, version: shown?.version ?? null, text: shown && (await loadText(shown)) };
}

async function loadText(version: FileVersion): Promise<BlobText | null> {
  const isReadable = !version.encryption && readable.has(fileKindOf(version.contentType));
  if (!isReadable || version.contentLength > MAX_BYTES) return null;
  try {
    const response = await fetch(version.downloadUrl, {
      cache: 'no-store',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok) return null;
    return { text: (await response.text()).replace(/^\uFEFF/, ''), isCut: false };
  } catch {
    // The browser fetches the file and shows any error.
    return null;
  }
}
