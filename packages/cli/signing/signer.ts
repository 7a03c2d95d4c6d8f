import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { CredentialSigner } from '@labroom/client';
import type { LocalAccount } from 'viem';
import { type Invocation, type OptionDescription, textOption } from '../command-line/command.ts';
import { CommandError } from '../command-line/exit-codes.ts';
import type { StoredSession, StoredSigner } from '../store/session-store.ts';

/** Where the key of the wallet is. */
export const signerOptions = {
  keystore: ['FILE', 'encrypted key file (Web3 keystore, version 3)'],
  'password-file': ['FILE', 'its password; without it, KEYSTORE_PASSWORD or a question'],
  'kms-key': ['ID', 'AWS KMS key (ECC_SECG_P256K1), in AWS_REGION'],
} as const satisfies Record<string, OptionDescription>;

/** A wallet that signs messages. */
export interface MessageSigner extends CredentialSigner {
  signMessage(args: { message: string }): Promise<string>;
}

/** The signer that the options name; `undefined` if they name none. */
export function namedSigner(invocation: Invocation): StoredSigner | undefined {
  const keystore = textOption(invocation, 'keystore');
  const keyId = textOption(invocation, 'kms-key');
  const isBrowser = invocation.options.browser === true;
  if ([keystore, keyId, isBrowser].filter(Boolean).length > 1)
    throw new CommandError('usage', 'Name one of --keystore, --kms-key and --browser.');
  if (keystore) return { kind: 'keystore', file: resolve(invocation.cwd, keystore) };
  if (keyId) return { kind: 'kms', keyId };
  return isBrowser ? { kind: 'browser' } : undefined;
}

/** Where the key is that signs without a question: as the options say, or as at the login. @throws CommandError for a wallet of a browser */
export function requireKey(
  { signer }: Pick<StoredSession, 'signer'>,
  invocation: Invocation,
  instead = '.',
): Exclude<StoredSigner, { kind: 'browser' }> {
  const named = namedSigner(invocation) ?? signer;
  if (named.kind !== 'browser') return named;
  throw new CommandError('usage', `Name a key with --keystore or --kms-key${instead}`);
}

/** Opens a key that this machine or a KMS has. @throws CommandError if it does not open */
export async function openKey(
  signer: Exclude<StoredSigner, { kind: 'browser' }>,
  invocation: Invocation,
): Promise<LocalAccount> {
  return signer.kind === 'keystore' ? openKeyFile(signer.file, invocation) : openKmsKey(signer.keyId);
}

async function openKeyFile(file: string, invocation: Invocation): Promise<LocalAccount> {
  const text = await readNamed(file, 'The key file');
  const { openKeystore, KeystoreError } = await import('@labroom/contracts/keystore');
  try {
    return openKeystore(text, await passwordFor(file, invocation));
  } catch (error) {
    if (error instanceof KeystoreError) throw new CommandError('failed', error.message);
    throw error;
  }
}

async function passwordFor(file: string, invocation: Invocation): Promise<string> {
  const passwordFile = textOption(invocation, 'password-file');
  if (passwordFile) {
    const text = await readNamed(resolve(invocation.cwd, passwordFile), 'The password file');
    return text.replace(/\r?\n$/, '');
  }
  return (
    invocation.env.KEYSTORE_PASSWORD ??
    invocation.terminal.askSecret(`Password of ${file}:`, 'Set --password-file or KEYSTORE_PASSWORD.')
  );
}

async function readNamed(file: string, what: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new CommandError('usage', `${what} ${file} cannot be read (${error.code}).`);
  });
}

async function openKmsKey(keyId: string): Promise<LocalAccount> {
  const [{ KMSClient }, { openKmsAccount }] = await Promise.all([
    import('@aws-sdk/client-kms'),
    import('@labroom/contracts/kms-account'),
  ]);
  try {
    return await openKmsAccount(new KMSClient({}), keyId);
  } catch (error) {
    throw new CommandError(
      'failed',
      `The KMS key ${keyId} cannot be used: ${error instanceof Error ? error.message : error}`,
      { cause: error },
    );
  }
}
