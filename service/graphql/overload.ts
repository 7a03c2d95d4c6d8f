import { overloadStatus, ServiceError } from '#platform/errors/errors.ts';
import type { ExecutedRequest } from './execute.ts';

export interface Overload {
  status: 429 | 503;
  retryAfterSeconds: number;
  /** The error with the longest wait. */
  error: ServiceError;
}

/**
 * Returns the overload that every root field of a document failed with; `null` if one of them has data or another
 * error.
 */
export function overloadOf({ result, inBandErrors }: ExecutedRequest): Overload | null {
  const { data, errors = [] } = result;
  const causes = [...inBandErrors.values(), ...errors.map(({ originalError }) => originalError)];
  const overloads = causes.filter(isOverload);
  if (overloads.length === 0 || overloads.length < causes.length) return null;
  const failed = new Set([...inBandErrors.keys(), ...errors.map(({ path }) => path?.[0])]);
  const isAnswered = (key: string) => !failed.has(key) || (data?.[key] !== null && !inBandErrors.has(key));
  if (data && Object.keys(data).some(isAnswered)) return null;
  const error = overloads.reduce((a, b) => (b.retryAfterSeconds > a.retryAfterSeconds ? b : a));
  const status = overloadStatus(error);
  return status && { status, retryAfterSeconds: error.retryAfterSeconds, error };
}

function isOverload(error: unknown): error is ServiceError & { retryAfterSeconds: number } {
  return error instanceof ServiceError && overloadStatus(error) !== null;
}
