import { describe, expect, test } from 'vitest';
import { explainStoreError } from './store-errors.ts';

const s3 = { kind: 's3' } as const;
const named = (name: string, more: object = {}) =>
  Object.assign(new Error('quotes a key'), { name, ...more });

test.each([
  ['NoSuchBucket', 'S3_BUCKET: '],
  ['SignatureDoesNotMatch', 'S3_SECRET_ACCESS_KEY: '],
  ['InvalidAccessKeyId', 'S3_ACCESS_KEY_ID: '],
  ['AccessDenied', 'S3_ACCESS_KEY_ID: '],
  ['TimeoutError', 'S3_ENDPOINT: '],
])('%s names the variable', (name, beginning) => {
  expect(explainStoreError(named(name), s3)).toMatch(new RegExp(`^${beginning}.+\\.$`));
});

describe('the cause of an error', () => {
  test('is found behind others', () => {
    const refused = new Error('fetch failed', {
      cause: new AggregateError([Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })]),
    });
    expect(explainStoreError(refused, s3)).toBe('S3_ENDPOINT: nothing listens at the address of the store.');
  });

  test('that is unknown is named by its code, without its text', () => {
    expect(explainStoreError(named('SlowDown'), s3)).toBe('S3_ENDPOINT: the store failed with SlowDown.');
    expect(explainStoreError(new Error('quotes a key'), s3)).toBe('S3_ENDPOINT: the store failed.');
    expect(explainStoreError(named('Error', { code: 'EIO' }), { kind: 'disk' })).toBe(
      'DATA_DIR: the disk failed with EIO.',
    );
  });
});
