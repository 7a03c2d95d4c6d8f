import { localAccount } from '@labroom/contracts/local-accounts';
import type { Address } from '@labroom/contracts/networks';
import { deployContracts } from '@labroom/deploy/deploy-contracts';
import { otherContracts } from '@labroom/deploy/other-contracts';
import { loadExampleLabs, makeExampleLabs } from '@labroom/example-labs/make-example-labs';
import { migrate } from '@labroom/service/platform/db/migrate.ts';
import { privateKeyToAccount } from 'viem/accounts';
import type { LocalJson } from '../data-dir/local-json.ts';
import type { Maker } from '../data-dir/own-version.ts';
import { readMaker } from '../data-dir/read-maker.ts';
import { ensureConsumerCredential } from './consumer-credential.ts';
import { setMetadataBase } from './set-metadata-base.ts';

/** Message of the start: runs a task, or tells that the chain's clock has been moved. */
export type PrepareRequest = { id: number; task: keyof Tasks; input: never } | { advancedTo: number };

/** Message to the start: the result of a task, the reason why it failed, or a wish to move the chain's clock. */
export type PrepareMessage =
  | { id: number; result: unknown }
  | { id: number; failure: string }
  | { advanceTo: number };

interface Data {
  dataDir: string;
  databaseUrl: string;
}

interface CompareInput {
  rpcUrl: string;
  dataDir: string;
}

interface DeployInput {
  rpcUrl: string;
  webUrl: string | null;
}

const deployer = privateKeyToAccount(localAccount('deployer').privateKey);

/** Loaded when it is needed: it takes a while, and the service starts meanwhile. */
const loadClient = () => import('../data-dir/client-of.ts');

/** What a start needs and its programs do not: schema, contracts, credential and example labs. */
const tasks = {
  /**
   * Compares the contracts of the chain with those of this version, and changes nothing.
   * @returns one that another version deployed, whose labs the programs of this version could not show, and that version; or null
   */
  async compare({
    rpcUrl,
    dataDir,
  }: CompareInput): Promise<{ contract: Address; maker: Maker | null } | null> {
    const [contract] = await otherContracts({ rpcUrl, deployer: deployer.address });
    return contract ? { contract, maker: await readMaker(dataDir) } : null;
  },
  migrate: ({ databaseUrl }: Pick<Data, 'databaseUrl'>) => migrate(databaseUrl),
  /** @returns the number of transactions */
  async deploy({ rpcUrl, webUrl }: DeployInput): Promise<number> {
    const { transactions } = await deployContracts({ rpcUrl, deployer });
    if (webUrl) await setMetadataBase({ rpcUrl, owner: deployer, webUrl });
    return transactions.length;
  },
  async credential({ dataDir, databaseUrl }: Data): Promise<string> {
    const credential = await ensureConsumerCredential(dataDir, databaseUrl);
    // Loaded while the service starts.
    Promise.all([loadClient(), loadExampleLabs()]).catch(() => undefined);
    return credential;
  },
  /** @returns the number of created labs */
  async labs({ local, dataDir, databaseUrl }: Data & { local: LocalJson }): Promise<number> {
    const { clientOf } = await loadClient();
    const { rpcUrl, webUrl } = local;
    const site = new URL(webUrl).host;
    return makeExampleLabs({
      client: clientOf(local),
      rpcUrl,
      databaseUrl,
      dataDir,
      site,
      clock: { advanceTo },
    });
  },
};

export type Tasks = typeof tasks;

function advanceTo(timestamp: number): Promise<void> {
  return new Promise((resolve) => {
    const listen = (message: PrepareRequest) => {
      if (!('advancedTo' in message) || message.advancedTo !== timestamp) return;
      process.off('message', listen);
      resolve();
    };
    process.on('message', listen);
    tell({ advanceTo: timestamp });
  });
}

function tell(message: PrepareMessage): void {
  process.send?.(message);
}

process.once('disconnect', () => process.exit(0));
process.on('message', (message: PrepareRequest) => {
  if (!('task' in message)) return;
  const { id, task, input } = message;
  const failed = (error: unknown) =>
    tell({ id, failure: error instanceof Error ? error.message : String(error) });
  tasks[task](input).then((result) => tell({ id, result }), failed);
});
