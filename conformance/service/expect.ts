import assert from 'node:assert/strict';
import type { Answer } from '@labroom/testing/test-client.ts';

/** Every error code, and whether it is retryable (docs/specification/errors.md#codes). */
const retryable: Readonly<Record<string, boolean>> = {
  UNAUTHENTICATED: false,
  UNAUTHORIZED: false,
  NOT_FOUND: false,
  CONFLICT: false,
  VALIDATION_FAILED: false,
  FAILED_PRECONDITION: false,
  INVALID_INPUT: false,
  INVALID_METADATA: false,
  COMPLEXITY_LIMIT_EXCEEDED: false,
  RATE_LIMITED: true,
  TIMEOUT: true,
  UPSTREAM_UNAVAILABLE: true,
  INTERNAL_ERROR: true,
};

type Result = Answer['body'];

export function done(result: Result): Result {
  assert.equal(result.error, null, JSON.stringify(result.error));
  return result;
}

/** An in-band refusal: code, reason, whether to try again, and a message that is mirrored. @returns its details */
export function refused(result: Result, code: string, reason?: string): Result {
  const { error } = result;
  assert.ok(error, `expected ${code}, but it succeeded: ${JSON.stringify(result)}`);
  assert.equal(error.code, code, JSON.stringify(error));
  assert.equal(error.retryable, retryable[code]);
  assert.ok(error.message.length > 0);
  assert.ok(error.requestId.length > 0);
  if ('message' in result) assert.equal(result.message, error.message);
  const details = error.details === null ? {} : JSON.parse(error.details);
  if (reason !== undefined) assert.equal(details.reason, reason, JSON.stringify(error));
  assert.equal(details.field, details.argument, JSON.stringify(error));
  return details;
}

/** A query that failed: `data` is null and the error is the catalogue's, in the documented shape. */
export function thrown({ status, headers, body }: Answer, code: string, reason?: string): Result {
  assert.equal(status, 200, JSON.stringify(body));
  assert.equal(body.data, null);
  const [error] = body.errors;
  assert.equal(error.errorType, code, JSON.stringify(error));
  assert.ok(error.message.length > 0);
  assert.equal(error.path.length, 1);
  assert.equal(error.errorInfo.requestId, headers.get('x-request-id'));
  inExtensions(error);
  assert.equal(error.errorInfo.retryable, retryable[code]);
  if (reason !== undefined) assert.equal(error.errorInfo.details.reason, reason, JSON.stringify(error));
  return error;
}

/** A request that was not executed: its status, no `data`, and errors of the documented shape. */
export function notExecuted({ status, headers, body }: Answer, expected: number, code?: string): void {
  assert.equal(status, expected, JSON.stringify(body));
  assert.deepEqual(Object.keys(body), ['errors']);
  assert.ok(body.errors.length > 0);
  for (const error of body.errors) {
    const { message, errorType, errorInfo } = error;
    assert.ok(message.length > 0);
    if (code) assert.equal(errorType, code);
    assert.equal(errorInfo.requestId, headers.get('x-request-id'));
    inExtensions(error);
  }
}

/** Code and details stand once more where clients of GraphQL look for them. */
function inExtensions({ errorType, errorInfo, extensions }: Result): void {
  assert.deepEqual(extensions, { code: errorType, ...errorInfo });
  const { requestId: _, retryable: __, details, ...beside } = errorInfo;
  const { field, ...facts } = details;
  // The details stand beside the object too, one by one, where programs of before read them.
  assert.deepEqual([facts, field], [beside, beside.argument]);
}

/** Fields of a failed result that must not say anything. */
export function allNull(result: Result, fields: readonly string[]): void {
  for (const field of fields)
    assert.equal(result[field], null, `${field} is ${JSON.stringify(result[field])}`);
}

export const isoUtc = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
export const oclIdShape = /^0x0101[0-9a-f]{60}$/;
export const lowercaseAddress = /^0x[0-9a-f]{40}$/;

/** An answer with what everyone may read, which says in both places that the service token does not hold. */
export function saysEnded({ status, headers, body }: Answer, state: 'REVOKED' | 'EXPIRED' | 'INVALID'): void {
  assert.equal(status, 200, JSON.stringify(body));
  assert.notEqual(body.data, null);
  assert.deepEqual(body.extensions?.serviceToken, { state });
  assert.equal(headers.get('labroom-service-token'), state.toLowerCase());
  assert.equal(headers.get('cache-control'), 'no-store');
}
