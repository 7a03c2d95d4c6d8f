import type { Principal } from '@labroom/service/auth/role-matrix.fixture.ts';
import { signServiceToken } from '@labroom/service/auth/service-token.ts';
import type { Hex } from 'viem';
import { signIn } from './actors.ts';
import { deploySafe } from './safe.ts';
import type { Proof } from './test-client.ts';
import { uploadSecret } from './test-encryption.ts';
import { startTestIssuer } from './test-issuer.ts';
import { grantExpiredRole, grantRole, mintLab, revokeRole } from './test-lab.ts';
import { type RegisteredLab, registeredLab } from './test-registered-lab.ts';
import { startTestService } from './test-service.ts';
import { uploadFile } from './test-upload.ts';
import { chainOf, fundedWallet, type TestWallet } from './test-wallets.ts';
import { revokeToken } from './token-requests.ts';

/** A caller of a mutation. */
export interface Person {
  wallet: TestWallet;
  proof: Proof;
  /** The lab that they are somebody in, as seen by their wallet, with a token that may do everything. */
  lab: RegisteredLab;
  /** A lab with the same roles on the chain that the service does not know. */
  unregistered: Hex;
}

export type RoleFixture = Awaited<ReturnType<typeof startRoleFixture>>;

/** A service, an identity provider, two labs (one held by a Safe), and callers with every role. */
export async function startRoleFixture() {
  const provider = await startTestIssuer();
  const service = await startTestService({
    variables: { OIDC_ISSUER: provider.issuer, OIDC_AUDIENCE: 'tests' },
  });
  const [owner, safeOwner, outsider, viewer, contributor, expiredGrant, revokedGrant] = await Promise.all(
    Array.from({ length: 7 }, fundedWallet),
  );
  if (!owner || !safeOwner || !outsider || !viewer || !contributor || !expiredGrant || !revokedGrant)
    throw new Error('Somebody is missing');
  const safe = await deploySafe(chainOf(safeOwner), [safeOwner.address]);

  /** A lab that is registered and one that is not, with the same people in both. */
  const lab = await registeredLab(service, owner);
  const { oclId: unregistered } = await mintLab(owner);
  for (const oclId of [lab.oclId, unregistered]) {
    const grants = [
      { to: viewer.address, role: 'VIEWER' },
      { to: contributor.address, role: 'CONTRIBUTOR' },
      { to: revokedGrant.address, role: 'CONTRIBUTOR' },
    ] as const;
    for (const grant of grants) await grantRole(owner, { oclId, ...grant });
    await revokeRole(owner, oclId, revokedGrant.address);
    await grantExpiredRole(owner, { oclId, to: expiredGrant.address, role: 'CONTRIBUTOR' });
  }
  const safeLab = await registeredLab(service, safeOwner, safe);
  const safeUnregistered = (await mintLab(safeOwner, safe)).oclId;
  const anotherLab = await registeredLab(service);
  const tokens = new Map<TestWallet, string>();
  for (const wallet of [outsider, viewer, contributor, expiredGrant, revokedGrant])
    tokens.set(wallet, (await signIn(service, wallet)).token);

  for (const each of [lab, safeLab]) {
    for (const finished of [
      await uploadSecret(service, each, 'a secret', { path: 'secret.txt' }),
      await uploadFile(service, each, 'kept', { path: 'kept.txt' }),
    ])
      if (finished.error) throw new Error(finished.error.message);
  }

  /** A token of the lab's owner that differs from a good one in one respect. */
  async function ownersToken(change: { expiresAt?: Date; allowedMutations?: string[] }): Promise<string> {
    return signServiceToken({
      keys: service.context.secrets.serviceTokenKeys,
      environment: 'local',
      tokenId: (await signIn(service, lab.owner)).tokenId,
      wallet: lab.owner.address.toLowerCase(),
      serviceName: 'tests',
      authMethod: 'signature',
      issuedAt: new Date(0),
      expiresAt: new Date(Date.now() + 3_600_000),
      ...change,
    });
  }

  async function revokedToken(): Promise<string> {
    const { token, tokenId } = await signIn(service, lab.owner);
    await revokeToken(service, tokenId, token);
    return token;
  }

  const ended = { expired: await ownersToken({ expiresAt: new Date(1_000) }), revoked: await revokedToken() };
  const user = {
    authorization: `Bearer ${await provider.sign({ wallet_address: owner.address, exp: 4_000_000_000 })}`,
    'x-wallet-address': owner.address,
    'x-api-key': service.credential,
  };

  /** Somebody in the lab of the owner, by a service token of their own. */
  function member(wallet: TestWallet, token = tokens.get(wallet)): Person {
    if (!token) throw new Error('Somebody did not sign in');
    return { wallet, proof: token, lab: { ...lab, wallet: wallet.address, token }, unregistered };
  }
  const ownerBy = (proof: Proof): Person => ({ wallet: lab.owner, proof, lab, unregistered });
  const people: Record<Principal, (mutation: string) => Person | Promise<Person>> = {
    nobody: () => ownerBy({}),
    outsider: () => member(outsider),
    viewer: () => member(viewer),
    contributor: () => member(contributor),
    owner: () => ownerBy(lab.token),
    safeOwner: () => ({
      wallet: safeOwner,
      proof: safeLab.token,
      lab: safeLab,
      unregistered: safeUnregistered,
    }),
    expiredGrant: () => member(expiredGrant),
    revokedGrant: () => member(revokedGrant),
    ownerOfAnotherLab: () => member(anotherLab.owner, anotherLab.token),
    expiredToken: () => ownerBy(ended.expired),
    revokedToken: () => ownerBy(ended.revoked),
    scopedToThis: async (mutation) => ownerBy(await ownersToken({ allowedMutations: [mutation] })),
    scopedToAnother: async () => ownerBy(await ownersToken({ allowedMutations: ['somethingElse'] })),
    user: () => ownerBy(user),
  };

  return {
    service,
    lab,
    /** Who holds the labs of a person: their Safe, or themselves. */
    holderOf: (person: Person) => (person.lab === safeLab ? safe : person.wallet.address),
    person: (principal: Principal, mutation: string) => people[principal](mutation),
    async stop(): Promise<void> {
      await service.stop();
      await provider.stop();
    },
  };
}
