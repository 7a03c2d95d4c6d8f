import fastify from 'fastify';
import { expect, test } from 'vitest';
import { StorageRejectionError } from '../platform/storage/storage-signature.ts';
import { SlowBodyError } from './body-deadline.ts';
import { byteRoutes } from './byte-routes.ts';

/** What an address of bytes answers where its handler throws. */
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

test('a body that is too slow is answered by 408', async () => {
  expect(await answerTo(new SlowBodyError())).toEqual({
    statusCode: 408,
    retryAfter: undefined,
    reason: 'TOO_SLOW',
  });
});

test('too many uploads at once are to be tried again later', async () => {
  expect(await answerTo(new StorageRejectionError('TOO_MANY_UPLOADS', 'Too many.'))).toEqual({
    statusCode: 503,
    retryAfter: '1',
    reason: 'TOO_MANY_UPLOADS',
  });
});

test('what nobody foresaw is a fault of the storage, and says no more', async () => {
  expect(await answerTo(new Error('EIO at /secret'))).toEqual({
    statusCode: 500,
    retryAfter: undefined,
    reason: 'INTERNAL_ERROR',
  });
});
