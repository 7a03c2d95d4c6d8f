import type { JsonSchema } from '@labroom/protocol/json-schema-dialect';
import { CompactEncrypt, importJWK } from 'jose';
import { z } from 'zod';
import type { Forward } from '#gateway/forward.ts';
import { ServiceError } from '#platform/errors/errors.ts';

/** Argument of the tools that release a data key: the public key that it is encrypted to. */
export const RECIPIENT_KEY = 'recipientKey';

/** The field of a mutation's result that is a data key in the clear, and what a tool has in its place. */
const PLAIN = 'plaintextDEK';
const SEALED = 'sealedDEK';

const ALGORITHM = 'ECDH-ES';
const coordinate = z.string().regex(/^[\w-]{43}$/);

/** A public key as a JWK (RFC 7517, RFC 8037). Strict: a private key is refused by the name of its member. */
const publicKeySchema = z.union([
  z.strictObject({ kty: z.literal('OKP'), crv: z.literal('X25519'), x: coordinate }),
  z.strictObject({ kty: z.literal('EC'), crv: z.literal('P-256'), x: coordinate, y: coordinate }),
]);

/** The argument as a JSON Schema. It can be left out, so that a program without a key is told what to do. */
export const recipientKeySchema: JsonSchema = {
  type: 'object',
  description:
    'A public key made for this call, as a JWK: `{"kty":"OKP","crv":"X25519","x":…}`, or P-256 with `x` and `y`. The data key is returned encrypted to it. ' +
    'Never send the private key. If you cannot keep a private key outside of the conversation, use `labroom mcp`.',
  properties: {
    kty: { enum: ['OKP', 'EC'] },
    crv: { enum: ['X25519', 'P-256'] },
    x: { type: 'string', description: 'Base64url, 32 bytes.' },
    y: { type: 'string', description: 'Base64url, 32 bytes. Of P-256 only.' },
  },
  required: ['kty', 'crv', 'x'],
  additionalProperties: false,
};

/** Encrypts a data key to its recipient. */
type Seal = (dataKey: Uint8Array) => Promise<string>;

/** Whether the result of a mutation has a data key in the clear. */
export const releasesKey = (result: JsonSchema): boolean => PLAIN in propertiesOf(result);

/** The schema of the result with the encrypted key in the place of the key. */
export function sealedResult(result: JsonSchema): JsonSchema {
  const { [PLAIN]: _, ...properties } = propertiesOf(result);
  const required = (result.required as string[] | undefined)?.map((name) => (name === PLAIN ? SEALED : name));
  const sealed = {
    type: ['string', 'null'],
    description: `The data key, encrypted to \`${RECIPIENT_KEY}\`: a JWE (RFC 7516, compact) by ECDH-ES and A256GCM of the 32 bytes.`,
  };
  return { ...result, properties: { ...properties, [SEALED]: sealed }, ...(required && { required }) };
}

/**
 * Reads the public key of the recipient, and tries it.
 * @throws ServiceError `VALIDATION_FAILED` without one that works, before anything is charged
 */
export async function openSeal(recipientKey: unknown): Promise<Seal> {
  const { data: jwk } = publicKeySchema.safeParse(recipientKey);
  if (!jwk)
    throw refused(
      'A data key is given to a tool only in encrypted form, because the answers of tools are part of the conversation. Run `labroom mcp` on the ' +
        `agent's machine: it encrypts and decrypts files there. Or send ${RECIPIENT_KEY}: a public key of yours as a JWK, X25519 or P-256, whose private key stays outside of the conversation.`,
    );
  const seal: Seal = async (dataKey) =>
    new CompactEncrypt(dataKey)
      .setProtectedHeader({ alg: ALGORITHM, enc: 'A256GCM' })
      .encrypt(await importJWK(jwk, ALGORITHM));
  await seal(new Uint8Array(32)).catch(() => {
    throw refused(`${RECIPIENT_KEY} is not a point of ${jwk.crv}.`);
  });
  return seal;
}

/**
 * Runs a mutation that releases a data key, and encrypts the key before the answer is stored, signed or sent. An answer of another
 * form is dropped.
 */
export function sealing(forward: Forward, mutation: string, seal: Seal): Forward {
  const bodySchema = z.object({
    data: z.object({ [mutation]: z.looseObject({ [PLAIN]: z.string().nullable() }).nullable() }).nullish(),
    errors: z.unknown().optional(),
  });
  return async (request, bought, scope) => {
    const answer = await forward(request, bought, scope);
    const { data, ...body } = bodySchema.parse(answer.body);
    const result = data?.[mutation];
    if (!result) return { ...answer, body: { ...body, ...(data !== undefined && { data }) } };
    const { [PLAIN]: dataKey, ...others } = result;
    const sealed = typeof dataKey === 'string' ? await seal(Buffer.from(dataKey, 'base64')) : null;
    return { ...answer, body: { ...body, data: { [mutation]: { ...others, [SEALED]: sealed } } } };
  };
}

const propertiesOf = ({ properties }: JsonSchema) =>
  (properties ?? {}) as Readonly<Record<string, JsonSchema>>;

const refused = (message: string) =>
  new ServiceError('VALIDATION_FAILED', message, { details: { argument: RECIPIENT_KEY } });
