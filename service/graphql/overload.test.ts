import { buildSchema } from 'graphql';
import { expect, test } from 'vitest';
import { ServiceError } from '#platform/errors/errors.ts';
import { Replicas } from '../platform/db/replicas.ts';
import type { ReplicatedReads } from '../platform/db/replicated-reads.ts';
import { answerGraphQL } from './answer.ts';
import { createExecutor } from './execute.ts';
import type { RequestBase } from './loaders.ts';

const replicas: ReplicatedReads = new Replicas([]);

const refusals = {
  limited: new ServiceError('RATE_LIMITED', 'Too much at once.', { retryAfterSeconds: 3 }),
  outage: new ServiceError('UPSTREAM_UNAVAILABLE', 'Too much at once.', { retryAfterSeconds: 9 }),
  late: new ServiceError('UPSTREAM_UNAVAILABLE', 'No answer.'),
  conflict: new ServiceError('CONFLICT', 'Taken.', { retryAfterSeconds: 3 }),
  none: null,
};
const read = ({ refusal }: { refusal: keyof typeof refusals }) => {
  const error = refusals[refusal];
  if (error) throw error;
  return 'read';
};
const schema = buildSchema(`
  type Query { read(refusal: String!): String must(refusal: String!): String! inner: Inner }
  type Inner { read(refusal: String!): String }
`);
const fields = schema.getQueryType()?.getFields();
for (const name of ['read', 'must'] as const) {
  const field = fields?.[name];
  if (field) field.resolve = (_, args) => read(args);
}
if (fields?.inner) fields.inner.resolve = () => ({ read });

const LIMITED = 'read(refusal: "limited")';

test.each([
  [`{ ${LIMITED} }`, 429, 3],
  [`{ a: ${LIMITED} b: ${LIMITED} }`, 429, 3],
  [`{ a: ${LIMITED} b: read(refusal: "outage") }`, 503, 9],
  // No field has data, so only the overload is reported.
  [`{ must(refusal: "limited") read(refusal: "none") }`, 429, 3],
  [`{ ${LIMITED} b: read(refusal: "none") }`, 200, undefined],
  [`{ ${LIMITED} b: read(refusal: "late") }`, 200, undefined],
  [`{ ${LIMITED} b: read(refusal: "conflict") }`, 200, undefined],
  [`{ ${LIMITED} __typename }`, 200, undefined],
  [`{ read(refusal: "late") }`, 200, undefined],
  [`{ inner { ${LIMITED} } }`, 200, undefined],
])('%s gives %i', async (query, expected, wait) => {
  const execute = createExecutor(schema, { introspection: true, maxDepth: null });
  // No resolver of this schema reads the request.
  const base = {
    requestId: 'r1',
    db: {},
    replicas,
    caller: { wallet: { kind: 'none' } },
  } as RequestBase;
  // A document is compiled at its third use.
  for (let time = 0; time < 4; time += 1) {
    const { status, retryAfterSeconds, body } = await answerGraphQL(execute, { query }, base);
    expect([status, retryAfterSeconds]).toEqual([expected, wait]);
    if (expected === 200) expect(body).toHaveProperty('data');
    else {
      const code = expected === 429 ? 'RATE_LIMITED' : 'UPSTREAM_UNAVAILABLE';
      const details = { retryAfterSeconds: wait };
      const info = { ...details, requestId: 'r1', retryable: true, details };
      const error = { errorType: code, errorInfo: info, extensions: { code, ...info } };
      expect(body).toEqual({ errors: [{ message: 'Too much at once.', ...error }] });
    }
  }
});
