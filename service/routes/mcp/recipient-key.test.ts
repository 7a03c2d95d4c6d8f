import { newRecipient } from '@labroom/testing/test-recipient.ts';
import { describe, expect, test } from 'vitest';
import { openSeal, releasesKey, sealedResult, sealing } from './recipient-key.ts';

const MUTATION = 'decryptDataKey';
const dataKey = Buffer.alloc(32, 7).toString('base64');
const call = { query: '' };
const bought = { id: '1', name: MUTATION, payer: '0x' };
const scope = { requestId: '1', log: {} as never };
const answering = (body: unknown) => async () => ({ status: 200, body });

describe.each(['X25519', 'P-256'] as const)('a recipient with a key of %s', (crv) => {
  test('alone opens the data key, and nothing else of the answer changes', async () => {
    const [recipient, other] = await Promise.all([newRecipient(crv), newRecipient(crv)]);
    const seal = await openSeal(recipient.recipientKey);
    const result = { plaintextDEK: dataKey, iv: 'iv', error: null };
    const forward = sealing(answering({ data: { [MUTATION]: result } }), MUTATION, seal);
    const { status, body } = await forward(call, bought, scope);
    const { sealedDEK, ...others } = (body as { data: Record<string, typeof result & { sealedDEK: string }> })
      .data[MUTATION] as { sealedDEK: string };
    expect([status, others]).toEqual([200, { iv: 'iv', error: null }]);
    expect(JSON.stringify(body)).not.toContain(dataKey);
    expect(await recipient.open(sealedDEK)).toBe(dataKey);
    await expect(other.open(sealedDEK)).rejects.toThrow();
  });

  test('may not send the private key', async () => {
    const { privateKey } = await newRecipient(crv);
    await expect(openSeal(privateKey)).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
  });
});

test('a refusal passes, and an answer of another form does not', async () => {
  const seal = await openSeal((await newRecipient()).recipientKey);
  const run = (body: unknown) => sealing(answering(body), MUTATION, seal)(call, bought, scope);
  const error = { code: 'UNAUTHORIZED' };
  expect((await run({ data: { [MUTATION]: { plaintextDEK: null, error } } })).body).toEqual({
    data: { [MUTATION]: { sealedDEK: null, error } },
  });
  expect((await run({ data: { [MUTATION]: null }, errors: [error] })).body).toEqual({
    data: { [MUTATION]: null },
    errors: [error],
  });
  expect((await run({ errors: [error] })).body).toEqual({ errors: [error] });
  for (const body of [{ data: { other: { plaintextDEK: dataKey } } }, { data: { [MUTATION]: {} } }, dataKey])
    await expect(run(body)).rejects.toThrow();
  const aliased = await run({ data: { [MUTATION]: null, other: { plaintextDEK: dataKey } } });
  expect(JSON.stringify(aliased)).not.toContain(dataKey);
});

test.each([
  ['none', undefined],
  ['text', 'AAAA'],
  ['of another curve', { kty: 'EC', crv: 'P-384', x: 'A'.repeat(43), y: 'A'.repeat(43) }],
  ['that is short', { kty: 'OKP', crv: 'X25519', x: 'AAAA' }],
  ['of low order', { kty: 'OKP', crv: 'X25519', x: 'A'.repeat(43) }],
  ['beside its curve', { kty: 'EC', crv: 'P-256', x: 'A'.repeat(43), y: 'A'.repeat(43) }],
])('a recipient key %s is refused before anything is sold', async (_, key) => {
  await expect(openSeal(key)).rejects.toMatchObject({
    code: 'VALIDATION_FAILED',
    details: { argument: 'recipientKey' },
  });
});

test('the schema of a result has the encrypted key in the place of the key', () => {
  const result = {
    type: 'object',
    properties: { plaintextDEK: { type: 'string' }, iv: { type: 'string' } },
    required: ['plaintextDEK', 'iv'],
  };
  expect([releasesKey(result), releasesKey({ type: 'object' })]).toEqual([true, false]);
  expect(sealedResult(result)).toMatchObject({ required: ['sealedDEK', 'iv'] });
  expect(Object.keys(sealedResult(result).properties as object)).toEqual(['iv', 'sealedDEK']);
});
