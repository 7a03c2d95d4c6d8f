import { randomBytes, randomUUID } from 'node:crypto';
import { type KmsFailure, startKmsEndpoint } from '@labroom/testing/aws-kms-endpoint.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AwsKms, type AwsKmsOptions } from './aws-kms.ts';
import { context, kindOfFailure, kmsSuite } from './kms.suite.ts';
import { KmsRing } from './kms-ring.ts';
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

kmsSuite('AWS KMS over HTTP', newKms);

describe('AWS KMS', () => {
  test('a key wrapped by the local KMS still opens if its master key is configured', async () => {
    const earlier = new LocalKms([new Uint8Array(randomBytes(32))]);
    const { plaintext, wrapped } = await earlier.generateDataKey(context);
    expect(await new KmsRing(newKms(), [earlier]).unwrapDataKey(wrapped, context)).toEqual(plaintext);
    expect(await kindOfFailure(newKms().unwrapDataKey(wrapped, context))).toBe('MALFORMED');
  });

  test('a key wrapped under another master key does not open', async () => {
    const { wrapped } = await newKms().generateDataKey(context);
    expect(await kindOfFailure(newKms().unwrapDataKey(wrapped, context))).toBe('UNKNOWN_KEY');
  });

  test.each<KmsFailure>(['error', 'silence', 'no key', 'an empty key', 'no JSON', 'half an answer'])(
    'a key service that answers with %s is reported as unavailable, not as a refusal',
    async (failure) => {
      const kms = newKms({ timeoutMs: 200 });
      const { plaintext, wrapped } = await kms.generateDataKey(context);
      kmsEndpoint.fail(failure);
      const kinds = await Promise.all([
        kindOfFailure(kms.generateDataKey(context)),
        kindOfFailure(kms.wrap(plaintext, context)),
        kindOfFailure(kms.unwrapDataKey(wrapped, context)),
      ]);
      expect(kinds).toEqual(Array(3).fill('UNAVAILABLE'));
      kmsEndpoint.fail(null);
      expect(await kms.unwrapDataKey(wrapped, context)).toEqual(plaintext);
    },
  );

  test('a new key of another size than requested is rejected', async () => {
    kmsEndpoint.fail('a short key');
    expect(await kindOfFailure(newKms().generateDataKey(context))).toBe('UNAVAILABLE');
    kmsEndpoint.fail(null);
  });

  test('an unreachable key service is reported as unavailable', async () => {
    const nowhere = newKms({ endpoint: 'http://127.0.0.1:1' });
    expect(await kindOfFailure(nowhere.generateDataKey(context))).toBe('UNAVAILABLE');
  });
});
