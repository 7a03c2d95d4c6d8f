import { verifyAccessRequest } from '@labroom/client/access/verify-access-request.ts';
import {
  AccessQuestionsDocument,
  AccessRequestDocument,
  type AccessRequestFieldsFragment,
  AccessRequestsDocument,
  BlockAskerDocument,
  BlockedAskersDocument,
  InboxDocument,
  MyAccessRequestsDocument,
  SetAccessQuestionsDocument,
  ShareFilesDocument,
  WithdrawAccessRequestDocument,
} from '@labroom/client/documents';
import { accessRequestLimits, defaultPromise, defaultQuestion } from '@labroom/protocol/access-request';
import { newWallet, signIn } from '@labroom/testing/actors.ts';
import { indexChain } from '@labroom/testing/index-chain.ts';
import { deploySafe, signAsSafe } from '@labroom/testing/safe.ts';
import { listReader } from '@labroom/testing/test-access-list.ts';
import {
  declineAccessRequest,
  newRequest,
  requestAccess,
  signedAccessRequest,
  signedDecline,
  storedRequest,
} from '@labroom/testing/test-access-request.ts';
import { reasonOf, refusalOf, resultOf } from '@labroom/testing/test-client.ts';
import { uploadSecret } from '@labroom/testing/test-encryption.ts';
import { grantRole, revokeRole } from '@labroom/testing/test-lab.ts';
import { registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { fileAt, uploadFile } from '@labroom/testing/test-upload.ts';
import { chainOf, fundedWallet, type TestWallet } from '@labroom/testing/test-wallets.ts';
import { eq } from 'drizzle-orm';
import { type Hex, hashTypedData, type TypedDataDefinition } from 'viem';
import { describe, expect, test } from 'vitest';
import { accessRequests } from '#platform/db/tables/access-requests.ts';
import { settleRequests } from './settle-requests.ts';

const service = await openTestService({ insertsRows: true });
const site = new URL(service.context.config.http.webUrl).host;
const lab = await registeredLab(service);
const contributor = await fundedWallet();
await grantRole(lab.owner, { oclId: lab.oclId, to: contributor.address, role: 'CONTRIBUTOR' });
const contributorToken = (await signIn(service, contributor)).token;
await indexChain(service.context);

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const at = (seconds: number) => new Date(Date.now() + 1_000 * seconds).toISOString();
const tokenOf = async (wallet: TestWallet) => (await signIn(service, wallet)).token;
const read = (id: string, token: string): Promise<AccessRequestFieldsFragment | null> =>
  resultOf(service, AccessRequestDocument, { id }, token);
const list = async (token: string, oclId = lab.oclId): Promise<string[]> =>
  (await resultOf(service, AccessRequestsDocument, { oclId, state: 'OPEN', perPage: 100 }, token)).nodes.map(
    ({ id }: { id: string }) => id,
  );
const ask = async (
  signer: Parameters<typeof signedAccessRequest>[0],
  asked: Partial<Parameters<typeof signedAccessRequest>[1]> = {},
  given: { site?: string; chainId?: number; issuedAt?: string } = {},
) =>
  requestAccess(
    service,
    await signedAccessRequest(signer, { oclId: lab.oclId, ...asked }, { site, ...given }),
  );
const decline = async (signer: TestWallet, request: AccessRequestFieldsFragment, reason = 'Not now.') =>
  declineAccessRequest(service, await signedDecline(signer, request, reason, { site }));
async function settle() {
  await indexChain(service.context);
  await settleRequests(service.context);
}
const grant = (to: TestWallet, expiry: string | null = null, role: 'VIEWER' | 'CONTRIBUTOR' = 'VIEWER') =>
  grantRole(lab.owner, {
    oclId: lab.oclId,
    to: to.address,
    role,
    expiry: expiry ? BigInt(Math.floor(Date.parse(expiry) / 1_000)) : 0n,
  });
/** What a wallet was told of a request. */
const toldOf = async (id: string, token: string): Promise<string[]> =>
  (await resultOf(service, InboxDocument, { page: 0, perPage: 100, onlyUnread: false }, token)).nodes
    .filter(({ requestId }: { requestId: string | null }) => requestId === id)
    .map(({ kind }: { kind: string }) => kind);
const { accessResolver } = chainOf({ address: '0x' } as never).contracts;

describe('a request', () => {
  test('is granted by the transaction of an owner alone, and verified without the service', async () => {
    const asker = newWallet();
    const { did: ref } = await uploadFile(service, lab, 'x', { path: 'asked.txt' }).then(() =>
      fileAt(service, lab, 'asked.txt'),
    );
    const until = inDays(30);
    const request = await newRequest(service, lab.oclId, asker, { ref, until });
    const token = await tokenOf(asker);
    expect(request).toMatchObject({ state: 'OPEN', path: 'asked.txt', until, decision: null });
    const mine = (by: string) => resultOf(service, MyAccessRequestsDocument, {}, by);
    expect(await mine(token)).toMatchObject({ nodes: [{ id: request.id }], totalCount: 1 });
    expect(await mine(await tokenOf(newWallet()))).toMatchObject({ nodes: [], totalCount: 0 });
    expect(await list(lab.token)).toContain(request.id);

    for (const decider of [lab.token, contributorToken])
      expect(await toldOf(request.id, decider)).toEqual(['ACCESS_REQUESTED']);

    await grant(asker, until);
    await settle();
    await Promise.all([settleRequests(service.context), settleRequests(service.context)]);
    expect(await toldOf(request.id, token)).toEqual(['ACCESS_GRANTED']);
    const granted = await read(request.id, token);
    expect(granted).toMatchObject({
      state: 'GRANTED',
      decision: {
        by: lab.owner.address.toLowerCase(),
        role: 'VIEWER',
        expiry: String(Math.floor(Date.parse(until) / 1_000)),
        reason: null,
        signature: null,
      },
    });
    if (!granted) throw new Error('The asker cannot read the request');
    const hash = granted.decision?.transactionHash as Hex;
    const receipt = await chainOf(lab.owner).reader.getTransactionReceipt({ hash });
    expect(await verifyAccessRequest(granted, { accessResolver })).toEqual({
      request: 'valid',
      decision: 'unverified',
    });
    expect(await verifyAccessRequest(granted, { accessResolver, receipt })).toEqual({
      request: 'valid',
      decision: 'valid',
    });
    const forged = [
      { ...granted, wallet: lab.owner.address },
      { ...granted, role: 'CONTRIBUTOR' as const },
      { ...granted, decision: { ...granted.decision, by: asker.address } as typeof granted.decision },
      { ...granted, decision: { ...granted.decision, expiry: null } as typeof granted.decision },
    ];
    for (const record of forged)
      expect(Object.values(await verifyAccessRequest(record, { accessResolver, receipt }))).toContain(
        'invalid',
      );
  });

  test('for a file is granted where this file is shared with its wallet, and verified by the list', async () => {
    const asker = newWallet();
    const { datasetId: ref } = await uploadSecret(service, lab, 'x', { path: 'asked/shared.txt' });
    const request = await newRequest(service, lab.oclId, asker, { ref });
    const entry = { oclId: lab.oclId, ref, reader: asker.address };
    await listReader(lab.owner, entry);
    await settle();
    // The file does not ask for the list yet.
    expect((await read(request.id, lab.token))?.state).toBe('OPEN');
    const [{ contentHash }] = (await fileAt(service, lab, 'asked/shared.txt')).versions;
    const files = [{ ref, versions: [{ version: 1, contentHash }] }];
    await resultOf(service, ShareFilesDocument, { oclId: lab.oclId, files }, lab.token);
    await settle();
    const granted = await read(request.id, lab.token);
    expect(granted).toMatchObject({
      state: 'GRANTED',
      decision: { by: lab.owner.address.toLowerCase(), role: null, expiry: null },
    });
    expect(await toldOf(request.id, await tokenOf(asker))).toEqual(['ACCESS_GRANTED']);
    if (!granted) throw new Error('The lab cannot read the request');
    const hash = granted.decision?.transactionHash as Hex;
    const receipt = await chainOf(lab.owner).reader.getTransactionReceipt({ hash });
    const { accessList } = chainOf(lab.owner).contracts;
    const verdict = async (
      record: typeof granted,
      lists: { accessList?: typeof accessList } = { accessList },
    ) => (await verifyAccessRequest(record, { accessResolver, ...lists, receipt })).decision;
    expect(await verdict(granted)).toBe('valid');
    expect(await verdict(granted, {})).toBe('unverified');
    expect(await verdict({ ...granted, ref: 'did:key:other' })).toBe('invalid');
    expect(await verdict({ ...granted, wallet: lab.owner.address })).toBe('invalid');
  });

  test('is declined by a signed message with a reason, which anyone can verify', async () => {
    const asker = newWallet();
    const request = await newRequest(service, lab.oclId, asker);
    expect((await decline(contributor, request, 'Ask again\nafter the review.')).error).toBeNull();
    expect(await toldOf(request.id, await tokenOf(asker))).toEqual(['ACCESS_DECLINED']);
    const declined = await read(request.id, await tokenOf(asker));
    expect(declined).toMatchObject({
      state: 'DECLINED',
      decision: { by: contributor.address.toLowerCase(), reason: 'Ask again\nafter the review.' },
    });
    if (!declined?.decision) throw new Error('There is no decision');
    expect(await verifyAccessRequest(declined, { accessResolver })).toEqual({
      request: 'valid',
      decision: 'valid',
    });
    for (const record of [
      { ...declined, promise: 'Nothing.' },
      { ...declined, answers: [{ question: 'Why?', answer: 'Because.' }] },
      { ...declined, id: request.id.replace(/..$/, '00') },
    ])
      expect((await verifyAccessRequest(record, { accessResolver })).request).toBe('invalid');
    const other = { ...declined.decision, reason: 'Never.' };
    expect((await verifyAccessRequest({ ...declined, decision: other }, { accessResolver })).decision).toBe(
      'unverified',
    );
  });

  test('is refused with a signature of another wallet, lab, role, end, text, site or chain, late or early', async () => {
    const asker = newWallet();
    const other = newWallet();
    const { input, signature } = await signedAccessRequest(asker, { oclId: lab.oclId }, { site });
    const otherLab = await registeredLab(service);
    for (const change of [
      { wallet: other.address },
      { oclId: otherLab.oclId },
      { role: 'CONTRIBUTOR' },
      { until: inDays(1) },
      { answers: [{ question: 'Why?', answer: 'Because.' }] },
      { promise: 'Nothing.' },
    ]) {
      const result = await requestAccess(service, { input: { ...input, ...change }, signature });
      expect(reasonOf(result)).toBe('INVALID_SIGNATURE');
    }
    expect(reasonOf(await ask(asker, {}, { site: 'elsewhere.example' }))).toBe('INVALID_SIGNATURE');
    expect(reasonOf(await ask(asker, {}, { chainId: 8453 }))).toBe('INVALID_SIGNATURE');
    for (const issuedAt of [at(-601), at(120)])
      expect(reasonOf(await ask(asker, {}, { issuedAt }))).toBe('SIGNATURE_EXPIRED');
    for (const asked of [{ until: at(-1) }, { until: inDays(40_000) }, { role: 'OWNER' as never }])
      expect((await ask(asker, asked)).error.code).toBe('VALIDATION_FAILED');
    expect((await ask(asker, { ref: 'did:odf:none' })).error.code).toBe('NOT_FOUND');
  });

  test('works once: a second time it is refused, also after it was withdrawn', async () => {
    const asker = newWallet();
    const args = await signedAccessRequest(asker, { oclId: lab.oclId }, { site });
    const { request } = await requestAccess(service, args);
    expect(refusalOf(await requestAccess(service, args))).toMatchObject({
      reason: 'REQUEST_OPEN',
      id: request.id,
    });
    const [token, outsider] = [await tokenOf(asker), await tokenOf(newWallet())];
    const withdraw = (by: string) => resultOf(service, WithdrawAccessRequestDocument, { id: request.id }, by);
    expect(reasonOf(await withdraw(outsider))).toBe('REQUEST_NOT_FOUND');
    expect((await withdraw(token)).request.state).toBe('WITHDRAWN');
    expect(refusalOf(await withdraw(token))).toMatchObject({ reason: 'REQUEST_CLOSED', state: 'WITHDRAWN' });
    expect(reasonOf(await requestAccess(service, args))).toBe('SIGNATURE_USED');
  });

  test('of many at once of one wallet is one', async () => {
    const asker = newWallet();
    const results = await Promise.all(Array.from({ length: 8 }, () => ask(asker)));
    expect(results.filter(({ error }) => !error)).toHaveLength(1);
    for (const result of results.filter(({ error }) => error)) expect(reasonOf(result)).toBe('REQUEST_OPEN');
  });

  test('of a contract account is signed and verified as the contract says', async () => {
    const owner = await fundedWallet();
    const chain = chainOf(owner);
    const address = await deploySafe(chain, [owner.address]);
    const signTypedData = (message: TypedDataDefinition) =>
      signAsSafe(owner, address, hashTypedData(message));
    const request = await newRequest(service, lab.oclId, { address, signTypedData });
    expect((await verifyAccessRequest(request, { accessResolver })).request).toBe('unverified');
    const verifyHash = (signed: { address: Hex; hash: Hex; signature: Hex }) =>
      chain.reader.verifyHash(signed);
    expect((await verifyAccessRequest(request, { accessResolver, verifyHash })).request).toBe('valid');
  });
});

describe('answers and promise', () => {
  test('of a lab that has set no questions: who asks, and why; a request may leave that out', async () => {
    const { oclId, token } = await registeredLab(service);
    const answers = [{ question: defaultQuestion, answer: 'Ada, to repeat the assay.' }];
    const { id } = await newRequest(service, oclId, newWallet(), { answers });
    expect((await read(id, token))?.answers).toEqual(answers);
    expect((await ask(newWallet(), { oclId, answers: [] })).error).toBeNull();
    const other = [{ question: 'Why?', answer: 'Because.' }];
    expect(reasonOf(await ask(newWallet(), { oclId, answers: other }))).toBe('QUESTIONS_CHANGED');
    await resultOf(service, SetAccessQuestionsDocument, { oclId, questions: [] }, token);
    expect(await resultOf(service, AccessQuestionsDocument, { oclId })).toMatchObject({ questions: [] });
    expect(reasonOf(await ask(newWallet(), { oclId, answers }))).toBe('QUESTIONS_CHANGED');
  });

  test('are those of the lab at that moment, and only asker and deciders read them', async () => {
    const asking = await registeredLab(service);
    const set = (token: string, questions: string[], promise?: string) =>
      resultOf(service, SetAccessQuestionsDocument, { oclId: asking.oclId, questions, promise }, token);
    const { oclId } = asking;
    expect(await resultOf(service, AccessQuestionsDocument, { oclId })).toEqual({
      questions: [defaultQuestion],
      promise: defaultPromise,
    });
    const questions = ['Which institute?', 'لماذا؟'];
    expect((await set(contributorToken, questions)).error.code).toBe('UNAUTHORIZED');
    expect((await set(asking.token, questions, 'I promise.')).error).toBeNull();
    expect(
      (
        await set(
          asking.token,
          Array.from({ length: 6 }, (_, n) => `${n}?`),
        )
      ).error.code,
    ).toBe('VALIDATION_FAILED');
    for (const wrong of [['a'.repeat(301)], ['Twice?', 'Twice?'], [''], ['\u202egnp']])
      expect((await set(asking.token, wrong)).error.code).toBe('VALIDATION_FAILED');

    const asker = newWallet();
    const answers = questions.map((question) => ({ question, answer: 'A secret reason.' }));
    for (const asked of [
      { answers: [] },
      { answers },
      { answers: answers.toReversed(), promise: 'I promise.' },
      { answers: answers.slice(1), promise: 'I promise.' },
    ])
      expect(reasonOf(await ask(asker, { oclId, ...asked }))).toBe('QUESTIONS_CHANGED');
    const request = await newRequest(service, oclId, asker, { answers, promise: 'I promise.' });

    const [viewer, contributing] = [await fundedWallet(), await fundedWallet()];
    await grantRole(asking.owner, { oclId, to: viewer.address, role: 'VIEWER' });
    await grantRole(asking.owner, { oclId, to: contributing.address, role: 'CONTRIBUTOR' });
    const outsider = await tokenOf(newWallet());
    const asContributor = await tokenOf(contributing);
    for (const token of [outsider, await tokenOf(viewer), lab.token, contributorToken])
      expect(await read(request.id, token)).toBeNull();
    for (const token of [await tokenOf(asker), asking.token, asContributor])
      expect((await read(request.id, token))?.answers).toEqual(answers);
    await revokeRole(asking.owner, oclId, contributing.address);
    expect(await read(request.id, asContributor)).toBeNull();

    await set(asking.token, []);
    expect((await read(request.id, asking.token))?.answers).toEqual(answers);
  });

  test('for the contributor role are for owners alone, who alone decide', async () => {
    const asker = newWallet();
    const request = await newRequest(service, lab.oclId, asker, { role: 'CONTRIBUTOR' });
    expect(await list(contributorToken)).not.toContain(request.id);
    expect(await toldOf(request.id, contributorToken)).toEqual([]);
    expect(await read(request.id, contributorToken)).toBeNull();
    expect(await list(lab.token)).toContain(request.id);
    expect(reasonOf(await decline(contributor, request))).toBe('UNAUTHORIZED');
    for (const outsider of [asker, newWallet()])
      expect(reasonOf(await decline(outsider, request))).toBe('UNAUTHORIZED');
    await grant(asker);
    await settle();
    expect((await read(request.id, lab.token))?.state).toBe('OPEN');
    await grant(asker, null, 'CONTRIBUTOR');
    await settle();
    expect((await read(request.id, lab.token))?.state).toBe('GRANTED');
  });
});

describe('a decision', () => {
  test('is refused with a signature for another request, reason or site, and after another one', async () => {
    const [one, other] = [
      await newRequest(service, lab.oclId, newWallet()),
      await newRequest(service, lab.oclId, newWallet()),
    ];
    const { input, signature } = await signedDecline(lab.owner, one, 'No.', { site });
    for (const change of [{ id: other.id }, { reason: 'Yes.' }, { wallet: contributor.address }])
      expect(
        reasonOf(await declineAccessRequest(service, { input: { ...input, ...change }, signature })),
      ).toBe('INVALID_SIGNATURE');
    const elsewhere = await signedDecline(lab.owner, one, 'No.', { site: 'elsewhere.example' });
    expect(reasonOf(await declineAccessRequest(service, elsewhere))).toBe('INVALID_SIGNATURE');
    const missing = { input: { ...input, id: `0x${'00'.repeat(32)}` }, signature };
    expect(reasonOf(await declineAccessRequest(service, missing))).toBe('REQUEST_NOT_FOUND');

    const results = await Promise.all([
      decline(lab.owner, one),
      decline(contributor, one),
      decline(lab.owner, one),
    ]);
    expect(results.filter(({ error }) => !error)).toHaveLength(1);
    for (const result of results.filter(({ error }) => error))
      expect(refusalOf(result)).toMatchObject({ reason: 'REQUEST_CLOSED', state: 'DECLINED' });
  });

  test('to decline does not overtake a grant that is not indexed yet', async () => {
    const asker = newWallet();
    const request = await newRequest(service, lab.oclId, asker);
    await grant(asker);
    expect(refusalOf(await decline(contributor, request))).toMatchObject({
      reason: 'REQUEST_CLOSED',
      state: 'GRANTED',
    });
    await settle();
    expect((await read(request.id, lab.token))?.state).toBe('GRANTED');
  });
});

test('a role is renewed by a later end, and what is held already is not asked for', async () => {
  const asker = newWallet();
  expect(reasonOf(await ask(lab.owner))).toBe('ROLE_HELD');
  const first = inDays(10);
  await grant(asker, first);
  await indexChain(service.context);
  expect(reasonOf(await ask(asker, { until: inDays(5) }))).toBe('ROLE_HELD');
  const request = await newRequest(service, lab.oclId, asker, { until: inDays(100) });
  await settle();
  expect((await read(request.id, lab.token))?.state).toBe('OPEN');
  await grant(asker, inDays(5));
  await settle();
  expect((await read(request.id, lab.token))?.state).toBe('OPEN');
  await grant(asker, inDays(90));
  await settle();
  expect((await read(request.id, lab.token))?.state).toBe('GRANTED');
  await grant(asker);
  await indexChain(service.context);
  expect(reasonOf(await ask(asker))).toBe('ROLE_HELD');
});

describe('limits', () => {
  test('a blocked wallet is refused, its request leaves the list, and the wallet can be let in again', async () => {
    const asker = newWallet();
    const { id } = await newRequest(service, lab.oclId, asker);
    const block = (isBlocked: boolean, token = lab.token) =>
      resultOf(service, BlockAskerDocument, { oclId: lab.oclId, wallet: asker.address, isBlocked }, token);
    expect((await block(true, contributorToken)).error.code).toBe('UNAUTHORIZED');
    expect((await block(true)).error).toBeNull();
    expect(await list(lab.token)).not.toContain(id);
    expect(reasonOf(await ask(asker))).toBe('REQUESTS_BLOCKED');
    const blocked = await resultOf(service, BlockedAskersDocument, { oclId: lab.oclId }, lab.token);
    expect(blocked).toMatchObject([{ wallet: asker.address.toLowerCase() }]);
    await block(false);
    expect(await list(lab.token)).toContain(id);
  });

  test('of a block and a request at once, the request is hidden or refused', async () => {
    for (let time = 0; time < 4; time += 1) {
      const asker = newWallet();
      const args = { oclId: lab.oclId, wallet: asker.address, isBlocked: true };
      const [{ request }] = await Promise.all([
        ask(asker),
        resultOf(service, BlockAskerDocument, args, lab.token),
      ]);
      expect(await list(lab.token)).not.toContain(request?.id ?? 'refused');
    }
  });

  test('a wallet sends five requests to a lab a day, and has twenty open ones', async () => {
    const eager = newWallet();
    const token = await tokenOf(eager);
    for (let sent = 0; sent < accessRequestLimits.dailyToLab; sent += 1) {
      const { id } = await newRequest(service, lab.oclId, eager);
      await resultOf(service, WithdrawAccessRequestDocument, { id }, token);
    }
    expect(reasonOf(await ask(eager))).toBe('TOO_MANY_ACCESS_REQUESTS');

    const busy = newWallet();
    for (let open = 0; open < accessRequestLimits.openOfWallet; open += 1)
      await storedRequest(service, busy.address);
    expect(reasonOf(await ask(busy))).toBe('TOO_MANY_ACCESS_REQUESTS');
  });

  test('an open request expires after its days, or with the end that it asks for', async () => {
    const [one, other] = [newWallet(), newWallet()];
    const { id } = await newRequest(service, lab.oclId, one);
    const ended = await newRequest(service, lab.oclId, other, { until: inDays(1) });
    const { db } = service.context;
    await db.update(accessRequests).set({ expiresAt: new Date() }).where(eq(accessRequests.id, id));
    await db.update(accessRequests).set({ until: new Date() }).where(eq(accessRequests.id, ended.id));
    await settle();
    for (const expired of [id, ended.id]) expect((await read(expired, lab.token))?.state).toBe('EXPIRED');
    expect(reasonOf(await decline(lab.owner, ended))).toBe('REQUEST_CLOSED');
    await newRequest(service, lab.oclId, one);
  });
});
