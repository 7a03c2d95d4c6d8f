import 'server-only';
import {
  GenerateLabImageUploadUrlDocument,
  InitiateCreateOrUpdateFileDocument,
  UploadPartsDocument,
} from '@labroom/client/documents';
import { type Reason, retryableCodes } from '@labroom/client/errors';
import { MAX_BODY_BYTES, MAX_SMALL_BODY_BYTES } from '@labroom/protocol/body-limit';
import { formatDocument, stringifyDocument } from '@urql/core';
import { z } from 'zod';
import { sessionHeader } from '#lib/api/session-header.ts';
import { traceparentOf } from '#lib/api/trace-context.ts';
import type { WebEnv } from './config/env.ts';
import { isOwnDocument } from './own-documents.ts';
import { readBody } from './read-body.ts';
import { type GrantHolder, signUploadPath } from './upload-grant.ts';
import { visitorHeaders } from './visitor.ts';

/**
 * Maximum size of a body: the service's limit, which allows for the searchable text of a file. Without a session the
 * limit is lower.
 */
const maxBodyBytes = { session: MAX_BODY_BYTES, anonymous: MAX_SMALL_BODY_BYTES };

/** Timeout of the service's response. A decryption makes several calls to the chain. */
const timeoutMilliseconds = 60_000;

const foreignDocument =
  'This endpoint accepts only documents of the web app. Send other documents to the API with your own credential.';

const passedBack = ['content-type', 'x-request-id', 'retry-after', 'labroom-service-token'];

/**
 * Forwards one GraphQL request to the service with the app's credential, the session's token and the visitor's address.
 * Accepts only the app's own documents, so that no other program can use the credential. Forwards document, variables
 * and trace, but no other header and no cookie. Returns status, body and four headers. If browsers cannot reach the
 * storage, upload URLs are replaced by paths of this app.
 */
export async function forwardToService(
  request: Request,
  env: Pick<WebEnv, 'serviceUrl' | 'serviceCredential' | 'proxiesUploads'>,
  sessionToken: string | undefined,
): Promise<Response> {
  if (!isJson(request.headers.get('content-type'))) {
    return errorResponse(415, 'INVALID_INPUT', 'Send application/json.');
  }
  const limit = sessionToken ? maxBodyBytes.session : maxBodyBytes.anonymous;
  const read = await readBody(request, limit);
  if ('refused' in read) return errorResponse(read.status, 'INVALID_INPUT', read.refused);
  const sent = parseObject(read.bytes);
  if (sent === null) return errorResponse(400, 'INVALID_INPUT', 'The body is not a JSON object.');
  if (!isOwnDocument(sent.query)) return errorResponse(403, 'UNAUTHORIZED', foreignDocument);
  // The page shows a session whose cookie is gone. What everyone may read is no answer to it.
  if (!sessionToken && request.headers.has(sessionHeader)) return sessionEnded();
  const { query, variables, operationName } = sent;
  const body = JSON.stringify({ query, variables, operationName });

  const headers = new Headers({
    'content-type': 'application/json',
    accept: 'application/json',
    ...visitorHeaders(),
    traceparent: traceparentOf(request.headers.get('traceparent')),
  });
  if (env.serviceCredential) headers.set('authorization', env.serviceCredential);
  if (sessionToken) headers.set('x-service-token', sessionToken);
  try {
    const answer = await fetch(`${env.serviceUrl}/graphql`, {
      method: 'POST',
      headers,
      body,
      cache: 'no-store',
      redirect: 'error',
      signal: AbortSignal.any([request.signal, AbortSignal.timeout(timeoutMilliseconds)]),
    });
    const answerHeaders = new Headers({ 'cache-control': 'no-store' });
    for (const name of passedBack) {
      const value = answer.headers.get(name);
      if (value) answerHeaders.set(name, value);
    }
    const { serviceCredential } = env;
    const replaced =
      env.proxiesUploads && serviceCredential && sessionToken && answer.ok && uploadDocuments.has(query)
        ? await replaceUploadUrl(await answer.text(), variables, { serviceCredential, sessionToken })
        : answer.body;
    return new Response(replaced, { status: answer.status, headers: answerHeaders });
  } catch (error) {
    const isLate = error instanceof DOMException && error.name === 'TimeoutError';
    const cause = request.signal.aborted ? undefined : error;
    return isLate
      ? errorResponse(504, 'TIMEOUT', 'The service took too long to answer. Try again.', cause)
      : errorResponse(
          502,
          'UPSTREAM_UNAVAILABLE',
          'The service could not be reached. Try again in a moment.',
          cause,
        );
  }
}

/** The documents whose results contain upload URLs. */
const uploadDocuments = new Set(
  [InitiateCreateOrUpdateFileDocument, GenerateLabImageUploadUrlDocument, UploadPartsDocument].flatMap(
    (document) => [stringifyDocument(document), stringifyDocument(formatDocument<typeof document>(document))],
  ),
);

const headersSchema = z.array(z.object({ key: z.string(), value: z.string() }));

const partUrlsSchema = z.array(z.looseObject({ url: z.string(), headers: headersSchema }));

const uploadAnswerSchema = z.looseObject({
  data: z.record(
    z.string(),
    z.looseObject({
      uploadUrl: z.string().nullish(),
      headers: headersSchema.nullish(),
      urls: partUrlsSchema.optional(),
      parts: z.looseObject({ urls: partUrlsSchema }).nullish(),
    }),
  ),
});

/** The upload of a lab's image has no signed headers. Its content type is the requested one. */
const imageVariablesSchema = z.object({ contentType: z.string() });

/** Returns results without an upload URL, i.e. errors, unchanged. */
async function replaceUploadUrl(text: string, variables: unknown, holder: GrantHolder): Promise<string> {
  const answer = uploadAnswerSchema.safeParse(JSON.parse(text)).data;
  if (!answer) return text;
  for (const upload of Object.values(answer.data)) {
    for (const part of upload.urls ?? upload.parts?.urls ?? []) part.url = await signUploadPath(part, holder);
    if (!upload.uploadUrl) continue;
    const { contentType } = imageVariablesSchema.parse(variables);
    const headers = upload.headers ?? [{ key: 'Content-Type', value: contentType }];
    upload.uploadUrl = await signUploadPath({ url: upload.uploadUrl, headers }, holder);
  }
  return JSON.stringify(answer);
}

/** The answer to a page that shows a session of which no token is left. */
function sessionEnded(): Response {
  return errorResponse(200, 'UNAUTHENTICATED', 'The session has expired. Sign in again.', undefined, {
    reason: 'TOKEN_EXPIRED',
  });
}

/** An error in the service's format. Logs `cause`, if given, with the request id. */
export function errorResponse(
  status: number,
  errorType: string,
  message: string,
  cause?: unknown,
  details: { reason?: Reason } = {},
): Response {
  const requestId = crypto.randomUUID();
  const retryable = retryableCodes.some((code) => code === errorType);
  const errorInfo = { ...details, requestId, retryable, details };
  if (cause !== undefined) console.error(`request ${requestId}: ${message}`, cause);
  return Response.json(
    {
      errors: [{ message, errorType, errorInfo, extensions: { code: errorType, ...errorInfo } }],
    },
    { status, headers: { 'x-request-id': requestId, 'cache-control': 'no-store' } },
  );
}

function isJson(contentType: string | null): boolean {
  return contentType?.split(';')[0]?.trim().toLowerCase() === 'application/json';
}

function parseObject(bytes: Buffer): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(bytes.toString());
    return typeof value === 'object' && value !== null ? { ...value } : null;
  } catch {
    return null;
  }
}
