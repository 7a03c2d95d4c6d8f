import assert from 'node:assert/strict';
import { check } from '../check.ts';
import { notExecuted } from '../expect.ts';
import { statusOfRepeated } from '../repeated-header.ts';

const LABS = '{ labs { totalCount } }';
const section = 'docs/specification/wire.md#endpoint';

export const httpChecks = [
  check(
    'wire.get',
    {
      rule: 'GET executes a query, with the credential in its header alone, and is not cached; a mutation by GET is 405.',
      section,
    },
    async ({ service }) => {
      const get = (parameters: Record<string, string>, headers: Record<string, string> = {}) =>
        service.send({
          method: 'GET',
          parameters,
          headers: { accept: '*/*', 'content-type': '', ...headers },
        });
      const query = 'query A($p: Int) { labs(page: $p) { totalCount } } query B { __typename }';
      const labs = await get({ query, variables: '{"p":0}', operationName: 'A' });
      assert.ok(labs.body.data.labs.totalCount >= 0);
      assert.match(labs.headers.get('cache-control') ?? '', /no-store/);
      assert.deepEqual((await get({ query, operationName: 'B' })).body, { data: { __typename: 'Query' } });
      assert.equal((await get({ query: LABS, variables: '', operationName: '' })).status, 200);
      const mutation = '{ generateDataEncryptionKey { error { code } } }';
      const mutations: Record<string, string>[] = [
        { query: `mutation ${mutation}` },
        { query: `query Q ${LABS} mutation M ${mutation}`, operationName: 'M' },
      ];
      for (const parameters of mutations) {
        const answer = await get(parameters);
        notExecuted(answer, 405, 'VALIDATION_FAILED');
        assert.equal(answer.headers.get('allow'), 'POST');
      }
      const wrong: Record<string, string>[] = [
        {},
        { query: '{' },
        { query: LABS, variables: '{' },
        { query: LABS, variables: '[1]' },
        { query: LABS, operationName: 'Other' },
      ];
      for (const parameters of wrong) notExecuted(await get(parameters), 400, 'VALIDATION_FAILED');
      for (const name of ['authorization', 'Authorization', 'x-api-key', 'credential', 'token']) {
        const inUrl = { query: LABS, [name]: service.credential };
        notExecuted(await get(inUrl, { authorization: '' }), 401, 'UNAUTHENTICATED');
      }
      notExecuted(await service.send({ method: 'PUT', body: '{}' }), 405);
    },
  ),

  check(
    'wire.response-type',
    {
      rule: 'The response is application/graphql-response+json where Accept prefers it, else application/json, with the same status codes.',
      section,
    },
    async ({ service }) => {
      const preferred = 'application/graphql-response+json,application/json;q=0.9';
      const other = 'application/graphql-response+json;q=0.1, application/json';
      for (const [accept, type] of [
        [preferred, /^application\/graphql-response\+json/],
        [other, /^application\/json/],
        ['*/*', /^application\/json/],
      ] as const)
        for (const [query, status] of [
          [LABS, 200],
          ['{ nothing }', 400],
        ] as const) {
          const answer = await service.send({ headers: { accept }, body: JSON.stringify({ query }) });
          assert.equal(answer.status, status);
          assert.match(answer.headers.get('content-type') ?? '', type);
        }
    },
  ),

  check(
    'wire.subscription',
    { rule: 'A subscription is 400 without data.', section },
    async ({ service }) => {
      for (let time = 0; time < 3; time += 1)
        notExecuted(await service.post('subscription { labs { totalCount } }'), 400, 'VALIDATION_FAILED');
    },
  ),

  check(
    'wire.challenge',
    {
      rule: 'Every 401 carries WWW-Authenticate and a reason.',
      section,
    },
    async ({ service }) => {
      for (const authorization of ['', 'nonsense', `Bearer ${service.credential}`, 'Bearer a.b.c']) {
        const answer = await service.send({ headers: { authorization }, body: '{}' });
        notExecuted(answer, 401, 'UNAUTHENTICATED');
        assert.match(answer.headers.get('www-authenticate') ?? '', /^\S+ realm="/);
        assert.match(answer.body.errors[0].errorInfo.reason, /^[A-Z_]+$/);
      }
    },
  ),

  check(
    'wire.single-headers',
    { rule: 'Two Authorization headers are 400.', section },
    async ({ service }) => {
      assert.equal(await statusOfRepeated(service, 'authorization'), 400);
    },
  ),
];
