import 'server-only';
import { LabroomError } from '@labroom/client/api-failure';
import { sha256Hex } from '@labroom/client/crypto/aes-gcm';
import { cache } from 'react';
import { z } from 'zod';
import type { Agreement, AgreementDocument } from '#lib/agreements/agreement.ts';
import { agreementUrl, isKeyOf, parseAgreementKey } from '#lib/agreements/agreement-key.ts';
import { webEnv } from './config/env.ts';
import { noteGap } from './visitor.ts';

const documentSchema: z.ZodType<AgreementDocument> = z.object({
  lab: z.object({ oclId: z.string(), labId: z.string(), title: z.string().nullable() }),
  token: z.object({ symbol: z.string() }),
  network: z.object({ name: z.string(), chainId: z.number() }),
  text: z.string(),
});

export type AgreementOutcome =
  | { kind: 'agreement'; agreement: Agreement }
  | { kind: 'absent' }
  /** The bytes do not match the key. */
  | { kind: 'altered'; contentHash: string }
  | { kind: 'failed'; failure: LabroomError };

const TIMEOUT_MS = 10_000;

/** The agreement of a page, read once per request and verified against its key. */
export const loadAgreement = cache(async (path: string): Promise<AgreementOutcome> => {
  const key = parseAgreementKey(path.split('/'));
  if (!key) return { kind: 'absent' };
  const url = agreementUrl(webEnv().storageUrl, key);
  let bytes: ArrayBuffer;
  try {
    const response = await fetch(url, {
      cache: 'no-store',
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (response.status === 404) return { kind: 'absent' };
    if (!response.ok) throw new Error(`The storage answered HTTP ${response.status}`);
    bytes = await response.arrayBuffer();
  } catch (error) {
    noteGap();
    return { kind: 'failed', failure: unreachable(error) };
  }
  const hash = await sha256Hex(bytes);
  const document = isKeyOf(key, hash) ? readDocument(bytes) : null;
  if (!document || document.lab.oclId !== key.split('/')[0])
    return { kind: 'altered', contentHash: `0x${hash}` };
  return { kind: 'agreement', agreement: { key, url, contentHash: `0x${hash}`, document } };
});

function readDocument(bytes: ArrayBuffer): AgreementDocument | null {
  try {
    return documentSchema.parse(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)));
  } catch {
    return null;
  }
}

/** Logs the cause with a new request id and returns the error for the page. */
function unreachable(cause: unknown): LabroomError {
  const requestId = crypto.randomUUID();
  console.error(`request ${requestId}: the storage could not be read`, cause);
  const message = 'The storage is unavailable. Try again in a moment.';
  return new LabroomError({ code: 'UPSTREAM_UNAVAILABLE', message, requestId }, { cause });
}
