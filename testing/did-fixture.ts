import { CreateLabDocument } from '@labroom/client/documents';
import { didRegistryAbi } from '@labroom/contracts/abi';
import { localAccount } from '@labroom/contracts/local-accounts';
import { localAddresses } from '@labroom/contracts/local-addresses';
import { deployContracts } from '@labroom/deploy/deploy-contracts';
import type { ServiceContext } from '@labroom/service/core/context/context.ts';
import { linkDids } from '@labroom/service/operations/did/link-dids.ts';
import { didLinks } from '@labroom/service/platform/db/tables/did.ts';
import { sql } from 'drizzle-orm';
import pino from 'pino';
import type { Address, Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { clientOf, localChain } from './actors.ts';
import { indexChain } from './index-chain.ts';
import { startTestChain } from './test-chain.ts';
import { ask } from './test-client.ts';
import { startTestService, type TestService } from './test-service.ts';

const STATUS = `query($oclId: String!) { getDidLinkStatus(oclId: $oclId) { message didLinkStatus {
  oclId status userOpHash txHash accountDid dataRoomDid linkedDidCount attempts updatedAt } } }`;

export type DidFixture = Awaited<ReturnType<typeof startDidFixture>>;

/** A service on a chain of its own, which a test may turn back, and whose registry it may rule. */
export async function startDidFixture() {
  const chain = await startTestChain();
  const admin = privateKeyToAccount(localAccount('deployer').privateKey);
  const owner = privateKeyToAccount(localAccount('owner').privateKey);
  await deployContracts({ rpcUrl: chain.rpcUrl, deployer: admin });
  const [ownerChain, adminChain] = [localChain(chain.rpcUrl, owner), localChain(chain.rpcUrl, admin)];
  const { reader } = ownerChain;
  const service = await startTestService({ rpcUrl: chain.rpcUrl });
  const client = await clientOf(service).signIn(owner);
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
    mintLab: async (): Promise<Hex> => (await ownerChain.mintLab()).oclId,
    register: (oclId: Hex) => client.call(CreateLabDocument, { oclId }),
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
      await adminChain.write(request);
    },
    async deactivate(oclId: Hex, provider: Hex, subject: Hex): Promise<void> {
      const args = [oclId, provider, subject] as const;
      const request = { ...registry, functionName: 'deactivateDid', args } as const;
      await adminChain.write(request);
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
