import { randomUUID } from 'node:crypto';
import {
  CreateAnnouncementDocument,
  CreateLabDocument,
  DecryptDataKeyDocument,
  FinishCreateOrUpdateFileDocument,
  InitiateCreateOrUpdateFileDocument,
} from '@labroom/client/documents';
import { networks } from '@labroom/contracts/networks';
import { encodeOclId } from '@labroom/contracts/ocl-id';
import { signIn } from '@labroom/testing/actors.ts';
import { ask, textOf } from '@labroom/testing/test-client.ts';
import { teamConditions } from '@labroom/testing/test-encryption.ts';
import { callGateway, callsOf, payerWith, paymentFor, priceOf } from '@labroom/testing/test-gateway.ts';
import { PRICE, stablecoinsOf } from '@labroom/testing/test-payment.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { ExactEvmScheme } from '@x402/evm/exact/client';
import { wrapFetchWithPaymentFromConfig } from '@x402/fetch';
import type { DocumentNode } from 'graphql';
import { describe, expect, test } from 'vitest';
import { CURRENT_ENCRYPTION_SYSTEM } from '#core/keys/data-key.ts';
import { signUploadToken } from '../operations/files/upload-token.ts';
import type { PaidMutation } from '../platform/config/paid-mutations.ts';

const account = `0x${'1a'.repeat(20)}` as const;
const oclId = encodeOclId({ tokenId: 7n, account });
const otherLab = encodeOclId({ tokenId: 8n, account });
const noAccount = `0x0101${'0'.repeat(60)}`;

const service = await openTestService();
const payer = await payerWith(10n * PRICE);
const { token } = await signIn(service, payer);
const { uploadTokenKeys } = service.context.secrets;
const uploadToken = await signUploadToken(uploadTokenKeys, 'local', { id: randomUUID(), oclId });
const tokenOfOtherLab = await signUploadToken(uploadTokenKeys, 'local', {
  id: randomUUID(),
  oclId: otherLab,
});

type Args = Record<string, unknown>;
interface Call {
  mutation: PaidMutation;
  query: string;
  variables: Args;
}

const call = (mutation: PaidMutation, document: DocumentNode, variables: Args): Call => ({
  mutation,
  query: textOf(document),
  variables,
});

const createLab = (id: string) => call('createLab', CreateLabDocument, { oclId: id });
const initiate = (changes: Args) =>
  call('initiateCreateOrUpdateFile', InitiateCreateOrUpdateFileDocument, {
    ...{ oclId, contentType: 'text/csv', contentLength: 1 },
    ...changes,
  });
const announce = (changes: Args) =>
  call('createAnnouncement', CreateAnnouncementDocument, {
    ...{ oclId, headline: 'Title', body: 'Text' },
    ...changes,
  });
const decrypt = (changes: Args) =>
  call('decryptDataKey', DecryptDataKeyDocument, { oclId, filePath: 'a.txt', ...changes });
const finish = (changes: Args) =>
  call('finishCreateOrUpdateFile', FinishCreateOrUpdateFileDocument, {
    ...{ oclId, uploadToken, path: 'a.txt', accessLevel: 'PUBLIC', changeBy: payer.address },
    ...changes,
  });
const encrypted = (changes: Args) =>
  finish({
    accessLevel: 'ADMIN',
    encryptionMetadata: {
      encryptionSystem: CURRENT_ENCRYPTION_SYSTEM,
      encryptedDek: 'AAAA',
      iv: Buffer.alloc(12).toString('base64'),
      contentHash: `sha256-${'0'.repeat(64)}`,
      accessControlConditions: teamConditions(oclId),
      encryptedBy: payer.address,
      encryptedAt: new Date().toISOString(),
      ...changes,
    },
  });
const conditions = (change: (items: Args[]) => unknown) =>
  JSON.stringify(change(JSON.parse(teamConditions(oclId))));

