import { DrizzleQueryError } from 'drizzle-orm';

/** As Fastify and pino have it; further fields are `code` and `cause`. */
interface LoggedError {
  type: string;
  message: string;
  stack: string;
  [field: string]: unknown;
}

/**
 * An error as it may be logged. A failed statement carries its parameters in its message, in its stack and in a field of its
 * own: whatever a caller sent, keys and signatures too.
 */
export function errorForLog(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error), stack: '' };
  const message = error instanceof DrizzleQueryError ? `Failed query: ${error.query}` : error.message;
  const calls = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return {
    type: error.name === 'Error' ? error.constructor.name : error.name,
    message,
    stack: calls.join('\n'),
    ...('code' in error && { code: error.code }),
    ...(error.cause instanceof Error && { cause: errorForLog(error.cause) }),
  };
}
