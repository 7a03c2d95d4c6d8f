import { createClient, fetchExchange } from '@urql/core';
import { serverAudits } from 'graphql-http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '#testing/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

describe('@urql/core with its defaults', () => {
  const methods: string[] = [];
  const client = () =>
    createClient({
      url: `${service.url}/graphql`,
      exchanges: [fetchExchange],
      fetchOptions: { headers: { authorization: service.credential } },
      fetch: (input, init) => {
        methods.push(init?.method ?? 'GET');
        return fetch(input, init);
      },
    });

  test('queries by GET, mutates by POST, and reads the errors of both', async () => {
    const labs = await client().query('query($n: Int) { labs(perPage: $n) { totalCount } }', { n: 1 });
    expect([labs.error, labs.data]).toEqual([undefined, { labs: { totalCount: 0 } }]);
    const wrong = await client().query('{ nothing }', {});
    expect(wrong.error?.graphQLErrors[0]).toMatchObject({
      message: 'Cannot query field "nothing" on type "Query".',
      originalError: { errorType: 'VALIDATION_FAILED' },
    });
    const key = await client().mutation('mutation { generateDataEncryptionKey { error { code } } }', {});
    expect(key.data).toEqual({ generateDataEncryptionKey: { error: { code: 'UNAUTHENTICATED' } } });
    expect(methods).toEqual(['GET', 'GET', 'POST']);
  });
});

describe('the audit of graphql-http', () => {
  /** Audits that expect 200 where docs/specification/wire.md#requests-that-are-not-executed requires 400. */
  const decided = ['572B', 'FDE2', '7B9B'];
  const authorized: typeof fetch = (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set('authorization', service.credential);
    return fetch(input, { ...init, headers });
  };
  const audits = serverAudits({ url: () => `${service.url}/graphql`, fetchFn: authorized }).filter(
    ({ name }) => /^(MUST|SHOULD)/.test(name),
  );

  test('has tests', () => expect(audits.length).toBeGreaterThan(30));

  test.each(audits.map((audit) => [audit.id, audit.name, audit] as const))('%s %s', async (id, _, audit) => {
    const result = await audit.fn();
    expect([result.status, 'reason' in result ? result.reason : '']).toEqual(
      decided.includes(id) ? ['warn', 'Response status code is not 200'] : ['ok', ''],
    );
  });
});
