import 'server-only';
import type { WebEnv } from './config/env.ts';
import { errorResponse } from './forward.ts';
import { readUploadGrant } from './upload-grant.ts';

/** How long to keep reading a body that the storage has rejected. */
const refusedBodyMilliseconds = 30_000;

const passedBack = ['content-type', 'etag', 'retry-after'];

/**
 * Streams one upload to the URL issued by the service. The storage validates the bytes. It gets only the signed headers
 * and the announced length. Its status and body are returned.
 */
export async function forwardUpload(
  request: Request,
  env: Pick<WebEnv, 'serviceUrl' | 'publicServiceUrl' | 'serviceCredential'>,
  sessionToken: string | undefined,
): Promise<Response> {
  const { serviceCredential } = env;
  if (!sessionToken || !serviceCredential) return errorResponse(401, 'UNAUTHENTICATED', 'Sign in to upload.');
  const signed = new URL(request.url).searchParams.get('grant') ?? '';
  const grant = await readUploadGrant(signed, { serviceCredential, sessionToken });
  if (!grant) {
    return errorResponse(
      403,
      'UNAUTHORIZED',
      'This session may not upload to this address. Start a new upload.',
    );
  }
  const length = request.headers.get('content-length');
  if (length === null) return errorResponse(411, 'INVALID_INPUT', 'Send the Content-Length of the file.');

  const headers = new Headers(grant.headers.map(({ key, value }): [string, string] => [key, value]));
  if (request.body) headers.set('content-length', length);
  try {
    const answer = await fetch(fromHere(grant.url, env), {
      method: 'PUT',
      headers,
      body: request.body && readToEnd(request.body),
      duplex: 'half',
      cache: 'no-store',
      redirect: 'error',
      signal: request.signal,
    } as RequestInit);
    const answerHeaders = new Headers({ 'cache-control': 'no-store' });
    for (const name of passedBack) {
      const value = answer.headers.get(name);
      if (value) answerHeaders.set(name, value);
    }
    return new Response(answer.body, { status: answer.status, headers: answerHeaders });
  } catch (error) {
    const cause = request.signal.aborted ? undefined : error;
    return errorResponse(502, 'UPSTREAM_UNAVAILABLE', 'The upload to the storage failed. Try again.', cause);
  }
}

/** The service may have different URLs for this server and for browsers. */
function fromHere(url: string, env: Pick<WebEnv, 'serviceUrl' | 'publicServiceUrl'>): string {
  const isServices = url.startsWith(`${env.publicServiceUrl}/`);
  return isServices ? env.serviceUrl + url.slice(env.publicServiceUrl.length) : url;
}

/**
 * Browsers read an error response only after they have sent the whole body. So if the storage stops reading, the rest
 * of the body is read and discarded.
 */
function readToEnd(body: ReadableStream<Uint8Array<ArrayBuffer>>): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = body.getReader();
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel() {
        discard(reader).catch(() => undefined);
      },
    },
    { highWaterMark: 0 },
  );
}

async function discard(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  const timer = setTimeout(() => reader.cancel().catch(() => undefined), refusedBodyMilliseconds);
  try {
    while (!(await reader.read()).done);
  } finally {
    clearTimeout(timer);
  }
}
