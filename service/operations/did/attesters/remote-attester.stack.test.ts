import {
  type AttesterAnswer,
  type AttesterEndpoint,
  startAttesterEndpoint,
} from '@labroom/testing/attester-endpoint.ts';
import { generatePrivateKey } from 'viem/accounts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { attesterSuite, newAttestation } from './attester.suite.ts';
import type { AttesterError } from './attester.ts';
import { remoteAttester } from './remote-attester.ts';

let endpoint: AttesterEndpoint;
beforeAll(async () => {
  endpoint = await startAttesterEndpoint(generatePrivateKey());
});
beforeEach(() => endpoint.answer('signature'));
afterAll(() => endpoint.stop());

function openAttester(more: Partial<Parameters<typeof remoteAttester>[0]> = {}) {
  const { url, secret, address } = endpoint;
  return remoteAttester({ name: 'service', url, secret, address, ...more });
}

attesterSuite('a remote attester', 'remote', openAttester);

describe('a remote attester', () => {
  test('gets the typed data, and evidence with which it verifies the request', async () => {
    const attestation = newAttestation();
    await openAttester().attest(attestation);
    const [{ typedData, evidence }] = endpoint.attested.slice(-1) as [(typeof endpoint.attested)[number]];
    expect(typedData).toMatchObject({ primaryType: 'LinkDidAttestation', domain: { chainId: '84532' } });
    expect(typedData.message).toEqual(attestation.typedData.message);
    expect(evidence.proof).toBe(attestation.evidence.proof);
    const { proof } = newAttestation().evidence;
    const forged = { ...attestation, evidence: { ...attestation.evidence, proof } };
    await expect(openAttester().attest(forged)).rejects.toMatchObject({ kind: 'REFUSED' });
  });

  test.each<[AttesterAnswer, AttesterError['kind'], string]>([
    ['refusal', 'REFUSED', 'The service attester refused the link.'],
    ['HTTP 401', 'UNAVAILABLE', 'The service attester answered with HTTP 401.'],
    ['HTTP 503', 'UNAVAILABLE', 'The service attester answered with HTTP 503.'],
    ['a redirect', 'UNAVAILABLE', 'The service attester answered with HTTP 307.'],
    ['silence', 'UNAVAILABLE', 'The service attester did not answer within 300 ms.'],
    ['a slow body', 'UNAVAILABLE', 'The service attester did not answer within 300 ms.'],
    ['an endless body', 'INVALID', 'The service attester answered with more than 4 KiB.'],
    ['no JSON', 'INVALID', 'The service attester answered with no signature.'],
    ['the secret', 'INVALID', 'The service attester answered with no signature.'],
    ['no signature', 'INVALID', 'The service attester answered with no signature.'],
    ['a long signature', 'INVALID', 'The service attester answered with no signature.'],
    ["another key's signature", 'INVALID', 'a signature that is not of 0x'],
    ['a signature of something else', 'INVALID', 'a signature that is not of 0x'],
    ['a high s', 'INVALID', 'or not in the form that the registry accepts'],
    ['v of 0 or 1', 'INVALID', 'or not in the form that the registry accepts'],
    ['zeros', 'INVALID', 'a signature that is not of 0x'],
  ])('that answers with %s is %s', async (answer, kind, message) => {
    endpoint.answer(answer);
    const hasLimit = answer === 'silence' || answer === 'a slow body';
    const attester = openAttester(hasLimit ? { timeoutMs: 300 } : {});
    const error: unknown = await attester.attest(newAttestation()).catch((cause: unknown) => cause);
    expect(error).toMatchObject({ name: 'AttesterError', kind, message: expect.stringContaining(message) });
    expect(error).not.toHaveProperty('cause');
    expect(`${(error as Error).stack}${JSON.stringify(error)}`).not.toContain(endpoint.secret);
    expect(endpoint.redirected).toEqual([]);
  });

  test('with a wrong secret or at a URL that nobody serves is unavailable; no error contains secret or URL', async () => {
    const gone = 'http://127.0.0.1:1/path-with-a-key';
    for (const more of [{ secret: 'wrong-secret' }, { url: gone }]) {
      const answer = openAttester(more).attest(newAttestation());
      const error: unknown = await answer.catch((cause: unknown) => cause);
      expect(error).toMatchObject({ kind: 'UNAVAILABLE' });
      expect(`${(error as Error).stack}`).not.toMatch(/wrong-secret|path-with-a-key/);
    }
  });
});
