import { DrizzleQueryError } from 'drizzle-orm';

/** The format of Fastify and pino, with `code` and `cause` in addition. */
interface LoggedError {
  type: string;
  message: string;
  stack: string;
  [field: string]: unknown;
}

/**
 * Converts an error for the log. A failed statement has its parameters in its message, its stack and a separate field.
 * They may hold anything that a caller sent, including keys and signatures, so they are removed.
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
