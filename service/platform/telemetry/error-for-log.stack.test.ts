import { openTestDatabase } from '@labroom/testing/test-database.ts';
import { sql } from 'drizzle-orm';
import pino from 'pino';
import { expect, test } from 'vitest';
import { errorForLog } from './error-for-log.ts';

const { db } = await openTestDatabase();

test('a failed statement is logged without its parameters', async () => {
  const lines: string[] = [];
  const log = pino({ serializers: { err: errorForLog } }, { write: (line: string) => void lines.push(line) });
  const failure: unknown = await db
    .execute(sql`select ${'s3cret\n    at line two'} from nowhere`)
    .catch((error: unknown) => error);
  log.error({ err: failure }, 'failed');
  log.error({ err: new Error('wrapped', { cause: failure }) }, 'failed');
  for (const line of lines) {
    expect(line).not.toContain('s3cret');
    expect(line).toContain('Failed query: select $1 from nowhere');
    expect(line).toContain('relation \\"nowhere\\" does not exist');
    expect(line).toContain('error-for-log.stack.test.ts');
  }
});

test('a thrown value that is not an error is logged as text', () => {
  expect(errorForLog('words')).toEqual({ type: 'string', message: 'words', stack: '' });
});