/** Calls with the documented reasons of their errors. */
const rows: [string, () => Call, string?][] = [
  // Fourteen calls that used to be charged.
  ['createLab with an id that is too short', () => createLab('0x00'), 'INVALID_OCL_ID'],
  ['createLab of the zero account', () => createLab(noAccount), 'INVALID_OCL_ID'],
  ['decryptDataKey of the zero account', () => decrypt({ oclId: noAccount }), 'INVALID_OCL_ID'],
  ['initiate of the zero account', () => initiate({ oclId: noAccount }), 'INVALID_OCL_ID'],
  ['createAnnouncement of the zero account', () => announce({ oclId: noAccount }), 'INVALID_OCL_ID'],
  ['a negative length', () => initiate({ contentLength: -5 })],
  ['a content type that is none', () => initiate({ contentType: 'not a type' })],
  ['an empty announcement', () => announce({ headline: '', body: '' })],
  ['decryptDataKey without path and ref', () => decrypt({ filePath: null }), 'PATH_XOR_REF'],
  [
    'finish by somebody who is no wallet',
    () => finish({ uploadToken: 'x', changeBy: 'me' }),
    'INVALID_ADDRESS',
  ],
  ['an unknown access level', () => finish({ accessLevel: 'WRONG' }), 'INVALID_ACCESS_LEVEL'],
  ['a hash with a colon', () => encrypted({ contentHash: `sha256:${'0'.repeat(64)}` })],
  [
    'conditions that are an object',
    () => encrypted({ accessControlConditions: conditions(([item]) => item) }),
    'INVALID_CONDITIONS',
  ],
  [
    'conditions on another chain',
    () => encrypted({ accessControlConditions: conditions(([item]) => [{ ...item, chain: 'ethereum' }]) }),
    'INVALID_CONDITIONS',
  ],
  // Calls with similar faults.
  [
    'conditions with a key twice',
    () => encrypted({ accessControlConditions: teamConditions(oclId).replace('{', '{"chain":"local",') }),
    'INVALID_CONDITIONS',
  ],
  [
    'conditions that do not depend on the wallet',
    () =>
      encrypted({ accessControlConditions: teamConditions(oclId).replace(':userAddress', payer.address) }),
    'INVALID_CONDITIONS',
  ],
  ['decryptDataKey with path and ref', () => decrypt({ ref: 'did:a:b' }), 'PATH_XOR_REF'],
  ['a path that climbs', () => decrypt({ filePath: '../a' }), 'INVALID_PATH'],
  ['a new path with a hidden character', () => finish({ path: 'da\u200bta.csv' }), 'INVALID_PATH'],
  ['version 0', () => decrypt({ version: 0 })],
  ['a long headline', () => announce({ headline: 'x'.repeat(301) })],
  ['a long body', () => announce({ body: 'x'.repeat(100_001) })],
  ['a NUL character', () => announce({ body: 'a\0b' })],
  ['a forged upload token', () => finish({ uploadToken: 'x.y.z' }), 'UPLOAD_TOKEN_MISMATCH'],
  ['an upload token of another lab', () => finish({ uploadToken: tokenOfOtherLab }), 'UPLOAD_TOKEN_MISMATCH'],
  ['finish with path and ref', () => finish({ ref: 'did:a:b' }), 'PATH_XOR_REF'],
  ['too many tags', () => finish({ tags: Array(51).fill('a') })],
  ['a long description', () => finish({ description: 'x'.repeat(10_001) })],
  ['a secret file without encryption', () => finish({ accessLevel: 'HOLDERS' }), 'ENCRYPTION_REQUIRED'],
  [
    'encryption of a public file',
    () => finish({ encryptionMetadata: encrypted({}).variables.encryptionMetadata }),
    'INVALID_ACCESS_LEVEL',
  ],
  ['a short initialization vector', () => encrypted({ iv: 'AAAA' })],
  ['a wrapped key that is not Base64', () => encrypted({ encryptedDek: '?' })],
  ['a time that is none', () => encrypted({ encryptedAt: 'yesterday' })],
  [
    'an unknown encryption system',
    () => encrypted({ encryptionSystem: 'rot13' }),
    'UNSUPPORTED_ENCRYPTION_SYSTEM',
  ],
];

describe('a call with an invalid body gets 400, with the price unless it is paid, and is not charged:', () => {
  test.each(rows)('%s', async (_, make, reason) => {
    const { mutation, query, variables } = make();
    const sent = { mutation, body: { query, variables } };
    const inBand = (await ask(service, query, variables, token))[mutation].error;
    expect(inBand.code).toBe('VALIDATION_FAILED');

    const quoted = await callGateway(service, sent);
    const paid = await callGateway(service, sent, await paymentFor(service, payer, mutation));
    expect(quoted.required?.accepts).toEqual([priceOf(service, mutation)]);
    expect(paid.required).toBeNull();
    for (const { status, settlement, body } of [quoted, paid]) {
      expect([status, settlement]).toEqual([400, null]);
      const [error] = body.errors;
      expect([error.errorType, error.message]).toEqual([inBand.code, inBand.message]);
      const { requestId, retryable, details } = error.errorInfo;
      expect([typeof requestId, retryable]).toEqual(['string', false]);
      expect(details).toEqual(JSON.parse(inBand.details ?? '{}'));
      expect(details.reason).toBe(reason);
    }
    const stock = await stockFetch()(`${service.url}/local/x402/labs/${mutation}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables }),
    });
    expect([stock.status, stock.headers.get('payment-response')]).toEqual([400, null]);
    await mustBeUncharged();
  });
});

describe('a call that names another wallet than the payer gets 400 once the payer is known:', () => {
  test.each<[string, () => Call, string]>([
    ['changeBy', () => finish({ changeBy: account }), 'CHANGE_BY_MISMATCH'],
    ['encryptedBy', () => encrypted({ encryptedBy: account }), 'ENCRYPTED_BY_MISMATCH'],
  ])('%s', async (_, make, reason) => {
    const { mutation, query, variables } = make();
    const payment = await paymentFor(service, payer, mutation);
    const { status, body } = await callGateway(service, { mutation, body: { query, variables } }, payment);
    expect([status, body.errors[0].errorInfo.reason]).toEqual([400, reason]);
    await mustBeUncharged();
  });
});

async function mustBeUncharged(): Promise<void> {
  expect(await callsOf(service, payer)).toEqual([]);
  expect(await stablecoinsOf(payer.address)).toBe(10n * PRICE);
}

function stockFetch(): typeof fetch {
  const network = 'eip155:31337';
  const { usdc: asset } = networks[31337].contracts;
  return wrapFetchWithPaymentFromConfig(fetch, {
    schemes: [{ network, client: new ExactEvmScheme(payer) }],
    spendControls: { allowedAssets: [{ network, asset, maxAmountPerPayment: String(PRICE) }] },
  });
}
