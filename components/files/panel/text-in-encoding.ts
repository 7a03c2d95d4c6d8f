import { fileCrypto } from '@labroom/client/crypto/crypto-api';
import { type FileDetail, versionOf } from '@labroom/client/download/download-api';
import { openFile } from '@labroom/client/download/open-file';
import { textFormatOf } from '@labroom/formats/text-format';
import { downloadApi } from '#lib/download/browser-download-api.ts';
import { extractText } from '#lib/upload/extract-text.ts';

/**
 * The text of a public file for search in the encoding that its lab chose; `null` if that changes nothing, or if a person wrote the text that
 * search has.
 */
export async function textInEncoding(
  oclId: string,
  file: FileDetail,
  encoding: string | undefined,
  signal: AbortSignal,
): Promise<string | null> {
  const newest = versionOf(file, file.version);
  const former = file.savedView?.encoding ?? undefined;
  if (file.accessLevel !== 'PUBLIC' || !file.contentText || !newest || encoding === former) return null;
  // Before its bytes are fetched.
  if (!textFormatOf(file.name, newest.contentType, newest.contentLength)) return null;
  const { body } = await openFile({ api: downloadApi, crypto: fileCrypto }, oclId, newest, { signal });
  const content = new File([body], file.name, { type: newest.contentType });
  if ((await extractText(content, signal, former)) !== file.contentText) return null;
  const text = await extractText(content, signal, encoding);
  return text === file.contentText ? null : text;
}
