import { signIn } from '@labroom/testing/actors.ts';
import { post } from '@labroom/testing/test-client.ts';
import { callGateway, callsOf, DATA_KEY, payerWith, paymentFor } from '@labroom/testing/test-gateway.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { fundedWallet } from '@labroom/testing/test-wallets.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { ServiceError } from '#platform/errors/errors.ts';

const KEY = 'generateDataEncryptionKey { plaintextDEK error { code details retryable } }';
const busy = (code: 'RATE_LIMITED' | 'UPSTREAM_UNAVAILABLE' | 'CONFLICT', retryAfterSeconds = 6.2) =>
  new ServiceError(code, 'Too much at once.', { reason: 'LAB_BUSY', retryAfterSeconds });

/** The next errors of data keys and of the content source. The last one repeats. */
let keyErrors: Error[];
const service = await openTestService();
const { kms } = service.context;
const generate = kms.generateDataKey.bind(kms);
kms.generateDataKey = async (...args) => {
  const error = keyErrors.length > 1 ? keyErrors.shift() : keyErrors[0];
  if (error) throw error;
  return generate(...args);
};
const { token } = await signIn(service, await fundedWallet());
beforeEach(() => {
  keyErrors = [busy('RATE_LIMITED')];
});

/** Runs a query four times, because a document is compiled at its third use. */
async function always(query: string, check: (answer: Awaited<ReturnType<typeof post>>) => void) {
  for (let time = 0; time < 4; time += 1) check(await post(service, query, {}, token));
}

describe('a document whose root fields all fail with overload', () => {
  test.each([
    ['a mutation', `mutation { ${KEY} }`, 429, 'RATE_LIMITED'],
    ['mutations under other names', `mutation { a: ${KEY} b: ${KEY} }`, 429, 'RATE_LIMITED'],
    ['a mutation', `mutation { ${KEY} }`, 503, 'UPSTREAM_UNAVAILABLE'],
  ] as const)(
    '%s: has its status, Retry-After in whole seconds, and the body of a thrown error',
    async (_, query, expected, errorType) => {
      keyErrors = [busy(errorType)];
      await always(query, ({ status, headers, body }) => {
        expect(status).toBe(expected);
        expect(headers.get('retry-after')).toBe('7');
        const requestId = headers.get('x-request-id');
        const details = { reason: 'LAB_BUSY', retryAfterSeconds: 7 };
        const errorInfo = { requestId, retryable: true, ...details, details };
        const extensions = { code: errorType, ...errorInfo };
        expect(body).toEqual({
          errors: [{ message: 'Too much at once.', errorType, errorInfo, extensions }],
        });
      });
    },
  );

  test('has the longest Retry-After', async () => {
    keyErrors = [busy('RATE_LIMITED', 2), busy('UPSTREAM_UNAVAILABLE', 30), busy('RATE_LIMITED', 1)];
    const answer = await post(service, `mutation { a: ${KEY} b: ${KEY} c: ${KEY} }`, {}, token);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '30']);
  });
});

describe('otherwise errors are reported per field', () => {
  const inBand = (
    body: { data: Record<string, { error: { code: string; details: string } | null }> },
    field: string,
  ) => body.data[field]?.error;

  test('when another field succeeded', async () => {
    await always(`mutation { ${KEY} __typename }`, ({ status, headers, body }) => {
      expect([status, headers.get('retry-after')]).toEqual([200, null]);
      const error = inBand(body, 'generateDataEncryptionKey');
      expect(error).toMatchObject({ code: 'RATE_LIMITED', retryable: true });
      expect(JSON.parse(error?.details ?? '')).toEqual({ reason: 'LAB_BUSY', retryAfterSeconds: 7 });
    });
  });

  test('when another field failed for another reason, or without Retry-After', async () => {
    for (const other of [busy('CONFLICT'), new ServiceError('RATE_LIMITED', 'Later.'), new Error('broken')]) {
      keyErrors = [busy('RATE_LIMITED'), other];
      const { status, body } = await post(service, `mutation { a: ${KEY} b: ${KEY} }`, {}, token);
      expect(status).toBe(200);
      expect(inBand(body, 'a')?.code).toBe('RATE_LIMITED');
      expect(inBand(body, 'b')?.code).toBe(other instanceof ServiceError ? other.code : 'INTERNAL_ERROR');
    }
  });
});

test('a paid call that fails with overload is released and not charged', async () => {
  const payer = await payerWith(3_000_000n);
  const payment = await paymentFor(service, payer, 'generateDataEncryptionKey');
  const key = { mutation: 'generateDataEncryptionKey', body: { query: DATA_KEY } };
  const refused = await callGateway(service, key, payment);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '7']);
  expect(refused.body.errors).toMatchObject([{ errorType: 'RATE_LIMITED' }]);
  expect((await callsOf(service, payer)).map(({ state }) => state)).toEqual(['released']);
  keyErrors = [];
  expect((await callGateway(service, key, payment)).status).toBe(200);
});
