import {
  FinishCreateOrUpdateFileDocument,
  InitiateCreateOrUpdateFileDocument,
  UploadPartsDocument,
} from '@labroom/client/documents';
import { type Api, ask, post, resultOf } from './test-client.ts';
import { type Author, put } from './test-upload.ts';

/** Bytes of every part but the last one, of small uploads. */
export const PART = 8 * 2 ** 20;

export const initiateParts = (service: Api, { oclId, token }: Author, bytes: number | string) =>
  resultOf(
    service,
    InitiateCreateOrUpdateFileDocument,
    { oclId, contentType: 'text/plain', contentLengthBytes: String(bytes), inParts: true },
    token,
  );

/** What has arrived of an upload, and URLs of these parts. Throws when it is refused. */
export const partsOf = async (
  service: Api,
  { oclId, token }: Author,
  uploadToken: string,
  ...numbers: number[]
) => (await ask(service, UploadPartsDocument, { oclId, uploadToken, numbers }, token)).uploadParts;

/** Sends these parts of a body; the statuses. */
export async function sendParts(
  service: Api,
  author: Author,
  uploadToken: string,
  body: Uint8Array,
  ...numbers: number[]
): Promise<number[]> {
  const { urls } = await partsOf(service, author, uploadToken, ...numbers);
  return Promise.all(
    urls.map(({ number, url, headers }: { number: number; url: string; headers: [] }) =>
      put({ uploadUrl: url, headers }, body.subarray((number - 1) * PART, number * PART)),
    ),
  );
}

/** Begins an upload in parts and sends all of them, ready to finish. */
export async function sentInParts(service: Api, author: Author, body: Uint8Array): Promise<string> {
  const { uploadToken, parts } = await initiateParts(service, author, body.length);
  const numbers = Array.from({ length: parts.count }, (_, index) => index + 1);
  const statuses = await sendParts(service, author, uploadToken, body, ...numbers);
  if (statuses.some((status) => status !== 200)) throw new Error(`The parts were answered ${statuses}`);
  return uploadToken;
}

/** A finish that is repeated while the parts are joined; also how often it was. */
export async function finishLarge(service: Api, author: Author, uploadToken: string, path: string) {
  const { oclId, wallet: changeBy, token } = author;
  const variables = { oclId, uploadToken, accessLevel: 'PUBLIC', changeBy, path };
  for (let repeats = 0; ; repeats += 1) {
    const { status, body } = await post(service, FinishCreateOrUpdateFileDocument, variables, token);
    if (status === 200) return { repeats, result: body.data.finishCreateOrUpdateFile };
    if (body.errors[0].errorInfo.reason !== 'UPLOAD_JOINING') throw new Error(JSON.stringify(body.errors));
  }
}
