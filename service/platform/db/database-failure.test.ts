import { expect, test } from 'vitest';
import { transientDatabaseError } from './database-failure.ts';

const failure = (severity: string, code: string) => Object.assign(new Error('It failed'), { severity, code });

test('a connection that the pooler lost may have carried out its statement', () => {
  const error = transientDatabaseError(failure('FATAL', '08P01'));
  expect(error?.details).toEqual({ reason: 'DATABASE_CONNECTION_LOST' });
});

test('a statement that breaks the protocol is no temporary failure', () => {
  expect(transientDatabaseError(failure('ERROR', '08P01'))).toBeNull();
});
