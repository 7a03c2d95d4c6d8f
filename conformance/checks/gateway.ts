import assert from 'node:assert/strict';
import { CreateLabDocument, FinishCreateOrUpdateFileDocument } from '@labroom/client/documents';
import { encodeOclId } from '@labroom/contracts/ocl-id';
import { paymentHeaderOf, signedPayment } from '@labroom/testing/sign-payment.ts';
import type { Answer } from '@labroom/testing/test-client.ts';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { check } from '../check/check.ts';
import { done } from '../service/expect.ts';
import type { GatewayClient, PaidCall } from '../service/gateway.ts';
import { challengeOf, priceIn } from '../service/payment.ts';

const section =
  'docs/specification/gateway.md#request-rules; docs/specification/gateway.md#challenge; docs/specification/gateway.md#payer';

const UNKNOWN_LAB = encodeOclId({ tokenId: 2n ** 80n - 1n, account: `0x${'1a'.repeat(20)}` });

/** Each mutation that is sold, as a call that could run. A finish needs an upload, so that it has a check of its own. */
const calls: PaidCall[] = [
  {
    mutation: 'initiateCreateOrUpdateFile',
    query: `mutation { initiateCreateOrUpdateFile(oclId: "${UNKNOWN_LAB}", contentType: "a/b", contentLength: 1) { method } }`,
  },
  {
    mutation: 'createLab',
    query: CreateLabDocument,
    variables: { oclId: UNKNOWN_LAB },
  },
  { mutation: 'generateDataEncryptionKey', query: 'mutation { generateDataEncryptionKey { encryptedDek } }' },
  {
    mutation: 'decryptDataKey',
    query: `mutation { decryptDataKey(oclId: "${UNKNOWN_LAB}", filePath: "a") { iv } }`,
  },
  {
    mutation: 'createAnnouncement',
    query: `mutation { createAnnouncement(oclId: "${UNKNOWN_LAB}", headline: "a", body: "b") { message } }`,
  },
];
const KEY: PaidCall = {
  mutation: 'generateDataEncryptionKey',
  query: 'mutation { generateDataEncryptionKey { encryptedDek } }',
};

/** Refused before any payment was asked for. */
function badCall(answer: Answer): void {
  assert.equal(answer.status, 400, JSON.stringify(answer.body));
  assert.equal(answer.body.isSuccess, false);
}

/** What the gateway says to a payment for a data key. */
async function payWith(gateway: GatewayClient, payment: unknown, call = KEY): Promise<Answer> {
  const header = paymentHeaderOf(payment);
  return gateway.call(call, { 'payment-signature': header });
}

const someone = () => privateKeyToAccount(generatePrivateKey());

