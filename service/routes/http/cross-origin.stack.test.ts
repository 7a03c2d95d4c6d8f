import { openTestService } from '@labroom/testing/test-service.ts';
import { describe, expect, test } from 'vitest';
import { readEnv } from '#platform/config/env.ts';

const named = 'https://tools.example.org';

const service = await openTestService({ variables: { ALLOWED_ORIGINS: `${named}, http://localhost:5173` } });

const preflight = (origin: string, path = '/graphql') =>
  fetch(`${service.url}${path}`, {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': 'POST' },
  });
const ask = (origin: string, authorization = service.credential) =>
  fetch(`${service.url}/graphql`, {
    method: 'POST',
    headers: { origin, authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ query: '{ labs { totalCount } }' }),
  });
const allowed = (response: Response) => response.headers.get('access-control-allow-origin');

describe('a page of an allowed origin', () => {
  test.each([named, 'http://localhost:5173'])(
    'may send requests and read the response: %s',
    async (origin) => {
      const before = await preflight(origin);
      expect([before.status, allowed(before)]).toEqual([204, origin]);
      expect(before.headers.get('access-control-allow-methods')).toBe('GET, POST');
      expect(before.headers.get('access-control-allow-headers')).toContain('x-service-token');
      const answer = await ask(origin);
      expect([answer.status, allowed(answer), answer.headers.get('vary')]).toEqual([
        200,
        origin,
        'Origin, Accept',
      ]);
    },
  );

  test('can read why it was rejected, and gets nothing without a credential', async () => {
    const answer = await ask(named, '');
    expect([answer.status, allowed(answer)]).toEqual([401, named]);
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
  });

  test('may download and upload bytes', async () => {
    expect(allowed(await preflight(named, '/storage/any'))).toBe(named);
  });
});

test.each([
  'https://elsewhere.example',
  'https://tools.example.org:8443',
  'http://tools.example.org',
  'http://127.0.0.1:3000',
  'http://localhost:3000',
  'null',
])('a page of another origin may neither send requests nor read responses: %s', async (origin) => {
  const before = await preflight(origin);
  expect(before.status).toBe(405);
  for (const response of [
    before,
    await ask(origin),
    await ask(origin, ''),
    // Pages of the web app, at either name of this machine, send files.
    ...(origin.endsWith(':3000') ? [] : [await preflight(origin, '/storage/any')]),
  ])
    expect([...response.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
});

test.each(['*', 'null', 'tools.example.org', 'https://tools.example.org/', 'https://*.example.org'])(
  'a start rejects an invalid origin: %s',
  (value) => {
    const given = { DATABASE_URL: 'postgres://127.0.0.1/labroom', ALLOWED_ORIGINS: value };
    expect(() => readEnv(given)).toThrow(/ALLOWED_ORIGINS/);
  },
);
