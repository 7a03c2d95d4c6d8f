import pino from 'pino';
import { expect, test } from 'vitest';
import { type ErrorCode, ServiceError } from '#platform/errors/errors.ts';
import { answerGraphQL } from './answer.ts';
import type { Executor, Outcome } from './execute.ts';
import type { RequestBase } from './loaders.ts';

const answerTo = (outcome: Outcome) => {
  const base = { requestId: 'r', log: pino({ enabled: false }) } as unknown as RequestBase;
  return answerGraphQL((async () => outcome) as unknown as Executor, { query: '' }, base);
};
const failed = (...errors: (ServiceError | null)[]): Outcome => ({
  result: { data: Object.fromEntries(errors.map((_, at) => [`f${at}`, {}])) },
  inBandErrors: new Map(errors.flatMap((error, at) => (error ? [[`f${at}`, error]] : []))),
});
const of = (code: ErrorCode, reason?: 'DATABASE_CONNECTION_LOST') =>
  new ServiceError(code as 'UPSTREAM_UNAVAILABLE', 'It failed.', { reason });

test.each([
  ['an upstream was unavailable', true, failed(of('UPSTREAM_UNAVAILABLE'))],
  ['everything was refused by limits', true, failed(of('RATE_LIMITED'), of('UPSTREAM_UNAVAILABLE'))],
  [
    'the connection was lost at the commit',
    false,
    failed(of('UPSTREAM_UNAVAILABLE', 'DATABASE_CONNECTION_LOST')),
  ],
  ['one of two mutations succeeded', false, failed(null, of('RATE_LIMITED'))],
  ['the caller had no right', false, failed(of('UNAUTHORIZED'))],
  ['the service has a fault', false, failed(of('INTERNAL_ERROR'))],
  ['a field of the result failed', false, { result: { data: null, errors: [] }, inBandErrors: new Map() }],
  ['the document is not valid', true, { refused: [], code: 'VALIDATION_FAILED' }],
] as const)('when %s, that nothing was done is certain: %s', async (_, nothingDone, outcome) => {
  expect(await answerTo(outcome)).toMatchObject({ nothingDone });
});
