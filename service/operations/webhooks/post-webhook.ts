import { isIP } from 'node:net';
import { Agent, type Dispatcher } from 'undici';
import { ClosedAddressError, isPublicAddress, lookupPublic } from '#platform/network/public-address.ts';

const connectMs = 5_000;
const answerMs = 10_000;
/** Bytes of an answer that are read, to keep the connection for the next event. */
const mostBytes = 4_096;

export type PostOutcome = { status: number } | { failure: 'ADDRESS' | 'CONNECTION' | 'TIMEOUT' };

/** Sends one request. It follows no redirect, and keeps nothing of the answer but its status. */
export type PostWebhook = (
  url: string,
  headers: Record<string, string>,
  body: string | Uint8Array,
) => Promise<PostOutcome>;

/** Opens connections for webhooks. Beyond `local` they lead to public addresses alone. */
export function openWebhookSender({ onlyPublic }: { onlyPublic: boolean }): {
  post: PostWebhook;
  close(): Promise<void>;
} {
  const agent = new Agent({
    connect: { timeout: connectMs, ...(onlyPublic && { lookup: lookupPublic }) },
    headersTimeout: answerMs,
    bodyTimeout: answerMs,
    maxHeaderSize: 16_384,
    keepAliveTimeout: 5_000,
    pipelining: 1,
  });
  return {
    post: (url, headers, body) => post(agent, onlyPublic, { url, headers, body }),
    close: () => agent.destroy(),
  };
}

interface Message {
  url: string;
  headers: Record<string, string>;
  body: string | Uint8Array;
}

async function post(
  dispatcher: Dispatcher,
  onlyPublic: boolean,
  { url, headers, body }: Message,
): Promise<PostOutcome> {
  const signal = AbortSignal.timeout(answerMs);
  try {
    const { hostname, origin, pathname, port, search } = new URL(url);
    // An address in the URL is not looked up.
    const literal = hostname.replace(/^\[|\]$/g, '');
    // Also for addresses from before the rule of ports.
    const isClosed = port !== '' && Number(port) < 1024;
    if (onlyPublic && (isClosed || (isIP(literal) !== 0 && !isPublicAddress(literal))))
      throw new ClosedAddressError(literal);
    const response = await dispatcher.request({
      origin,
      path: pathname + search,
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'Labroom-Webhooks', ...headers },
      body,
      signal,
    });
    await response.body.dump({ limit: mostBytes, signal }).catch(() => undefined);
    return { status: response.statusCode };
  } catch (error) {
    return { failure: failureOf(error, signal) };
  }
}

function failureOf(error: unknown, signal: AbortSignal): 'ADDRESS' | 'CONNECTION' | 'TIMEOUT' {
  if (error instanceof ClosedAddressError) return 'ADDRESS';
  const { code } = error as { code?: string };
  return signal.aborted || code?.endsWith('_TIMEOUT') ? 'TIMEOUT' : 'CONNECTION';
}
