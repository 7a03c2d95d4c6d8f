import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startKmsEndpoint } from '../testing/aws-kms-endpoint.ts';
import { AwsKms, type AwsKmsOptions } from './aws-kms.ts';
import { context, kindOfFailure, kmsSuite } from './kms.suite.ts';
import { LocalKms } from './local-kms.ts';

let kmsEndpoint: Awaited<ReturnType<typeof startKmsEndpoint>>;
beforeAll(async () => {
  kmsEndpoint = await startKmsEndpoint();
});
afterAll(() => kmsEndpoint.stop());

function newKms(more: Partial<AwsKmsOptions> = {}) {
  const credentials = { accessKeyId: 'id', secretAccessKey: 'secret' };
  return new AwsKms({
    keyId: randomUUID(),
    region: 'eu-central-1',
    endpoint: kmsEndpoint.endpoint,
    credentials,
    ...more,
  });
}

kmsSuite('AWS KMS, by its protocol', newKms);

describe('AWS KMS', () => {
  test('what was wrapped locally before still opens, where the master key is kept', async () => {
    const earlier = new LocalKms([new Uint8Array(randomBytes(32))]);
    const { plaintext, wrapped } = await earlier.generateDataKey(context);
    expect(await newKms({ earlier }).unwrapDataKey(wrapped, context)).toEqual(plaintext);
    expect(await kindOfFailure(newKms().unwrapDataKey(wrapped, context))).toBe('MALFORMED');
  });

  test('a key wrapped under another master key does not open', async () => {
    const { wrapped } = await newKms().generateDataKey(context);
    expect(await kindOfFailure(newKms().unwrapDataKey(wrapped, context))).toMatch(/REFUSED|UNKNOWN_KEY/);
  });

  test('a key service that fails is unavailable, not a refusal', async () => {
    const kms = newKms();
    const { plaintext, wrapped } = await kms.generateDataKey(context);
    kmsEndpoint.fail(true);
    expect(await kindOfFailure(kms.generateDataKey(context))).toBe('UNAVAILABLE');
    expect(await kindOfFailure(kms.unwrapDataKey(wrapped, context))).toBe('UNAVAILABLE');
    kmsEndpoint.fail(false);
    expect(await kms.unwrapDataKey(wrapped, context)).toEqual(plaintext);
    const nowhere = newKms({ endpoint: 'http://127.0.0.1:1' });
    expect(await kindOfFailure(nowhere.generateDataKey(context))).toBe('UNAVAILABLE');
  });
});
