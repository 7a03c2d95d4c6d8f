import { canonicalJson } from '@labroom/protocol/canonical-json';
import { paidAnswerMessage } from '@labroom/protocol/payment-intent';
import { callGateway, callsOf, payerWith, paymentFor, UNKNOWN_LAB } from '@labroom/testing/test-gateway.ts';
import { receiptOf, TestAgent } from '@labroom/testing/test-mcp.ts';
import { PRICE, stablecoinsOf } from '@labroom/testing/test-payment.ts';
import { newRecipient } from '@labroom/testing/test-recipient.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { sha256 } from '@labroom/testing/test-upload.ts';
import type { TestWallet } from '@labroom/testing/test-wallets.ts';
import type { PaymentPayload } from '@x402/core/types';
import {
  extractDiscoveryInfoFromExtension,
  type McpDiscoveryExtension,
  validateDiscoveryExtension,
} from '@x402/extensions/bazaar';
import type { Hex } from 'viem';
import { afterAll, describe, expect, test } from 'vitest';
import { paidMutations } from '../../platform/config/paid-mutations.ts';

const KEY = 'generate_data_encryption_key';
const recipient = await newRecipient();
/** Arguments of the tool. */
const forRecipient = { recipientKey: recipient.recipientKey };
const announcement = { oclId: UNKNOWN_LAB, headline: 'A run', body: 'It is there.' };

const service = await openTestService();
const agent = await new TestAgent().connect(service);
afterAll(() => agent[Symbol.asyncDispose]());

/** The proof by which a payer asks again for an answer. */
async function proofOf(signer: TestWallet, wallet: Hex, { payload }: PaymentPayload) {
  const { nonce } = payload.authorization as { nonce: Hex };
  const issuedAt = new Date().toISOString();
  const claim = { chainId: 31337, resource: `${service.url}/mcp#${KEY}`, wallet, nonce, issuedAt };
  return `${issuedAt} ${await signer.signTypedData(paidAnswerMessage(claim))}`;
}

const unspent = ({ address }: { address: string }) => stablecoinsOf(address);

test('every paid mutation is a tool that says what it costs, with the arguments of the mutation', async () => {
  const { tools } = await agent.client.listTools();
  const paid = tools.filter(({ annotations }) => annotations?.readOnlyHint === false);
  expect(paid.map(({ title }) => title)).toEqual(expect.arrayContaining([...paidMutations]));
  expect(paid).toHaveLength(paidMutations.length);
  for (const { title, description, inputSchema, annotations } of paid) {
    expect(description).toContain('Costs 0.01');
    expect(annotations).toMatchObject({ idempotentHint: false, openWorldHint: true });
    const { $defs } = await (await fetch(`${service.url}/schemas/${title}.json`)).json();
    expect(inputSchema).toMatchObject({ type: 'object', properties: $defs.variables.properties });
  }
});

test('a call without a payment gets the price, structured and as the same text', async () => {
  const { isError, structuredContent, content } = await agent.client.callTool({
    name: KEY,
    arguments: forRecipient,
  });
  expect(isError).toBe(true);
  expect(structuredContent).toMatchObject({
    x402Version: 2,
    error: 'Payment required',
    resource: { url: `${service.url}/mcp#${KEY}` },
    accepts: [{ scheme: 'exact', amount: String(PRICE), network: 'eip155:31337' }],
  });
  expect(content).toEqual([{ type: 'text', text: JSON.stringify(structuredContent) }]);
});

test('the price describes the tool, not a request of the gateway, to those who index paid calls', async () => {
  const quotes = { [KEY]: forRecipient, create_announcement: announcement };
  for (const [name, args] of Object.entries(quotes)) {
    const { extensions } = await agent.quote(name, args);
    const extension = extensions?.bazaar as McpDiscoveryExtension;
    expect(validateDiscoveryExtension(extension)).toMatchObject({ valid: true });
    const { input } = extractDiscoveryInfoFromExtension(extension);
    expect(input).toMatchObject({ type: 'mcp', toolName: name });
  }
});

