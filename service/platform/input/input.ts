import { normalizeOclId, OclIdError } from '@labroom/contracts/ocl-id';
import { type AccessLevel, accessLevels } from '@labroom/protocol/access-level';
import { withoutDid } from '@labroom/protocol/deprecated-forms';
import { isAddress } from 'viem';
import { z } from 'zod';
import { type ErrorCode, type Reason, type ReasonOf, ServiceError } from '../errors/errors.ts';
import { describeIssue } from './input-issues.ts';

/** Any case in, lowercase out. */
export const walletAddress = z
  .string()
  .refine(
    (value) => isAddress(value.toLowerCase(), { strict: false }),
    reasoned('INVALID_ADDRESS', 'is not an address (0x and 40 hex digits)'),
  )
  .transform((value) => value.toLowerCase() as `0x${string}`);

/** As `walletAddress`; a `did:ethr:` of the address is accepted too. */
export const authorAddress = z.string().transform(withoutDid).pipe(walletAddress);

/** Any case in, lowercase out; version and namespace must be `01 01`. */
export const oclId = z.string().transform((value, ctx) => {
  try {
    return normalizeOclId(value);
  } catch (error) {
    const isZero = error instanceof OclIdError && error.reason === 'INVALID_ACCOUNT';
    const message = isZero
      ? 'names the zero account: its last 40 hex digits are all 0'
      : 'is not an oclId (0x and 64 hex digits, the first of them 0101), nor the short name of a lab';
    ctx.addIssue({ code: 'custom', message, params: { reason: 'INVALID_OCL_ID' satisfies Reason } });
    return z.NEVER;
  }
});

const label = z.string().trim().min(1).max(100);
export const tags = z.array(label).max(50);
export const description = z.string().max(10_000);
export const changeNote = z.string().trim().max(500);
export const contentText = z
  .string()
  .refine((text) => Buffer.byteLength(text) <= 1_048_576, { error: 'is longer than 1 MiB' });

/** Of stored bytes. */
export const hashOfBytes = z.string().regex(/^sha256:[0-9a-f]{64}$/, {
  error: 'must be sha256: and 64 lowercase hex digits',
});

export const accessLevel = z.custom<AccessLevel>(
  (value) => accessLevels.some((level) => level === value),
  reasoned(
    'INVALID_ACCESS_LEVEL',
    ({ input }) => `must be PUBLIC, HOLDERS or ADMIN, not ${JSON.stringify(input)}`,
  ),
);

export const mimeType = z
  .string()
  .max(255)
  .regex(
    // Lengths from RFC 6838, 4.2. Only characters that a header carries unchanged.
    /^[A-Za-z0-9!#$&^_.+-]{1,127}\/[A-Za-z0-9!#$&^_.+-]{1,127}( *; *[A-Za-z0-9!#$&^_.+-]+=("[ !#-[\]-~]*"|[A-Za-z0-9!#$&^_.+-]+))*$/,
    {
      error: 'is not a MIME type such as text/csv',
    },
  );

/**
 * Parses the arguments of an operation, or throws `VALIDATION_FAILED` with the name of the argument and the documented
 * reason, if there is one. A rule about several arguments names one of them by its `path`.
 */
export function parseInput<S extends z.ZodType>(
  schema: S,
  value: unknown,
  code: ErrorCode = 'VALIDATION_FAILED',
): z.output<S> {
  const parsed = schema.safeParse(value, { error: describeIssue });
  if (parsed.success) {
    requireNoNul(parsed.data, code);
    return parsed.data;
  }
  const [issue] = parsed.error.issues;
  const where = issue?.path.join('.') ?? '';
  const reason = issue?.code === 'custom' ? (issue.params?.reason as Reason | undefined) : undefined;
  const bound: unknown = issue?.code === 'custom' ? issue.params?.bound : undefined;
  throw new ServiceError(code, `${where} ${issue?.message}.`, {
    ...(reason && { reason }),
    details: { argument: where, ...(bound ? { bound } : {}) },
  });
}

/** PostgreSQL cannot store the NUL character in text. */
function requireNoNul(value: unknown, code: ErrorCode, path: string[] = []): void {
  if (typeof value === 'string' && value.includes('\0')) {
    const argument = path.join('.');
    throw new ServiceError(code, `${argument} must not contain a NUL character.`, {
      details: { argument },
    });
  }
  if (value === null || typeof value !== 'object' || value instanceof Date) return;
  for (const [key, item] of Object.entries(value)) requireNoNul(item, code, [...path, key]);
}

/** A refinement that fails with a documented reason. */
export function reasoned(
  reason: ReasonOf<'VALIDATION_FAILED'>,
  error: string | ((issue: { input?: unknown }) => string),
) {
  return { error, params: { reason } };
}

const oclIdArgument = z.object({ oclId });

/** Parses the only argument of operations that take just a lab. */
export function parseOclId(args: { oclId: string }): `0x${string}` {
  return parseInput(oclIdArgument, args).oclId;
}
