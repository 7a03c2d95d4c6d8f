import { setTimeout as pause } from 'node:timers/promises';
import type { Endpoint } from './actors.ts';
import type { Author } from './test-upload.ts';

/** Number of each outcome, e.g. `{ 'HTTP 200': 600, 'HTTP 429': 40 }`. */
export type Outcomes = Map<string, number>;

/** Attempts before a request counts as lost. */
const MAX_TRIES = 60;

function count(outcomes: Outcomes, outcome: string): void {
  outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
}

/**
 * Sends a request, and again after `Retry-After` where that is asked for, as a careful client does. A connection that breaks
 * is tried again after a second. Every answer is counted, mutations by the code in their `error`.
 * @returns the body of the first answer that asks for no repetition; `null` where none came
 */
async function send(
  url: string,
  request: RequestInit,
  outcomes: Outcomes,
  step: string,
): Promise<{ status: number; text: string } | null> {
  for (let time = 0; time < MAX_TRIES; time += 1) {
    try {
      const response = await fetch(url, request);
      const text = await response.text();
      const code = /"(?:code|errorType)":"([A-Z_]+)"/.exec(text)?.[1];
      count(outcomes, `${step} HTTP ${response.status}${code ? ` ${code}` : ''}`);
      const wait = Number(response.headers.get('retry-after'));
      if (!(wait > 0)) return { status: response.status, text };
      await pause(wait * 1_000);
    } catch (error) {
      const cause =
        error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
      count(outcomes, `${step} ${cause}`);
      await pause(1_000);
    }
  }
  return null;
}

/** A mutation by such a client. */
export function mutate(service: Endpoint, author: Author, query: string, outcomes: Outcomes, step: string) {
  const headers = {
    'content-type': 'application/json',
    authorization: service.credential,
    'x-service-token': author.token,
  };
  const request = { method: 'POST', headers, body: JSON.stringify({ query }) };
  return send(`${service.url}/graphql`, request, outcomes, step);
}

/** Uploads a public file; returns false if a step fails. */
export async function uploadPatiently(
  service: Endpoint,
  author: Author,
  { path, body }: { path: string; body: Buffer<ArrayBuffer> },
  outcomes: Outcomes,
): Promise<boolean> {
  const of = `oclId: "${author.oclId}"`;
  const initiate = `mutation { initiateCreateOrUpdateFile(${of}, contentType: "text/plain", contentLength: ${body.length}) {
    uploadToken uploadUrl headers { key value } error { code } } }`;
  const begun = await mutate(service, author, initiate, outcomes, 'initiate');
  const upload = begun && JSON.parse(begun.text).data?.initiateCreateOrUpdateFile;
  if (!upload?.uploadToken) return false;
  const headers: Record<string, string> = {};
  for (const { key, value } of upload.headers) headers[key] = value;
  const put = await send(upload.uploadUrl, { method: 'PUT', headers, body }, outcomes, 'PUT');
  if (put?.status !== 200) return false;
  const finish = `mutation { finishCreateOrUpdateFile(${of}, uploadToken: "${upload.uploadToken}", path: "${path}",
    accessLevel: "PUBLIC", changeBy: "${author.wallet}") { datasetId error { code } } }`;
  const finished = await mutate(service, author, finish, outcomes, 'finish');
  return Boolean(finished && JSON.parse(finished.text).data?.finishCreateOrUpdateFile?.datasetId);
}
