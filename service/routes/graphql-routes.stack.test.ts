import { post } from '@labroom/testing/test-client.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { describe, expect, test } from 'vitest';

const service = await openTestService();

function send(init: RequestInit & { headers?: Record<string, string> }) {
  return fetch(`${service.url}/graphql`, {
    method: 'POST',
    ...init,
    headers: { 'content-type': 'application/json', authorization: service.credential, ...init.headers },
  });
}

describe('text with a NUL character', () => {
  test('is an error of the caller in every argument', async () => {
    const lab = `0x0101${'00'.repeat(10)}${'11'.repeat(20)}`;
    for (const [argument, query] of [
      ['search', '{ labs(search: "a\\u0000b") { totalCount } }'],
      ['shortname', '{ labWithDataRoomAndFiles(shortname: "\\u0000") { oclId } }'],
      ['path', `{ dataRoomFile(oclId: "${lab}", path: "a\\u0000b") { did } }`],
    ]) {
      const { body } = await post(service, query ?? '');
      expect(body.errors).toMatchObject([{ errorType: 'VALIDATION_FAILED', errorInfo: { argument } }]);
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
