import { request as httpRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import { openTestService } from '@labroom/testing/test-service.ts';
import { describe, expect, test } from 'vitest';

const service = await openTestService();

const LABS = '{ labs { totalCount } }';

interface Sent {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

function send(path: string, { method = 'GET', headers, body }: Sent = {}) {
  return fetch(`${service.url}${path}`, {
    method,
    headers: { authorization: service.credential, ...headers },
    ...(body !== undefined && { body }),
  });
}

function post(document: string, headers: Record<string, string> = {}) {
  const type = { 'content-type': 'application/json' };
  return send('/graphql', {
    method: 'POST',
    headers: { ...type, ...headers },
    body: JSON.stringify({ query: document }),
  });
}

const url = (parameters: Record<string, string>) => `/graphql?${new URLSearchParams(parameters)}`;

/** Returns the status, and the message and reason of the first error. */
async function refusal(response: Response) {
  const { errors } = (await response.json()) as {
    errors: { message: string; errorType: string; errorInfo: { reason?: string; requestId: string } }[];
  };
  expect(errors[0]?.errorInfo.requestId).toBe(response.headers.get('x-request-id'));
  return { status: response.status, message: errors[0]?.message, reason: errors[0]?.errorInfo.reason };
}

describe('GET', () => {
  test('with a repeated parameter is 400', async () => {
    const { status, message } = await refusal(await send(`${url({ query: LABS })}&query=${LABS}`));
    expect([status, message]).toEqual([400, 'The URL has the parameter "query" more than once.']);
  });

  test('of a URL over 8,192 bytes is 414', async () => {
    const query = `${LABS} # ${'x'.repeat(8_192)}`;
    const { status, message } = await refusal(await send(url({ query })));
    expect([status, message]).toEqual([414, 'The URL is longer than 8192 bytes. Use POST.']);
  });

  test('does not log the document', async () => {
    await send(url({ query: '{ labs(search: "private-prompt") { totalCount } }' }));
    await send(url({ query: '{ nothing(search: "private-prompt") }' }));
    expect(service.logLines.join('')).not.toContain('private-prompt');
  });
});

describe('a request is rejected', () => {
  test.each(['authorization', 'x-api-key', 'x-service-token'])('with two %s headers: 400', async (name) => {
    for (const path of ['/graphql', '/local/x402/labs/createLab']) {
      const answer = new Promise((resolve, reject) => {
        const headers = {
          'content-type': 'application/json',
          authorization: service.credential,
          [name]: [service.credential, 'another'],
        };
        httpRequest(`${service.url}${path}`, { method: 'POST', headers }, (response) => {
          resolve(text(response).then((body) => [response.statusCode, body]));
        })
          .on('error', reject)
          .end(JSON.stringify({ query: LABS }));
      });
      expect(await answer).toEqual([400, expect.stringContaining('"reason":"REPEATED_HEADER"')]);
    }
  });

  test.each(['latin1', 'utf-16', '"iso-8859-1"', ''])('in the charset %s: 415', async (charset) => {
    for (const path of ['/graphql', '/local/x402/labs/createLab']) {
      const headers = { 'content-type': `application/json; charset=${charset}` };
      const response = await send(path, { method: 'POST', headers, body: JSON.stringify({ query: LABS }) });
      const { status, message } = await refusal(response);
      expect(status).toBe(415);
      expect(message).toBe(`Send application/json in UTF-8, not ${headers['content-type'].trim()}.`);
    }
  });

  test.each(['utf-8', 'UTF-8', '"utf-8"', 'utf8'])('but accepted in the charset %s', async (charset) => {
    expect((await post(LABS, { 'content-type': `application/json;charset=${charset}` })).status).toBe(200);
  });

  test('that is a batch, or has a field of another type, with a message that names it', async () => {
    const body = (value: unknown) =>
      send('/graphql', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(value),
      });
    for (const [value, words] of [
      [[{ query: LABS }], 'Batches'],
      [{ query: 'subscription { labs { totalCount } }' }, 'Subscriptions'],
      [{ query: 1 }, '"query"'],
      [{ query: LABS, variables: [] }, '"variables"'],
      [{ query: LABS, operationName: 1 }, '"operationName"'],
      [{ query: LABS, extensions: 'x' }, '"extensions"'],
    ] as const)
      expect(await refusal(await body(value))).toMatchObject({
        status: 400,
        message: expect.stringContaining(words),
      });
  });

  test('for an unknown route, with the URLs of the API and its documentation', async () => {
    const { message } = await refusal(await send('/nothing'));
    expect(message).toBe(
      `Not found. The API is at POST /graphql; documentation is at ${service.context.config.http.webUrl}/developers. GET / describes this service.`,
    );
  });
});

describe('the type of the response', () => {
  const json = 'application/json; charset=utf-8';
  const graphql = 'application/graphql-response+json; charset=utf-8';

  test.each([
    ['*/*', json],
    ['application/json', json],
    ['text/html', json],
    ['application/*', json],
    ['application/graphql-response+json', graphql],
    ['Application/GraphQL-Response+JSON', graphql],
    ['application/graphql-response+json, */*', graphql],
    ['application/json, application/graphql-response+json', json],
    // Apollo Client, and urql.
    ['application/graphql-response+json,application/json;q=0.9', graphql],
    [
      'application/graphql-response+json, application/graphql+json, application/json, text/event-stream',
      graphql,
    ],
    ['application/graphql-response+json;q=0.5, application/json', json],
    ['application/json;q=0.2, application/graphql-response+json;q=0.3', graphql],
    ['application/graphql-response+json;q=0, */*', json],
  ])('for %s is %s, whatever the status', async (accept, type) => {
    const answers = [
      await post(LABS, { accept }),
      await post('{ nothing }', { accept }),
      await post(LABS, { accept, authorization: '' }),
      await post(LABS, { accept, 'content-type': 'text/plain' }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 400, 401, 415]);
    for (const { headers } of answers) expect(headers.get('content-type')).toBe(type);
    expect(answers[0]?.headers.get('vary')).toBe('Origin, Accept');
  });
});

describe('401 has a challenge, and says what is wrong', () => {
  test.each([
    [
      '',
      'NO_CREDENTIAL',
      'Send a consumer credential in the Authorization header, without Bearer. A wallet issues itself one at POST /credentials.',
    ],
    [
      'nonsense',
      'INVALID_CREDENTIAL',
      'The consumer credential in Authorization is unknown, expired, revoked or incomplete. A wallet issues itself a new one at POST /credentials.',
    ],
    [
      'Bearer CREDENTIAL',
      'INVALID_CREDENTIAL',
      'Send the consumer credential in the Authorization header without Bearer.',
    ],
    [
      'STAGING',
      'INVALID_CREDENTIAL',
      'The consumer credential in Authorization is for staging; this service is local.',
    ],
  ])('for "%s": %s', async (sent, reason, message) => {
    const { credential } = service;
    const authorization = sent
      .replace('CREDENTIAL', credential)
      .replace('STAGING', credential.replace('_local_', '_staging_').replace(/.{64}$/, '0'.repeat(64)));
    const response = await post(LABS, { authorization });
    expect(await refusal(response)).toEqual({
      status: 401,
      reason,
      message: `${message} GET / describes this service.`,
    });
    expect(response.headers.get('www-authenticate')).toMatch(
      sent.startsWith('Bearer')
        ? /^Bearer realm="labroom", error="invalid_token"/
        : /^ConsumerCredential realm="labroom"$/,
    );
  });
});
