import type { Address, Hex } from 'viem';
import { z } from 'zod';
import type { Attester, LinkAttestation } from '#core/ports/attester.ts';
import type { AttesterName } from '#platform/config/secrets.ts';
import { AttesterError, verifiedAttester } from './attester.ts';

interface RemoteAttesterOptions {
  name: AttesterName;
  address: Address;
  url: string;
  /** Sent as a bearer token. */
  secret: string;
  /** Time limit of one attestation in milliseconds, the body of the response included. */
  timeoutMs?: number;
}

const maxResponseBytes = 4_096;
const responseSchema = z.object({ signature: z.string().regex(/^0x[0-9a-fA-F]{130}$/) });

/** An attester behind HTTPS (docs/specification/did-linking.md#remote-attester). */
export function remoteAttester(options: RemoteAttesterOptions): Attester {
  const { name, address, url, secret, timeoutMs = 10_000 } = options;

  async function sign(attestation: LinkAttestation): Promise<Hex> {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${secret}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ address, ...attestation }, (_, value: unknown) =>
        typeof value === 'bigint' ? value.toString() : value,
      ),
      // A redirect would pass the secret on.
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (response.status !== 200) {
      await response.body?.cancel();
      throw response.status === 422
        ? new AttesterError('REFUSED', `The ${name} attester refused the link.`)
        : new AttesterError('UNAVAILABLE', `The ${name} attester answered with HTTP ${response.status}.`);
    }
    const answer = responseSchema.safeParse(parseJson(await readText(response)));
    if (!answer.success)
      throw new AttesterError('INVALID', `The ${name} attester answered with no signature.`);
    return answer.data.signature as Hex;
  }

  async function readText(response: Response): Promise<string> {
    const chunks: Uint8Array[] = [];
    let length = 0;
    for await (const chunk of response.body ?? []) {
      length += chunk.length;
      if (length > maxResponseBytes)
        throw new AttesterError('INVALID', `The ${name} attester answered with more than 4 KiB.`);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString('utf8');
  }

  return verifiedAttester({
    name,
    kind: 'remote',
    address,
    sign: (attestation) =>
      sign(attestation).catch((error: Error) => {
        if (error instanceof AttesterError) throw error;
        const within = error.name === 'TimeoutError' ? ` within ${timeoutMs} ms` : '';
        throw new AttesterError('UNAVAILABLE', `The ${name} attester did not answer${within}.`);
      }),
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
