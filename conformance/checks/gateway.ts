import assert from 'node:assert/strict';
import type { DocumentNode } from 'graphql';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { encodeOclId } from '#contracts/ocl-id.ts';
import {
  CreateAnnouncementDocument,
  CreateLabDocument,
  DecryptDataKeyDocument,
  FinishCreateOrUpdateFileDocument,
  InitiateCreateOrUpdateFileDocument,
} from '#packages/client/documents.generated.ts';
import { paymentHeaderOf, signedPayment } from '#testing/sign-payment.ts';
import type { Answer } from '#testing/test-client.ts';
import { check } from '../check.ts';
import { done } from '../expect.ts';
import type { GatewayClient, PaidCall } from '../gateway.ts';
import { challengeOf } from '../payment.ts';

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

/** Refused before any price was quoted. */
function badCall(answer: Answer): void {
  assert.equal(answer.status, 400, JSON.stringify(answer.body));
  assert.equal(answer.headers.get('payment-required'), null);
}

/** What the gateway says to a payment for a data key. */
async function payWith(gateway: GatewayClient, payment: unknown, call = KEY): Promise<Answer> {
  const header = paymentHeaderOf(payment);
  return gateway.call(call, { 'payment-signature': header });
}

const someone = () => privateKeyToAccount(generatePrivateKey());

