import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { labNftAbi } from '../../contracts/abi.generated.ts';
import { networks } from '../../contracts/networks.ts';
import { createDidKey } from '../did/did-key.ts';
import { insertLab } from '../labs/lab-store.ts';
import { indexChain } from '../testing/index-chain.ts';
import { grantRole, type MintedLab, mintLab, revokeRole } from '../testing/test-lab.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';
import { fundedWallet, mined, type TestWallet, testChain } from '../testing/test-wallets.ts';
import { membersOfLabs } from './members-of-lab.ts';
import { labsOfWallet } from './members-of-wallet.ts';

const { contracts } = networks[31337];

describe('the members of a lab', () => {
  let service: TestService;
  let owner: TestWallet;
  let wallet: TestWallet;
  let lab: MintedLab;

  beforeAll(async () => {
    service = await startTestService();
    owner = await fundedWallet();
    wallet = await fundedWallet();
  });
  afterAll(() => service.stop());
  beforeEach(async () => {
    lab = await mintLab(owner);
  });

  const lower = (address: string) => address.toLowerCase();
  async function members() {
    await indexChain(service.context);
    return (await membersOfLabs(service.context, [lab.oclId])).get(lab.oclId);
  }
  async function labsOf(address: string, role?: 'OWNER' | 'CONTRIBUTOR' | 'VIEWER') {
    return labsOfWallet(service.context, lower(address), role);
  }
  test('are its holder and who was granted a role, until it is revoked', async () => {
    await grantRole(owner, { oclId: lab.oclId, to: wallet.address, role: 'CONTRIBUTOR', isAgent: true });
    const asOwner = {
      walletAddress: lower(owner.address),
      role: 'OWNER',
      source: 'ONCHAIN_EVENT',
      isAgent: false,
    };
    expect(await members()).toEqual([
      { ...asOwner, expiry: null, grantedAt: expect.stringMatching(/^\d{4}-.*Z$/) },
      {
        walletAddress: lower(wallet.address),
        role: 'CONTRIBUTOR',
        source: 'ACCESS_RESOLVER_EVENT',
        expiry: null,
        isAgent: true,
        grantedAt: expect.stringMatching(/^\d{4}-.*Z$/),
      },
    ]);
    expect(await labsOf(wallet.address)).toContain(lab.oclId);
    expect(await labsOf(wallet.address, 'VIEWER')).not.toContain(lab.oclId);
    await revokeRole(owner, lab.oclId, wallet.address);
    expect(await members()).toMatchObject([asOwner]);
    expect(await labsOf(wallet.address)).not.toContain(lab.oclId);
  });

  test('keep the date of a grant when it is replaced, and get a new one after a revoke', async () => {
    const dateOf = async () =>
      (await members())?.find(({ walletAddress }) => walletAddress === lower(wallet.address));
    await grantRole(owner, { oclId: lab.oclId, to: wallet.address, role: 'VIEWER' });
    const first = await dateOf();
    await grantRole(owner, { oclId: lab.oclId, to: wallet.address, role: 'CONTRIBUTOR' });
    expect(await dateOf()).toMatchObject({ role: 'CONTRIBUTOR', grantedAt: first?.grantedAt });
    await revokeRole(owner, lab.oclId, wallet.address);
    await grantRole(owner, { oclId: lab.oclId, to: wallet.address, role: 'VIEWER' });
    const again = await dateOf();
    expect(again?.role).toBe('VIEWER');
    expect(new Date(again?.grantedAt ?? 0).getTime()).toBeGreaterThan(
      new Date(first?.grantedAt ?? 0).getTime(),
    );
  });

  test('change with a transfer of the lab', async () => {
    expect(await members()).toMatchObject([{ walletAddress: lower(owner.address), role: 'OWNER' }]);
    const { reader, walletClient } = testChain();
    const args = [owner.address, wallet.address, lab.tokenId] as const;
    const transfer = {
      address: contracts.labNft,
      abi: labNftAbi,
      functionName: 'transferFrom',
      args,
    } as const;
    await mined(reader, await walletClient(owner).writeContract(transfer));
    expect(await members()).toMatchObject([{ walletAddress: lower(wallet.address), role: 'OWNER' }]);
    expect(await labsOf(owner.address)).not.toContain(lab.oclId);
    expect(await labsOf(wallet.address, 'OWNER')).toContain(lab.oclId);
  });

  test('are listed once, with the strongest role', async () => {
    await grantRole(owner, { oclId: lab.oclId, to: owner.address, role: 'VIEWER', isAgent: true });
    expect(await members()).toMatchObject([
      { walletAddress: lower(owner.address), role: 'OWNER', source: 'ONCHAIN_EVENT', isAgent: true },
    ]);
    expect(await labsOf(owner.address, 'VIEWER')).not.toContain(lab.oclId);
  });

  test('lose a role in the very second of its expiry, as in the contract', async () => {
    const { timestamp } = await testChain().reader.getBlock();
    const expiry = timestamp + 3_600n;
    await grantRole(owner, { oclId: lab.oclId, to: wallet.address, role: 'VIEWER', expiry });
    await indexChain(service.context);
    const listedAt = async (milliseconds: number) => {
      vi.useFakeTimers({ now: milliseconds, toFake: ['Date'] });
      try {
        const listed = (await membersOfLabs(service.context, [lab.oclId])).get(lab.oclId) ?? [];
        return listed.find(({ walletAddress }) => walletAddress === lower(wallet.address))?.expiry;
      } finally {
        vi.useRealTimers();
      }
    };
    expect(await listedAt(Number(expiry) * 1000 - 1)).toBe(expiry.toString());
    expect(await listedAt(Number(expiry) * 1000)).toBeUndefined();
  });

  test('are read from the chain itself while the indexer has not seen the lab', async () => {
    const fresh = await mintLab(owner);
    await insertLab(service.context.db, {
      oclId: fresh.oclId,
      tokenId: fresh.tokenId.toString(),
      account: lower(fresh.account),
      registeredBy: lower(owner.address),
      storageLimit: 1,
      accountKey: await createDidKey(service.context, 'account'),
      dataRoomKey: await createDidKey(service.context, 'dataRoom'),
    });
    const [listed] = (await membersOfLabs(service.context, [fresh.oclId])).get(fresh.oclId) ?? [];
    expect(listed).toMatchObject({
      walletAddress: lower(owner.address),
      role: 'OWNER',
      source: 'ACCESS_CONTRACT',
    });
    expect(await labsOf(owner.address, 'OWNER')).toContain(fresh.oclId);
    await indexChain(service.context);
    const [indexed] = (await membersOfLabs(service.context, [fresh.oclId])).get(fresh.oclId) ?? [];
    expect(indexed).toMatchObject({ walletAddress: lower(owner.address), source: 'ONCHAIN_EVENT' });
  });
});
