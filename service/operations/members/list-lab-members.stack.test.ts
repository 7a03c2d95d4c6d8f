import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { localAddresses as contracts } from '#contracts/local-addresses.generated.ts';
import type { Member } from '#service/schema.generated.ts';
import { indexChain } from '#testing/index-chain.ts';
import { type Relay, startRelay } from '#testing/relay.ts';
import { requireStack } from '#testing/require-stack.ts';
import { ask, post } from '#testing/test-client.ts';
import { grantRole, mintLab } from '#testing/test-lab.ts';
import { type RegisteredLab, registeredLab } from '#testing/test-registered-lab.ts';
import { startTestService, type TestService } from '#testing/test-service.ts';
import { chainReader, fundedWallet } from '#testing/test-wallets.ts';

const LIST =
  'query($oclId: String!) { listLabMembers(oclId: $oclId) { message members { walletAddress role source } } }';

describe('listLabMembers', () => {
  let node: Relay;
  let service: TestService;
  let lab: RegisteredLab;
  beforeAll(async () => {
    node = await startRelay(requireStack('rpcUrl'));
    service = await startTestService({ rpcUrl: node.url });
    lab = await registeredLab(service);
  });
  afterAll(async () => {
    await service.stop();
    await node.close();
  });

  test('lists the owner right after createLab, and without the node once the lab is indexed', async () => {
    const members = async () =>
      (await ask(service, LIST, { oclId: lab.oclId.toUpperCase().replace('0X', '0x') })).listLabMembers;
    const owner = { walletAddress: lab.wallet.toLowerCase(), role: 'OWNER' };
    expect((await members()).members).toEqual([{ ...owner, source: 'ACCESS_CONTRACT' }]);
    node.cut();
    expect((await members()).members).toEqual([]);
    node.mend();
    await indexChain(service.context);
    node.cut();
    expect(await members()).toEqual({
      message: '1 active member.',
      members: [{ ...owner, source: 'ONCHAIN_EVENT' }],
    });
    node.mend();
  });

  test('lists a granted role until its expiry, also without an event', async () => {
    const viewer = await fundedWallet();
    const reader = chainReader();
    const isListed = async () => {
      const { members } = (await ask(service, LIST, { oclId: lab.oclId })).listLabMembers;
      return members.some(({ walletAddress }: Member) => walletAddress === viewer.address.toLowerCase());
    };
    // Doubles the lifetime if the machine is too slow to see the grant.
    let lifetime = 2n;
    do {
      lifetime *= 2n;
      const expiry = BigInt(Math.floor(Date.now() / 1000)) + lifetime;
      await grantRole(lab.owner, { oclId: lab.oclId, to: viewer.address, role: 'VIEWER', expiry });
      await indexChain(service.context);
    } while (!(await isListed()));

    const granted = await reader.getBlockNumber();
    await expect.poll(isListed, { timeout: Number(lifetime) * 1000 + 10_000, interval: 100 }).toBe(false);
    await indexChain(service.context);
    const happened = { address: contracts.accessResolver, fromBlock: granted + 1n } as const;
    const logs = await reader.getLogs(happened);
    expect(logs.filter(({ topics }) => topics[1] === lab.oclId)).toEqual([]);
    expect(await isListed()).toBe(false);
  });

  test.each([
    ['an unregistered lab', () => mintLab(lab.owner).then(({ oclId }) => oclId), 'NOT_FOUND'],
    ['a malformed id', async () => '0x1234', 'VALIDATION_FAILED'],
  ])('throws for %s', async (_, oclId, errorType) => {
    const { body } = await post(service, LIST, { oclId: await oclId() });
    expect(body.data).toBeNull();
    expect(body.errors).toMatchObject([{ errorType, path: ['listLabMembers'] }]);
  });
});
