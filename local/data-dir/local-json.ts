import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type LocalAccount, localAccounts } from '@labroom/contracts/local-accounts';
import { networks } from '@labroom/contracts/networks';
import type { Maker } from './own-version.ts';

const network = networks[31337];

/** `<dataDir>/local.json`: the data needed to use this run. */
export type LocalJson = {
  environment: 'local';
  /** The version of Labroom that used the directory last. */
  madeBy: Maker;
  chainId: number;
  rpcUrl: string;
  serviceUrl: string;
  graphqlUrl: string;
  /** Base of the gateway; its last segment is the stage. */
  gatewayUrl: string;
  webUrl: string;
  consumerCredential: string;
  contracts: typeof network.contracts;
  accounts: readonly LocalAccount[];
};

export const localJsonFile = (dataDir: string) => path.join(dataDir, 'local.json');

interface LocalPorts {
  ports: { rpc: number; service: number; web: number };
}

/** URL of a program of this stack. */
export const urlOf = (port: number) => `http://127.0.0.1:${port}`;

export function describeLocal({ ports }: LocalPorts, consumerCredential: string, madeBy: Maker): LocalJson {
  return {
    environment: 'local',
    madeBy,
    chainId: network.chainId,
    rpcUrl: urlOf(ports.rpc),
    serviceUrl: urlOf(ports.service),
    graphqlUrl: `${urlOf(ports.service)}/graphql`,
    gatewayUrl: `${urlOf(ports.service)}/local`,
    webUrl: urlOf(ports.web),
    consumerCredential,
    contracts: network.contracts,
    accounts: localAccounts,
  };
}

/** Only its owner can read the file, because it contains the credential. */
export async function writeLocalJson(dataDir: string, local: LocalJson): Promise<void> {
  const file = localJsonFile(dataDir);
  await writeFile(`${file}.new`, `${JSON.stringify(local, null, 2)}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
}

/** Reads the credential of the previous run, because the database has only its hash. */
export async function readFormerCredential(dataDir: string): Promise<string | undefined> {
  try {
    const { consumerCredential } = JSON.parse(await readFile(localJsonFile(dataDir), 'utf8'));
    return typeof consumerCredential === 'string' ? consumerCredential : undefined;
  } catch {
    return undefined;
  }
}
