import { sql } from 'drizzle-orm';
import pino from 'pino';
import { type Address, createPublicClient, createWalletClient, type Hex, http, parseEventLogs } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { hardhat } from 'viem/chains';
import { didRegistryAbi, labNftAbi, onChainLabFactoryAbi } from '#contracts/abi.generated.ts';
import { deployContracts } from '#contracts/deploy/deploy.ts';
import { localAccount } from '#contracts/local-accounts.ts';
import { localAddresses } from '#contracts/local-addresses.generated.ts';
import { startTestChain } from '#contracts/test-chain.ts';
import type { ServiceContext } from '#service/context.ts';
import { linkDids } from '#service/operations/did/link-dids.ts';
import { didLinks } from '#service/platform/db/tables/did.ts';
import { indexChain } from './index-chain.ts';
import { ask, signIn } from './test-client.ts';
import { startTestService, type TestService } from './test-service.ts';
import { mined, type testChain } from './test-wallets.ts';

const CREATE_LAB =
  'mutation($input: CreateLabInput!) { createLab(input: $input) { lab { oclId } error { message } } }';
const STATUS = `query($oclId: String!) { getDidLinkStatus(oclId: $oclId) { message didLinkStatus {
  oclId status userOpHash txHash accountDid dataRoomDid linkedDidCount attempts updatedAt } } }`;

export type DidFixture = Awaited<ReturnType<typeof startDidFixture>>;

/** A service on a chain of its own, which a test may turn back, and whose registry it may rule. */
export async function startDidFixture() {
  const chain = await startTestChain();
  const admin = privateKeyToAccount(localAccount('deployer').privateKey);
  const owner = privateKeyToAccount(localAccount('owner').privateKey);
  await deployContracts({ rpcUrl: chain.rpcUrl, deployer: admin });
  const transport = http(chain.rpcUrl);
  const reader: ReturnType<typeof testChain>['reader'] = createPublicClient({
    chain: hardhat,
    transport,
    pollingInterval: 20,
  });
  const wallet = (account: typeof owner) => createWalletClient({ account, chain: hardhat, transport });
  const service = await startTestService({ rpcUrl: chain.rpcUrl });
  const { token } = await signIn(service, owner);
  const registry = { address: localAddresses.didRegistry, abi: didRegistryAbi } as const;
  const rpc = (method: string, params: unknown[] = []) =>
    reader.request({ method, params } as never) as Promise<unknown>;

  return {
    chain,
    reader,
    service,
    registry,
    rpc,
    context: service.context,
    async mintLab(): Promise<Hex> {
      const hash = await wallet(owner).writeContract({
        address: localAddresses.factory,
        abi: onChainLabFactoryAbi,
        functionName: 'mintAndCreateAccount',
        args: [owner.address],
        value: 10n ** 15n,
      });
      const { logs } = await mined(reader, hash);
      const [event] = parseEventLogs({ abi: labNftAbi, eventName: 'OclIdentityCreated', logs });
      if (!event) throw new Error('The mint told of no lab');
      return event.args.oclId;
    },
    async register(oclId: Hex): Promise<void> {
      const { createLab } = await ask(service, CREATE_LAB, { input: { oclId } }, token);
      if (createLab.error) throw new Error(createLab.error.message);
    },
    /** As the API tells it. */
    async status(oclId: Hex) {
      return (await ask(service, STATUS, { oclId })).getDidLinkStatus.didLinkStatus;
    },
    /** One turn of the job, with nothing left to wait for. */
    async work(overrides: Partial<ServiceContext['didLinking']> = {}, context = service.context) {
      await context.db.update(didLinks).set({ nextStepAt: sql`now() - interval '1 second'` });
      const didLinking = context.didLinking && { ...context.didLinking, ...overrides };
      return linkDids({ ...context, didLinking }, pino({ enabled: false }));
    },
    index: () => indexChain(service.context),
    /** Every link that the registry ever announced for a lab. */
    linksOf: (oclId: Hex) =>
      reader.getContractEvents({
        ...registry,
        eventName: 'DidLinked',
        args: { oclId },
        fromBlock: 0n,
        strict: true,
      }),
    async setRelayer(relayer: Address): Promise<void> {
      const request = { ...registry, functionName: 'setRelayer', args: [relayer] } as const;
      await mined(reader, await wallet(admin).writeContract(request));
    },
    async deactivate(oclId: Hex, provider: Hex, subject: Hex): Promise<void> {
      const args = [oclId, provider, subject] as const;
      const request = { ...registry, functionName: 'deactivateDid', args } as const;
      await mined(reader, await wallet(admin).writeContract(request));
    },
    async stop(): Promise<void> {
      await service.stop();
      await chain.stop();
    },
  };
}

/** What the operator sees of a lab's row. */
export async function rowOf({ context }: Pick<TestService, 'context'>, oclId: string) {
  const rows = await context.db.select().from(didLinks);
  const row = rows.find((candidate) => candidate.oclId === oclId);
  if (!row) throw new Error(`${oclId} is not queued`);
  return row;
}
