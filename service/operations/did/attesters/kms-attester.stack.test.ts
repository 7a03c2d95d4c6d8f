import { type KmsFailure, startKmsEndpoint } from '@labroom/testing/aws-kms-endpoint.ts';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { attesterSuite, newAttestation } from './attester.suite.ts';
import { kmsAttester } from './kms-attester.ts';

let kms: Awaited<ReturnType<typeof startKmsEndpoint>>;
beforeAll(async () => {
  kms = await startKmsEndpoint();
});
afterAll(() => kms.stop());

function openAttester({ keyId = 'attester', address = kms.addressOf(keyId) } = {}) {
  const credentials = { accessKeyId: 'id', secretAccessKey: 'the-secret' };
  const aws = { region: 'us-east-1', endpoint: kms.endpoint, credentials, timeoutMs: 200 };
  return kmsAttester({ name: 'data', address, keyId, ...aws });
}

attesterSuite('an attester whose key is in AWS KMS', 'AWS KMS', openAttester);

describe('an attester whose key is in AWS KMS', () => {
  test.each<KmsFailure>(['error', 'silence', 'no JSON', 'half an answer'])(
    'is unavailable while KMS answers with %s, at its first use and later',
    async (failure) => {
      const [used, unused] = [openAttester(), openAttester()];
      await used.attest(newAttestation());
      kms.fail(failure);
      onTestFinished(() => kms.fail(null));
      const errors = await Promise.all(
        [used.attest(newAttestation()), unused.attest(newAttestation()), unused.verify?.()].map((answer) =>
          answer?.catch((cause: unknown) => cause),
        ),
      );
      for (const error of errors) {
        expect(error).toMatchObject({ name: 'AttesterError', kind: 'UNAVAILABLE' });
        expect(String(error)).toMatch(/AWS KMS did not answer the data attester: \w+\.$/);
        expect(error).not.toHaveProperty('cause');
      }
      kms.fail(null);
      await unused.attest(newAttestation());
    },
  );

  test('refuses a key of another kind or with another address', async () => {
    const other = privateKeyToAddress(generatePrivateKey());
    const wrong = [
      { attester: openAttester({ keyId: 'rsa-key', address: other }), reason: 'ECC_SECG_P256K1 is required' },
      { attester: openAttester({ address: other }), reason: `${kms.addressOf('attester')}, not ${other}` },
    ];
    for (const { attester, reason } of wrong)
      for (const answer of [() => attester.verify?.(), () => attester.attest(newAttestation())]) {
        const error = await answer()?.catch((cause: unknown) => cause);
        expect(error).toMatchObject({ kind: 'INVALID', message: expect.stringContaining(reason) });
      }
  });
});
