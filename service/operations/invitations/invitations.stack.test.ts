import { verifyAccessRequest } from '@labroom/client/access/verify-access-request.ts';
import {
  AccessRequestsDocument,
  BlockAskerDocument,
  CreateInvitationDocument,
  InboxDocument,
  InvitationDocument,
  InvitationsDocument,
  RevokeInvitationDocument,
  SetAccessQuestionsDocument,
} from '@labroom/client/documents';
import { invitationLimits } from '@labroom/protocol/invitation';
import { newWallet, signIn } from '@labroom/testing/actors.ts';
import { newRequest, requestAccess, signedAccessRequest } from '@labroom/testing/test-access-request.ts';
import { reasonOf, resultOf } from '@labroom/testing/test-client.ts';
import { invitationTo, newInvitation, signedAcceptance, siteOf } from '@labroom/testing/test-invitation.ts';
import { grantRole } from '@labroom/testing/test-lab.ts';
import { registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { chainOf, fundedWallet, type TestWallet } from '@labroom/testing/test-wallets.ts';
import { eq } from 'drizzle-orm';
import { generatePrivateKey } from 'viem/accounts';
import { describe, expect, test } from 'vitest';
import { invitations } from '#platform/db/tables/access-requests.ts';

const service = await openTestService();
const site = siteOf(service);
const lab = await registeredLab(service);
const wallet = await fundedWallet();
await grantRole(lab.owner, { oclId: lab.oclId, to: wallet.address, role: 'CONTRIBUTOR' });
const contributor = { oclId: lab.oclId, token: (await signIn(service, wallet)).token };

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const accept = async (wallet: TestWallet, invitation: Parameters<typeof signedAcceptance>[1]) =>
  requestAccess(service, await signedAcceptance(wallet, invitation, { site }));
const read = (id: string) => resultOf(service, InvitationDocument, { id });
const revoke = (id: string, token = lab.token) =>
  resultOf(service, RevokeInvitationDocument, { oclId: lab.oclId, id }, token);

test('an invitation becomes a request with what it offers, which needs no answers and is verified as any other', async () => {
  await resultOf(service, SetAccessQuestionsDocument, { oclId: lab.oclId, questions: ['Why?'] }, lab.token);
  const until = inDays(30);
  const invitation = await newInvitation(service, lab, { until, uses: 2 });
  expect(await read(invitation.id)).toMatchObject({ role: 'VIEWER', until, uses: 2, used: 0 });
  const wallet = newWallet();
  const { request } = await accept(wallet, invitation);
  expect(request).toMatchObject({ state: 'OPEN', until, invitation: invitation.id, answers: [] });
  const { accessResolver } = chainOf(lab.owner).contracts;
  expect((await verifyAccessRequest(request, { accessResolver })).request).toBe('valid');
  expect((await verifyAccessRequest({ ...request, invitation: null }, { accessResolver })).request).toBe(
    'invalid',
  );
  expect((await read(invitation.id)).used).toBe(1);
  const inbox = await resultOf(service, InboxDocument, { page: 0, perPage: 1, onlyUnread: false }, lab.token);
  expect(inbox.nodes[0]).toMatchObject({ kind: 'INVITATION_ACCEPTED', requestId: request.id });
  const { nodes } = await resultOf(service, AccessRequestsDocument, { oclId: lab.oclId }, contributor.token);
  expect(nodes.map(({ id }: { id: string }) => id)).toContain(request.id);
  expect(reasonOf(await accept(wallet, invitation))).toBe('REQUEST_OPEN');
  expect((await read(invitation.id)).used).toBe(1);
  await resultOf(service, SetAccessQuestionsDocument, { oclId: lab.oclId, questions: [] }, lab.token);
});

test('parallel acceptances never exceed the uses', async () => {
  const invitation = await newInvitation(service, lab, { uses: 3 });
  const results = await Promise.all(Array.from({ length: 10 }, () => accept(newWallet(), invitation)));
  expect(results.filter(({ error }) => !error)).toHaveLength(3);
  for (const result of results.filter(({ error }) => error))
    expect(reasonOf(result)).toBe('INVITATION_ENDED');
  expect((await read(invitation.id)).used).toBe(3);
});

describe('an acceptance is refused', () => {
  test('without the secret, or with a proof for another wallet, invitation or site', async () => {
    const [invitation, other] = [await newInvitation(service, lab), await newInvitation(service, lab)];
    const [wallet, thief] = [newWallet(), newWallet()];
    const guessed = { ...invitation, secret: generatePrivateKey() };
    expect(reasonOf(await accept(wallet, guessed))).toBe('INVALID_INVITATION_PROOF');
    expect(reasonOf(await accept(wallet, { ...invitation, secret: other.secret }))).toBe(
      'INVALID_INVITATION_PROOF',
    );
    const seen = await signedAcceptance(wallet, invitation, { site });
    const stolen = await signedAcceptance(thief, invitation, { site });
    stolen.input.invitation.proof = seen.input.invitation.proof;
    expect(reasonOf(await requestAccess(service, stolen))).toBe('INVALID_INVITATION_PROOF');
    const elsewhere = await signedAcceptance(wallet, invitation, { site: 'elsewhere.example' });
    expect(reasonOf(await requestAccess(service, elsewhere))).toBe('INVALID_SIGNATURE');
    const { input, signature } = await signedAccessRequest(wallet, { oclId: lab.oclId }, { site });
    const unsigned = { input: { ...input, invitation: seen.input.invitation }, signature };
    expect(reasonOf(await requestAccess(service, unsigned))).toBe('INVALID_SIGNATURE');
    expect((await read(invitation.id)).used).toBe(0);
  });

  test('for another lab, role or end', async () => {
    const invitation = await newInvitation(service, lab, { until: inDays(9) });
    const elsewhere = await registeredLab(service);
    expect(reasonOf(await accept(newWallet(), { ...invitation, oclId: elsewhere.oclId }))).toBe(
      'INVITATION_NOT_FOUND',
    );
    for (const change of [{ role: 'CONTRIBUTOR' as const }, { until: null }, { until: inDays(10) }])
      expect((await accept(newWallet(), { ...invitation, ...change })).error.code).toBe('VALIDATION_FAILED');
    expect((await read(invitation.id)).used).toBe(0);
  });

  test('after the invitation was revoked or has expired, and of a blocked wallet', async () => {
    const [revoked, expired, open] = [
      await newInvitation(service, lab),
      await newInvitation(service, lab),
      await newInvitation(service, lab),
    ];
    expect((await revoke(revoked.id, contributor.token)).invitation.revokedAt).not.toBeNull();
    expect((await revoke(revoked.id)).error).toBeNull();
    expect(reasonOf(await accept(newWallet(), revoked))).toBe('INVITATION_ENDED');
    await service.context.db
      .update(invitations)
      .set({ expiresAt: new Date() })
      .where(eq(invitations.id, expired.id));
    expect(reasonOf(await accept(newWallet(), expired))).toBe('INVITATION_ENDED');
    const blocked = newWallet();
    const args = { oclId: lab.oclId, wallet: blocked.address, isBlocked: true };
    await resultOf(service, BlockAskerDocument, args, lab.token);
    expect(reasonOf(await accept(blocked, open))).toBe('REQUESTS_BLOCKED');
    expect((await read(open.id)).used).toBe(0);
  });
});

test('who asked before and is invited then has one request: that of the invitation', async () => {
  const wallet = newWallet();
  const { id } = await newRequest(service, lab.oclId, wallet);
  const { request } = await accept(wallet, await newInvitation(service, lab));
  const { nodes } = await resultOf(
    service,
    AccessRequestsDocument,
    { oclId: lab.oclId, perPage: 100 },
    lab.token,
  );
  const states = new Map(nodes.map((node: { id: string; state: string }) => [node.id, node.state]));
  expect([states.get(id), states.get(request.id)]).toEqual(['WITHDRAWN', 'OPEN']);
});

describe('who may invite', () => {
  const create = (token: string, offer: Parameters<typeof invitationTo>[1] = {}, oclId = lab.oclId) =>
    resultOf(service, CreateInvitationDocument, { input: invitationTo(oclId, offer).input }, token);

  test('an owner to both roles, a contributor to that of a viewer; a contributor sees and ends no other', async () => {
    expect(reasonOf(await create(contributor.token, { role: 'CONTRIBUTOR' }))).toBe('UNAUTHORIZED');
    expect((await create(contributor.token)).error).toBeNull();
    const { id } = await newInvitation(service, lab, { role: 'CONTRIBUTOR' });
    expect(reasonOf(await revoke(id, contributor.token))).toBe('INVITATION_NOT_FOUND');
    const listed = async (token: string) =>
      (await resultOf(service, InvitationsDocument, { oclId: lab.oclId }, token)).map(
        (one: { id: string }) => one.id,
      );
    expect(await listed(contributor.token)).not.toContain(id);
    expect(await listed(lab.token)).toContain(id);
    expect((await revoke(id)).error).toBeNull();
  });

  test.each([
    { uses: 0 },
    { uses: 101 },
    { expiresAt: inDays(91) },
    { expiresAt: inDays(-1) },
    { until: inDays(-1) },
    { role: 'OWNER' },
  ])('not with %j', async (offer) => {
    expect((await create(lab.token, offer)).error.code).toBe('VALIDATION_FAILED');
  });

  test('a lab has at most a hundred links that work', async () => {
    const busy = await registeredLab(service);
    const row = { oclId: busy.oclId, role: 'VIEWER' as const, uses: 1, secretAddress: busy.wallet };
    const expiresAt = new Date(Date.now() + 86_400_000);
    await service.context.db.insert(invitations).values(
      Array.from({ length: invitationLimits.openOfLab }, () => ({
        ...row,
        expiresAt,
        createdBy: busy.wallet,
      })),
    );
    expect(reasonOf(await create(busy.token, {}, busy.oclId))).toBe('TOO_MANY_ACCESS_REQUESTS');
  });
});
