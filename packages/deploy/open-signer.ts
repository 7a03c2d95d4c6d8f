import { readFile } from 'node:fs/promises';
import { KMSClient } from '@aws-sdk/client-kms';
import { openKeystore } from '@labroom/contracts/keystore';
import { openKmsAccount } from '@labroom/contracts/kms-account';
import { isLocalAccount } from '@labroom/contracts/local-accounts';
import type { Address } from '@labroom/contracts/networks';
import { getAddress, isAddress } from 'viem';
import { DeployUsageError } from './deploy-usage-error.ts';
import type { Signer } from './execute.ts';

/** Options that name the account which sends transactions: placeholder and meaning. */
export const signerOptions = {
  keystore: ['file', 'encrypted key file of the deployer, version 3'],
  'password-file': ['file', 'its password; without it, KEYSTORE_PASSWORD'],
  'kms-key': ['id', 'AWS KMS key of the deployer (ECC_SECG_P256K1), in AWS_KMS_REGION'],
  unlocked: ['address', 'account of the deployer that the node signs for'],
} as const satisfies Record<string, readonly [string, string]>;

type Values = Partial<Record<keyof typeof signerOptions, string | boolean>>;

/**
 * Parses an address of the command line.
 * @throws DeployUsageError also for a publicly known account on a public chain
 */
export function readAddress(name: string, value: string, chainId: number): Address {
  if (!isAddress(value, { strict: false })) throw new DeployUsageError(`--${name}: must be an address.`);
  if (chainId !== 31337 && isLocalAccount(value))
    throw new DeployUsageError(`--${name}: is a publicly known account, allowed on the local chain only.`);
  return getAddress(value);
}

/** @throws DeployUsageError, KeystoreError */
export async function openSigner(
  values: Values,
  env: Readonly<Record<string, string | undefined>>,
  chainId: number,
): Promise<Signer> {
  const given = (['keystore', 'kms-key', 'unlocked'] as const).filter((name) => values[name] !== undefined);
  if (given.length !== 1) throw new DeployUsageError('Say one of --keystore, --kms-key and --unlocked.');
  if (values.unlocked !== undefined) return readAddress('unlocked', String(values.unlocked), chainId);
  if (values['kms-key'] !== undefined) {
    const { AWS_KMS_REGION: region = 'us-east-1', AWS_KMS_ENDPOINT: endpoint } = env;
    const client = new KMSClient({ region, ...(endpoint && { endpoint }) });
    return openKmsAccount(client, String(values['kms-key']));
  }
  const passwordFile = values['password-file'];
  const password = passwordFile
    ? (await readFile(String(passwordFile), 'utf8')).replace(/\r?\n$/, '')
    : env.KEYSTORE_PASSWORD;
  if (password === undefined) throw new DeployUsageError('Say --password-file, or set KEYSTORE_PASSWORD.');
  const account = openKeystore(await readFile(String(values.keystore), 'utf8'), password);
  if (chainId !== 31337 && isLocalAccount(account.address))
    throw new DeployUsageError('--keystore: is a publicly known account, allowed on the local chain only.');
  return account;
}