test('the signed receipt is over the arguments and the text of the answer', async () => {
  const payer = await payerWith(PRICE);
  const bought = await agent.buy(payer, KEY, forRecipient);
  const { extensions = {} } = receiptOf(bought) ?? {};
  const receipts = JSON.stringify(extensions);
  const answer = `{"data":{"generateDataEncryptionKey":${JSON.stringify(bought.said)}}}`;
  expect(receipts).toContain(`"requestHash":"0x${sha256(canonicalJson(forRecipient))}"`);
  expect(receipts).toContain(`"answerHash":"0x${sha256(answer)}"`);
  expect(receipts).toContain(`"resourceUrl":"${service.url}/mcp#${KEY}"`);
});

test('a paid call runs for the payer, is charged once and returns its receipt', async () => {
  const payer = await payerWith(2n * PRICE);
  const meta = await agent.payment(payer, KEY, forRecipient);
  const bought = await agent.call(KEY, forRecipient, meta);
  expect(bought).toMatchObject({ isError: false, said: { error: null } });
  expect(receiptOf(bought)).toMatchObject({ success: true, payer: payer.address.toLowerCase() });
  const again = await agent.call(KEY, forRecipient, meta);
  expect(again.said.error).toBe('payment_already_used');
  expect(await unspent(payer)).toBe(PRICE);
  expect((await callsOf(service, payer)).map(({ state, provesIntent }) => [state, provesIntent])).toEqual([
    ['settled', true],
  ]);
});

test('a payment of a client that draws its nonces buys a call as well', async () => {
  const payer = await payerWith(PRICE);
  const bought = await agent.call(KEY, forRecipient, { 'x402/payment': await paymentFor(service, payer) });
  expect([bought.isError, receiptOf(bought)?.success]).toEqual([false, true]);
});

test('a call that would be refused is an error, and is not charged', async () => {
  const payer = await payerWith(PRICE);
  const bought = await agent.buy(payer, 'create_announcement', announcement);
  expect(bought).toMatchObject({ isError: true, said: { code: 'NOT_FOUND', retryable: false } });
  expect(receiptOf(bought)).toBeUndefined();
  expect(await unspent(payer)).toBe(PRICE);
});

test('a lost answer is given again to the payer who signs for it, and not to others', async () => {
  const payer = await payerWith(2n * PRICE);
  const meta = await agent.payment(payer, KEY, forRecipient);
  const { said } = await agent.call(KEY, forRecipient, meta);
  const outsider = await payerWith(0n);
  const proof = (signer: typeof payer) => proofOf(signer, payer.address, meta['x402/payment']);
  const again = await agent.call(KEY, forRecipient, { ...meta, 'labroom/payment-proof': await proof(payer) });
  expect(again.said).toEqual(said);
  const stolen = await agent.call(KEY, forRecipient, {
    ...meta,
    'labroom/payment-proof': await proof(outsider),
  });
  expect(stolen.said.reason).toBe('INVALID_SIGNATURE');
  expect(await unspent(payer)).toBe(PRICE);
});

