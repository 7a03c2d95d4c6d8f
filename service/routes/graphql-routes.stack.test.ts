import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { post } from '#testing/test-client.ts';
import { startTestService, type TestService } from '#testing/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const LABS = '{ labs { totalCount } }';

function send(init: RequestInit & { headers?: Record<string, string> }) {
  return fetch(`${service.url}/graphql`, {
    method: 'POST',
    ...init,
    headers: { 'content-type': 'application/json', authorization: service.credential, ...init.headers },
  });
}

describe('401', () => {
  const wrong: [string, () => string][] = [
    ['no credential', () => ''],
    ['a Bearer credential', () => `Bearer ${service.credential}`],
    ['a wrong secret', () => service.credential.replace(/.$/, (last) => (last === '0' ? '1' : '0'))],
    ['an unknown consumer', () => service.credential.replace(/_[0-9a-z]{12}_/, '_000000000000_')],
    ['another environment', () => service.credential.replace('_local_', '_staging_')],
    ['nonsense', () => "' or 1=1 --"],
  ];
  test.each(wrong)('for %s, before the body is read', async (_, authorization) => {
    const response = await send({ headers: { authorization: authorization() }, body: 'not json' });
    expect(response.status).toBe(401);
    const body = await response.json();
    expect(body).toEqual({
      errors: [
        {
          message: expect.any(String),
          errorType: 'UNAUTHENTICATED',
          errorInfo: {
            requestId: response.headers.get('x-request-id'),
            reason: expect.stringMatching(/^(NO|INVALID)_CREDENTIAL$/),
          },
        },
      ],
    });
  });
});

describe('400', () => {
  test.each([
    ['malformed JSON', '{"query":'],
    ['no query', '{}'],
    ['a batch', `[{"query":"${LABS}"}]`],
    ['a document that does not parse', JSON.stringify({ query: '{ labs {' })],
    ['an unknown field', JSON.stringify({ query: '{ nothing }' })],
    [
      'variables that do not coerce',
      JSON.stringify({ query: 'query($p: Int) { labs(page: $p) { totalCount } }', variables: { p: 'one' } }),
    ],
    [
      'a length over 32 bits',
      JSON.stringify({
        query:
          'mutation($n: Int!) { initiateCreateOrUpdateFile(oclId: "", contentType: "", contentLength: $n) { method } }',
        variables: { n: 2_147_483_648 },
      }),
    ],
    ['must name one operation', JSON.stringify({ query: `query A ${LABS}`, operationName: 'B' })],
  ])('for %s, even the fifth time', async (_, body) => {
    for (let time = 0; time < 5; time += 1) {
      const response = await send({ body });
      expect(response.status).toBe(400);
      const answer = (await response.json()) as { errors: unknown[]; data?: unknown };
      expect(answer.errors[0]).toMatchObject({
        message: expect.any(String),
        errorType: 'VALIDATION_FAILED',
        errorInfo: { requestId: response.headers.get('x-request-id') },
      });
      expect(answer).not.toHaveProperty('data');
    }
  });
});

describe('other errors', () => {
  test('PUT gives 405, another content type 415, more than 2 MiB 413', async () => {
    expect((await send({ method: 'PUT', body: '{}' })).status).toBe(405);
    expect((await send({ headers: { 'content-type': 'text/plain' }, body: LABS })).status).toBe(415);
    expect(
      (await send({ body: JSON.stringify({ query: LABS, variables: { x: 'x'.repeat(2 * 1024 * 1024) } }) }))
        .status,
    ).toBe(413);
  });
});

describe('text with a NUL character', () => {
  test('is an error of the caller in every argument', async () => {
    for (const query of [
      '{ labs(search: "a\\u0000b") { totalCount } }',
      '{ labWithDataRoomAndFiles(shortname: "a\\u0000b") { oclId } }',
      `{ dataRoomFile(oclId: "0x0101${'00'.repeat(10)}${'11'.repeat(20)}", path: "a\\u0000b") { did } }`,
    ]) {
      const { body } = await post(service, query);
      expect(body.errors).toMatchObject([{ errorType: 'VALIDATION_FAILED' }]);
    }
  });
});

describe('a repeated document', () => {
  test('gives the same response compiled as interpreted, including errors', async () => {
    const query =
      'query($id: String) { labs { totalCount } labWithDataRoomAndFiles(oclId: $id) { shortname } }';
    const answers = [];
    for (let time = 0; time < 5; time += 1) answers.push((await post(service, query, {})).body);
    for (const { data, errors } of answers) {
      expect(data).toEqual({ labs: { totalCount: 0 }, labWithDataRoomAndFiles: null });
      expect(errors).toMatchObject([{ errorType: 'INVALID_INPUT', path: ['labWithDataRoomAndFiles'] }]);
    }
  });

  test('with two operations runs the named one', async () => {
    const query = 'query A { labs { totalCount } } query B { __typename }';
    for (let time = 0; time < 4; time += 1) {
      for (const [operationName, key] of [
        ['A', 'labs'],
        ['B', '__typename'],
      ] as const) {
        const response = await send({ body: JSON.stringify({ query, operationName }) });
        expect(Object.keys(((await response.json()) as { data: object }).data)).toEqual([key]);
      }
    }
  });
});