export const gatewayChecks = [
  check(
    'gateway.challenge',
    {
      rule: 'Without a payment each sold mutation is 402 with its requirements in payment-required: x402 version 2, exact, 10000 units.',
      section: `${section}; docs/specification/gateway.md#prices`,
      covers: [
        'gateway.initiateCreateOrUpdateFile',
        'gateway.createLab',
        'gateway.generateDataEncryptionKey',
        'gateway.decryptDataKey',
        'gateway.createAnnouncement',
        'gateway.step1',
        'errors.http.gateway.402',
        'limits.gatewayPrice',
        'limits.maxTimeoutSeconds',
        'versioning.x402',
        'decided.gateway.stage',
      ],
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
      covers: ['gateway.finishCreateOrUpdateFile'],
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
    'gateway.arguments',
    {
      rule: 'A call whose arguments alone show that it cannot run is 400 with the in-band error, before any price.',
      section,
      covers: ['gateway.arguments', 'decided.gateway.validFirst', 'errors.http.gateway.400'],
      needs: ['gateway'],
    },
    async ({ gateway }) => {
      const oclId = UNKNOWN_LAB;
      const zeroAccount = `0x0101${'0'.repeat(60)}`;
      const finish = {
        oclId,
        uploadToken: 'x',
        path: 'a',
        accessLevel: 'PUBLIC',
        changeBy: someone().address,
      };
      const wrong: [string, DocumentNode, Record<string, unknown>, string?][] = [
        ['createLab', CreateLabDocument, { oclId: '0x00' }, 'INVALID_OCL_ID'],
        ['createLab', CreateLabDocument, { oclId: zeroAccount }, 'INVALID_OCL_ID'],
        [
          'initiateCreateOrUpdateFile',
          InitiateCreateOrUpdateFileDocument,
          { oclId, contentType: 'text/plain', contentLength: -5 },
        ],
        [
          'initiateCreateOrUpdateFile',
          InitiateCreateOrUpdateFileDocument,
          { oclId, contentType: 'not a type', contentLength: 1 },
        ],
        ['createAnnouncement', CreateAnnouncementDocument, { oclId, headline: '', body: '' }],
        ['decryptDataKey', DecryptDataKeyDocument, { oclId }, 'PATH_XOR_REF'],
        ['finishCreateOrUpdateFile', FinishCreateOrUpdateFileDocument, finish, 'UPLOAD_TOKEN_MISMATCH'],
        [
          'finishCreateOrUpdateFile',
          FinishCreateOrUpdateFileDocument,
          { ...finish, changeBy: 'me' },
          'INVALID_ADDRESS',
        ],
        [
          'finishCreateOrUpdateFile',
          FinishCreateOrUpdateFileDocument,
          { ...finish, accessLevel: 'WRONG' },
          'INVALID_ACCESS_LEVEL',
        ],
      ];
      for (const [mutation, query, variables, reason] of wrong) {
        const answer = await gateway.call({ mutation, query, variables });
        badCall(answer);
        const [error] = answer.body.errors;
        assert.equal(error.errorType, 'VALIDATION_FAILED');
        assert.equal(error.errorInfo.reason, reason);
      }
    },
  ),

  check(
    'gateway.request',
    {
      rule: 'Exactly one operation, a mutation, one selection, named as the path, without alias, fragment or directive: else 400, and no price.',
      section,
      covers: [
        'gateway.request',
        'errors.http.gateway.400',
        'decided.gateway.validFirst',
        'decided.gateway.document',
        'errors.http.400',
      ],
      needs: ['gateway'],
    },
    async ({ gateway }) => {
      const inner = 'generateDataEncryptionKey { encryptedDek }';
      const queries = [
        'mutation {',
        '{ labs { totalCount } }',
        `mutation A { ${inner} } mutation B { ${inner} }`,
        `mutation { ${inner} revokeServiceToken(tokenId: "") { message } }`,
        `mutation { a: ${inner} b: ${inner} }`,
        `mutation { generateDataEncryptionKey: revokeServiceToken(tokenId: "") { message } }`,
        `mutation { key: ${inner} }`,
        `mutation { ...F } fragment F on Mutation { ${inner} }`,
        `mutation { ... { ${inner} } }`,
        `mutation { generateDataEncryptionKey @include(if: true) { encryptedDek } }`,
        `mutation { createLab(input: {oclId: "${UNKNOWN_LAB}"}) { message } }`,
        'mutation { generateDataEncryptionKey { nothing } }',
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
    'gateway.payment.other',
    {
      rule: 'A payment that is malformed, of another version, amount, asset, network or payee is 402 with the original requirements.',
      section,
      covers: [
        'gateway.step4',
        'gateway.step2',
        'errors.http.gateway.402',
        'auth.payment',
        'decided.gateway.addresses',
      ],
      needs: ['gateway'],
    },
    async ({ gateway }) => {
      const quoted = await gateway.quote(KEY);
      const payer = someone();
      const good = await signedPayment(payer, quoted);
      const dead = '0x000000000000000000000000000000000000dEaD';
      const wrong = [
        'nonsense',
        paymentHeaderOf({}),
        { ...good, x402Version: 1 },
        ...[
          { amount: '1' },
          { asset: dead },
          { payTo: dead },
          { network: 'eip155:1' },
          { scheme: 'upto' },
        ].map((change) => ({ ...good, accepted: { ...quoted, ...change } })),
        await signedPayment(payer, quoted, { value: 1n }),
        await signedPayment(payer, quoted, { to: dead }),
        { ...good, payload: { ...good.payload, signature: `0x${'11'.repeat(65)}` } },
      ];
      for (const payment of wrong) {
        const { accepts, error } = challengeOf(await payWith(gateway, payment));
        assert.deepEqual(accepts, [quoted]);
        assert.match(error, /^[a-z0-9_]{3,80}$/);
      }
    },
  ),

  check(
    'gateway.payment.unfunded',
    {
      rule: 'A payment that is signed well by a wallet without the money fails its verification: 402.',
      section,
      covers: ['gateway.step4', 'gateway.payer.authorization'],
      needs: ['gateway'],
    },
    async ({ gateway }) => {
      const quoted = await gateway.quote(KEY);
      const answer = await payWith(gateway, await signedPayment(someone(), quoted));
      assert.deepEqual(challengeOf(answer).accepts, [quoted]);
    },
  ),

  check(
    'gateway.payer',
    {
      rule: 'A payment that names nobody, or two authorizations, or of an unknown kind, is 400; one without an authorization is 402.',
      section,
      covers: [
        'gateway.payer.none',
        'gateway.payer.body',
        'gateway.payer.permit2',
        'errors.http.gateway.400',
        'decided.gateway.payer',
        'decided.gateway.kinds',
      ],
      needs: ['gateway'],
    },
    async ({ gateway }) => {
      const quoted = await gateway.quote(KEY);
      const { payload, ...rest } = await signedPayment(someone(), quoted);
      const { authorization, signature } = payload;
      const nobody = { ...rest, payload: { signature } };
      badCall(await payWith(gateway, nobody));
      badCall(await payWith(gateway, nobody, { ...KEY, payerAddress: '0x12' }));
      badCall(
        await payWith(gateway, {
          ...rest,
          payload: { signature, authorization: { ...authorization, from: '0x12' } },
        }),
      );
      badCall(
        await payWith(gateway, { ...rest, payload: { ...payload, permit2Authorization: authorization } }),
      );
      const payerAddress = someone().address;
      challengeOf(await payWith(gateway, nobody, { ...KEY, payerAddress }));
      for (const kind of [{ delegation: '0x' }, { ...payload, permissionContext: '0x' }])
        badCall(await payWith(gateway, { ...rest, payload: kind }, { ...KEY, payerAddress }));
      challengeOf(
        await payWith(gateway, {
          ...rest,
          payload: { signature, permit2Authorization: { from: someone().address } },
        }),
      );
    },
  ),
];