export const gatewayChecks = [
  check(
    'gateway.body-size',
    {
      rule: 'A body over 64 KiB is 413 without a payment, over 2 MiB for the two calls that carry text; the answer has the form of the gateway.',
      section: 'docs/specification/limits.md#bodies; docs/specification/gateway.md#request-rules',
      needs: ['gateway'],
    },
    async ({ gateway }) => {
      const body = (kib: number) => JSON.stringify({ query: 'x'.repeat(kib * 1024) });
      for (const { mutation } of [...calls, { mutation: 'finishCreateOrUpdateFile' }]) {
        const carriesText = ['finishCreateOrUpdateFile', 'createAnnouncement'].includes(mutation);
        for (const path of [mutation, `${mutation}/foresee`]) {
          const { status, body: refused } = await gateway.send(path, body(carriesText ? 2_048 : 64));
          assert.equal(status, 413);
          assert.equal(refused.isSuccess, false);
          assert.equal(refused.errors[0].errorType, 'VALIDATION_FAILED');
          badCall(await gateway.send(path, body(carriesText ? 2_000 : 60)));
        }
      }
    },
  ),

  check(
    'gateway.challenge',
    {
      rule: 'Without a payment each sold mutation is 402 with its requirements in payment-required: x402 version 2, exact, 10000 units.',
      section: `${section}; docs/specification/gateway.md#prices`,
      needs: ['gateway'],
    },
    async ({ service, gateway }) => {
      const { pathname, origin } = new URL(gateway.url);
      assert.equal(pathname.split('/').at(-1), service.environment);
      for (const call of calls) {
        const { accepts, resource } = challengeOf(await gateway.call(call));
        const [accepted] = accepts;
        assert.equal(accepted?.network, `eip155:${service.chainId}`);
        assert.deepEqual([accepted?.amount, accepted?.maxTimeoutSeconds], ['10000', 300]);
        assert.equal(resource.url, `${origin}/x402/labs/${call.mutation}`);
        assert.equal(resource.mimeType, 'application/json');
      }
    },
  ),

  check(
    'gateway.challenge.finish',
    {
      rule: 'A finish with an upload token of the lab is 402 with its requirements.',
      section,
      needs: ['gateway', 'lab'],
    },
    async ({ gateway, lab }) => {
      const { uploadToken } = done(await lab.initiate(1));
      const variables = {
        oclId: lab.oclId,
        uploadToken,
        changeBy: lab.wallet,
        path: 'a',
        accessLevel: 'PUBLIC',
      };
      challengeOf(
        await gateway.call({
          mutation: 'finishCreateOrUpdateFile',
          query: FinishCreateOrUpdateFileDocument,
          variables,
        }),
      );
    },
  ),

  check(
    'gateway.request',
    {
      rule: 'Exactly one operation, a mutation, one selection, named as the path, without fragment or directive: else 400; a call that cannot run is told its price there.',
      section,
      needs: ['gateway'],
    },
    async ({ gateway }) => {
      const inner = 'generateDataEncryptionKey { encryptedDek }';
      const queries = [
        'mutation {',
        `mutation { a: ${inner} b: ${inner} }`,
        `mutation { ...F } fragment F on Mutation { ${inner} }`,
      ];
      for (const query of queries) badCall(await gateway.call({ ...KEY, query }));
      const typed = 'mutation($input: CreateLabInput!) { createLab(input: $input) { message } }';
      badCall(await gateway.call({ mutation: 'createLab', query: typed, variables: {} }));
      for (const body of ['{', '{}', '[]', '']) badCall(await gateway.send(KEY.mutation, body));
      for (const mutation of ['revokeServiceToken', 'deleteDataRoomFile', 'updateFileMetadata'])
        badCall(await gateway.call({ ...KEY, mutation }));
    },
  ),

  check(
    'gateway.price-of-placeholders',
    {
      rule: 'A call whose arguments mean nothing is told the price with its 400; an alias of the field changes nothing.',
      section,
      needs: ['gateway'],
    },
    async ({ gateway }) => {
      const quoted = await gateway.quote(KEY);
      const query = 'mutation C($oclId: String!) { createLab(input: { oclId: $oclId }) { message } }';
      const variables = { oclId: `0x0101${'0'.repeat(60)}` };
      const answer = await gateway.call({ mutation: 'createLab', query, variables });
      badCall(answer);
      const { accepts, resource } = priceIn(answer.headers);
      assert.deepEqual([accepts[0]?.asset, accepts[0]?.payTo], [quoted.asset, quoted.payTo]);
      assert.ok(resource.url.endsWith('/x402/labs/createLab'));
      const aliased = 'mutation { key: generateDataEncryptionKey { encryptedDek } }';
      assert.deepEqual(await gateway.quote({ ...KEY, query: aliased }), quoted);
    },
  ),

  check(
    'gateway.payment.unfunded',
    {
      rule: 'A payment that is signed well by a wallet without the money fails its verification: 402.',
      section,
      needs: ['gateway'],
    },
    async ({ gateway }) => {
      const quoted = await gateway.quote(KEY);
      const answer = await payWith(gateway, await signedPayment(someone(), quoted));
      assert.deepEqual(challengeOf(answer).accepts, [quoted]);
    },
  ),
];
