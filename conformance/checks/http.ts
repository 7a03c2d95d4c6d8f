import assert from 'node:assert/strict';
import { check } from '../check/check.ts';
import { notExecuted } from '../service/expect.ts';

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
];
