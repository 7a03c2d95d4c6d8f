import { createHash, createHmac, hkdfSync } from 'node:crypto';
import { z } from 'zod';
import type { GraphQLRequest } from '#core/ports/operations.ts';
import { openText, sealText } from '#platform/text/sealed-text.ts';
import type { SigningKeys } from '../platform/config/secrets.ts';

const keptSchema = z.object({ status: z.literal(200), body: z.record(z.string(), z.unknown()) });
/** An answer that is given again. */
export type KeptAnswer = z.output<typeof keptSchema>;

/**
 * What is stored for an `Idempotency-Key`. Answers hold secrets, such as tokens, so they are encrypted under a key that takes both a
 * secret of the service and the key that the caller sent, which is not stored.
 */
export class AnswerSeal {
  /** Hash of the caller and its key. */
  readonly id: Uint8Array;
  /** Hash of the caller. */
  readonly caller: Uint8Array;
  /** The first one seals; the others open what was sealed before the service's secret was replaced. */
  readonly #keys: readonly Uint8Array[];

  constructor(secrets: SigningKeys, caller: string, sentKey: string) {
    this.caller = createHash('sha256').update(caller).digest();
    this.id = createHash('sha256').update(this.caller).update(sentKey).digest();
    this.#keys = secrets.map(
      (secret) =>
        new Uint8Array(
          hkdfSync('sha256', Buffer.concat([secret, Buffer.from(sentKey)]), this.id, 'answer', 32),
        ),
    );
  }

  hashOf(request: GraphQLRequest): Uint8Array {
    return hashUnder(this.#sealing, request);
  }

  isHashOf(hash: Uint8Array, request: GraphQLRequest): boolean {
    return this.#keys.some((key) => Buffer.compare(hashUnder(key, request), hash) === 0);
  }

  seal(answer: KeptAnswer): Uint8Array {
    return sealText(this.#sealing, this.id, JSON.stringify(answer));
  }

  /** Returns null for what no key opens. */
  open(sealed: Uint8Array): KeptAnswer | null {
    for (const key of this.#keys) {
      try {
        return keptSchema.parse(JSON.parse(openText(key, this.id, sealed)));
      } catch {}
    }
    return null;
  }

  get #sealing(): Uint8Array {
    const [first] = this.#keys;
    if (!first) throw new Error('The service has no secret');
    return first;
  }
}

function hashUnder(key: Uint8Array, { query, operationName, variables }: GraphQLRequest): Uint8Array {
  const request = JSON.stringify([query, operationName ?? null, variables ?? null]);
  return createHmac('sha256', key).update(request).digest();
}