describe('a payment that was signed for another call buys nothing', () => {
  test('of another tool, of other arguments, of the gateway, or with the salt of another', async () => {
    const payer = await payerWith(PRICE);
    const resource = `${service.url}/x402/labs/generateDataEncryptionKey`;
    const text = JSON.stringify({ query: 'mutation { generateDataEncryptionKey { encryptedDek } }' });
    const salt = `0x${'11'.repeat(32)}` as const;
    const attacks = [
      ['another tool', await agent.payment(payer, 'create_announcement', announcement)],
      [
        'other arguments',
        await agent.payment(payer, KEY, forRecipient, { body: canonicalJson(announcement) }),
      ],
      ['the gateway', await agent.payment(payer, KEY, forRecipient, { resource, body: text })],
      ['the gateway with this body', await agent.payment(payer, KEY, forRecipient, { resource })],
      [
        'another service',
        await agent.payment(payer, KEY, forRecipient, { resource: `https://seller.example/mcp#${KEY}` }),
      ],
      ['another salt', { ...(await agent.payment(payer, KEY, forRecipient)), 'labroom/payment-salt': salt }],
    ] as const;
    for (const [name, meta] of attacks) {
      const { isError, said } = await agent.call(KEY, forRecipient, meta);
      expect([name, isError, said.reason]).toEqual([name, true, 'INTENT_MISMATCH']);
    }
    expect(await callsOf(service, payer)).toEqual([]);
  });

  test('of a tool, at the gateway', async () => {
    const payer = await payerWith(PRICE);
    const meta = await agent.payment(payer, KEY, forRecipient);
    const body = { query: 'mutation { generateDataEncryptionKey { encryptedDek } }' };
    const headers = { 'payment-salt': meta['labroom/payment-salt'] };
    const call = { mutation: 'generateDataEncryptionKey', body, headers };
    const answer = await callGateway(service, call, meta['x402/payment']);
    expect([answer.status, answer.body.errors[0].errorInfo.reason]).toEqual([401, 'INTENT_MISMATCH']);
    expect(await unspent(payer)).toBe(PRICE);
  });

  test('that was used at the gateway is used here, and the other way', async () => {
    const payer = await payerWith(3n * PRICE);
    const call = {
      mutation: 'generateDataEncryptionKey',
      body: { query: 'mutation { generateDataEncryptionKey { encryptedDek error { code } } }' },
    };
    const there = await paymentFor(service, payer);
    expect((await callGateway(service, call, there)).status).toBe(200);
    expect((await agent.call(KEY, forRecipient, { 'x402/payment': there })).said.error).toBe(
      'payment_already_used',
    );
    const here = await paymentFor(service, payer);
    expect((await agent.call(KEY, forRecipient, { 'x402/payment': here })).isError).toBe(false);
    const replayed = await callGateway(service, call, here);
    expect([replayed.status, replayed.required?.error]).toEqual([402, 'payment_already_used']);
    expect(await unspent(payer)).toBe(PRICE);
  });

  test('five at once with one payment: one answer, one charge', async () => {
    const payer = await payerWith(3n * PRICE);
    const meta = await agent.payment(payer, KEY, forRecipient);
    const answers = await Promise.all(Array.from({ length: 5 }, () => agent.call(KEY, forRecipient, meta)));
    expect(answers.filter(({ isError }) => !isError)).toHaveLength(1);
    expect(await unspent(payer)).toBe(2n * PRICE);
  });
});

test('what the arguments alone decide is refused before a price is named', async () => {
  for (const [name, args] of [
    ['create_lab', { input: { oclId: '0x00' } }],
    ['create_lab', {}],
    ['create_lab', { input: { oclId: UNKNOWN_LAB, another: 1 } }],
    ['create_announcement', { ...announcement, headline: 'x'.repeat(5_000) }],
    ['finish_create_or_update_file', { oclId: UNKNOWN_LAB }],
  ] as const) {
    const result = await agent.client
      .callTool({ name, arguments: args })
      .catch((error: Error) => ({ isError: true, structuredContent: undefined, content: error.message }));
    expect([name, result.isError, result.structuredContent]).toEqual([name, true, undefined]);
  }
});

test.each([
  ['text', 'x402/payment', 'eyJ4IjoxfQ=='],
  ['too large', 'x402/payment', { x402Version: 2, accepted: 'x'.repeat(10_000) }],
  ['null', 'x402/payment', null],
  ['a salt that is a number', 'labroom/payment-salt', 5],
  ['a salt that is short', 'labroom/payment-salt', '0x11'],
])('_meta with a payment that is malformed is refused: %s', async (_, key, value) => {
  const payer = await payerWith(PRICE);
  const { isError } = await agent.call(KEY, forRecipient, {
    ...(await agent.payment(payer, KEY, forRecipient)),
    [key]: value,
  });
  expect(isError).toBe(true);
  expect(await unspent(payer)).toBe(PRICE);
});
