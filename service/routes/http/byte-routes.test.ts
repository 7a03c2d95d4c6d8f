import fastify from 'fastify';
import { expect, test } from 'vitest';
import { StorageRejectionError } from '#platform/storage/storage-signature.ts';
import { SlowBodyError } from './body-deadline.ts';
import { byteRoutes } from './byte-routes.ts';

/** Returns the response of a byte route whose handler throws this error. */
async function answerTo(error: Error) {
  const app = fastify();
  byteRoutes(app, { url: '/bytes/*', allowedOrigins: [] });
  app.put('/bytes/*', async () => {
    throw error;
  });
  const { statusCode, headers, body } = await app.inject({ method: 'PUT', url: '/bytes/x', payload: 'x' });
  await app.close();
  return { statusCode, retryAfter: headers['retry-after'], reason: JSON.parse(body).reason };
}

test('a body that arrives too slowly gives 408', async () => {
  expect(await answerTo(new SlowBodyError())).toEqual({
    statusCode: 408,
    retryAfter: undefined,
    reason: 'TOO_SLOW',
  });
});

test('too many concurrent uploads give 503 with Retry-After', async () => {
  expect(await answerTo(new StorageRejectionError('TOO_MANY_UPLOADS', 'Too many.'))).toEqual({
    statusCode: 503,
    retryAfter: '1',
    reason: 'TOO_MANY_UPLOADS',
  });
});

test('an unexpected error is reported as a failure of the storage, without details', async () => {
  expect(await answerTo(new Error('EIO at /secret'))).toEqual({
    statusCode: 500,
    retryAfter: undefined,
    reason: 'INTERNAL_ERROR',
  });
});
