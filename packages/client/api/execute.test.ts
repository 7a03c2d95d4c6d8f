import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CombinedError, createClient, fetchExchange, gql } from '@urql/core';
import { describe, expect, it } from 'vitest';
import { LabroomError, SessionEndedError } from './api-failure.ts';
import { dataOf, execute, failureOf } from './execute.ts';

const inBand = {
  code: 'CONFLICT',
  message:
    'A file already exists at this path. Choose another path, or pass its DID as ref for a new version.',
  requestId: 'req-1',
  retryable: false,
  details: '{"reason":"PATH_OCCUPIED"}',
};

function failure(result: Parameters<typeof dataOf>[0]): LabroomError {
  try {
    dataOf(result);
  } catch (error) {
    if (error instanceof LabroomError) return error;
  }
  throw new Error('It did not fail');
}

describe('an operation', () => {
  it('is cancelled with its request when its signal aborts; an identical operation continues', async () => {
    const asked: ServerResponse[] = [];
    const server = createServer((_request, response) => asked.push(response));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const client = createClient({
      url: `http://127.0.0.1:${port}`,
      exchanges: [fetchExchange],
    });
    const document = gql`
      query ($n: Int) {
        labs(page: $n) {
          totalCount
        }
      }
    `;
    const leaving = new AbortController();
    const left = execute(client, document, { n: 1 }, undefined, leaving.signal);
    const other = execute(client, document, { n: 2 }, undefined, new AbortController().signal);
    await expect.poll(() => asked.length).toBe(2);
    leaving.abort(new Error('gone'));
    await expect(left).rejects.toThrow('gone');
    await expect.poll(() => asked.filter((response) => response.destroyed).length).toBe(1);
    const open = asked.find((response) => !response.destroyed);
    open?.setHeader('content-type', 'application/json').end('{"data":{"labs":{"totalCount":3}}}');
    expect(await other).toEqual({ labs: { totalCount: 3 } });
    server.close();
  });
});

describe('the result of an operation', () => {
  it('is returned only if it contains no error', () => {
    const data = { createLab: { lab: { oclId: '0x1' }, error: null } };
    expect(dataOf({ data, error: undefined })).toBe(data);
  });

  it('turns an in-band error into a LabroomError with code, reason and request id', () => {
    const failed = failure({
      data: { finishCreateOrUpdateFile: { datasetId: null, error: inBand } },
      error: undefined,
    });
    expect(failed).toMatchObject({
      code: 'CONFLICT',
      reason: 'PATH_OCCUPIED',
      requestId: 'req-1',
      retryable: false,
    });
  });

  it("reads the code of a thrown error from the service's field", () => {
    const thrown = {
      message: 'No such lab',
      errorType: 'NOT_FOUND',
      errorInfo: { requestId: 'req-2' },
      path: ['labActivity'],
    };
    const error = new CombinedError({ graphQLErrors: [thrown] });
    const read = { code: 'NOT_FOUND', message: 'No such lab', requestId: 'req-2', retryable: false };
    expect(failureOf(error)).toMatchObject(read);
    // urql hands on an error with extensions in another form.
    const extended = { ...thrown, extensions: { code: 'NOT_FOUND', requestId: 'req-2' } };
    expect(failureOf(new CombinedError({ graphQLErrors: [extended] }))).toMatchObject(read);
  });

  it('reads the retry delay from the header or from the details', () => {
    const refused = { message: 'Retry after the seconds', errorType: 'RATE_LIMITED' };
    const failureAfter = (retryAfter: string) =>
      failureOf(
        new CombinedError({
          graphQLErrors: [refused],
          response: new Response(null, { status: 429, headers: { 'retry-after': retryAfter } }),
        }),
      );
    expect(failureAfter('7')).toMatchObject({ code: 'RATE_LIMITED', retryable: true });
    expect(failureAfter('7')).toMatchObject({ retryAfterSeconds: 7 });
    expect(failureAfter('7').message).toBe('Too many requests. Try again in 7 seconds.');
    expect(failureAfter('1').message).toBe('Too many requests. Try again in 1 second.');
    expect(failureAfter('<b>soon</b>').message).toBe('Too many requests. Try again in 1 second.');
    const details = { reason: 'LAB_BUSY', retryAfterSeconds: 3 };
    const thrown = { ...refused, errorInfo: details };
    const ofField = failureOf(new CombinedError({ graphQLErrors: [thrown] }));
    const error = { ...inBand, code: 'RATE_LIMITED', details: JSON.stringify(details) };
    for (const failed of [ofField, failure({ data: { createLab: { error } }, error: undefined })]) {
      expect(failed).toMatchObject({ ...details, message: 'Too many requests. Try again in 3 seconds.' });
    }
  });

  it('distinguishes a lost connection from a response', () => {
    const error = new CombinedError({ networkError: new TypeError('fetch failed') });
    expect(failureOf(error)).toMatchObject({ code: 'NETWORK_ERROR', retryable: true, requestId: undefined });
  });

  it.each([
    ['REVOKED', 'TOKEN_REVOKED'],
    ['EXPIRED', 'TOKEN_EXPIRED'],
    ['INVALID', 'INVALID_TOKEN'],
  ])('is an error if the session was %s, although the query was answered', (state, reason) => {
    const data = { dataRoomFile: { encryptionMetadata: { contentHash: null } } };
    const ended = failure({ data, error: undefined, extensions: { serviceToken: { state } } });
    expect(ended).toBeInstanceOf(SessionEndedError);
    expect(ended).toMatchObject({ state, code: 'UNAUTHENTICATED', reason, retryable: false });
    expect(ended.message).toMatch(/Sign in again\.$/);
  });

  it('turns the refusal of a token into the same error, and no other refusal', () => {
    const refused = (reason: string, code = 'UNAUTHENTICATED') => {
      const error = { ...inBand, code, message: 'No.', details: JSON.stringify({ reason }) };
      return failure({ data: { createLab: { error } }, error: undefined });
    };
    for (const reason of ['TOKEN_REVOKED', 'SIGNER_NOT_CONFIRMED', 'TOKEN_EXPIRED', 'INVALID_TOKEN'])
      expect(refused(reason)).toBeInstanceOf(SessionEndedError);
    expect(refused('TOKEN_REVOKED')).toMatchObject({ state: 'REVOKED', message: 'No.', requestId: 'req-1' });
    for (const [reason, code] of [
      ['NO_AUTH', 'UNAUTHENTICATED'],
      ['INVALID_SIGNATURE', 'UNAUTHENTICATED'],
      ['TOKEN_EXPIRED', 'FAILED_PRECONDITION'],
      ['CHAIN_UNAVAILABLE', 'UPSTREAM_UNAVAILABLE'],
    ] as const)
      expect(refused(reason, code)).not.toBeInstanceOf(SessionEndedError);
  });

  it('accepts details that are not JSON', () => {
    const failed = failure({
      data: { deleteDataRoomFile: { error: { ...inBand, details: 'oops' } } },
      error: undefined,
    });
    expect(failed.reason).toBeUndefined();
  });
});
