import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { Decrypter, Encrypter } from 'age-encryption';
import { CorruptBackupError, UsageError } from '../core/command.ts';

/** Encrypts what goes into a backup, or leaves it as it is. */
export interface Sealing {
  /** Added to the names of what is encrypted. */
  suffix: '.age' | '';
  seal(body: Readable): Promise<Readable>;
}

/** Opens what `Sealing` encrypted. */
export interface Opening {
  open(name: string, body: Readable): Promise<Readable>;
}

const plain: Sealing = { suffix: '', seal: (body) => Promise.resolve(body) };

/**
 * Encrypts in the format of age (age-encryption.org/v1) to all of these recipients.
 * @param recipients `age1…`, separated by commas; undefined for a backup in the clear
 * @throws UsageError
 */
export function sealingTo(recipients: string | undefined): Sealing {
  if (recipients === undefined) return plain;
  const encrypter = new Encrypter();
  for (const recipient of recipients.split(',')) {
    try {
      encrypter.addRecipient(recipient.trim());
    } catch {
      throw new UsageError(`--recipient: ${recipient.trim()} is not a recipient of age (age1…).`);
    }
  }
  return {
    suffix: '.age',
    seal: async (body) => fromWeb(await encrypter.encrypt(toWeb(body))),
  };
}

/**
 * @param path of a file with identities of age, as `age-keygen` writes it; undefined for a backup in the clear
 * @throws UsageError
 */
export async function openingWith(path: string | undefined): Promise<Opening> {
  const decrypter = new Decrypter();
  if (path !== undefined) {
    const text = await readFile(path, 'utf8').catch(() => {
      throw new UsageError(`--identity: ${path} cannot be read.`);
    });
    const identities = text.split('\n').filter((line) => line.startsWith('AGE-SECRET-KEY-'));
    if (identities.length === 0)
      throw new UsageError(`--identity: ${path} has no identity of age (AGE-SECRET-KEY-…).`);
    for (const identity of identities) decrypter.addIdentity(identity.trim());
  }
  return {
    async open(name, body) {
      if (!name.endsWith('.age')) return body;
      if (path === undefined)
        throw new UsageError('The backup is encrypted. Say --identity, a file with an identity of age.');
      try {
        return fromWeb(await decrypter.decrypt(toWeb(body)));
      } catch (error) {
        throw new CorruptBackupError(
          `${name} does not open with the identity: ${error instanceof Error ? error.message : String(error)}`,
        );
      }
    },
  };
}

const toWeb = (body: Readable) => Readable.toWeb(body) as ReadableStream<Uint8Array>;
const fromWeb = (stream: ReadableStream<Uint8Array>) =>
  Readable.fromWeb(stream as Parameters<typeof Readable.fromWeb>[0]);
