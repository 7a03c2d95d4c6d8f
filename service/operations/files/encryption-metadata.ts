import type { AccessLevel } from '@labroom/protocol/access-level';
import { isPlaintextHash } from '@labroom/protocol/content-hash';
import { withHashPrefix } from '@labroom/protocol/deprecated-forms';
import { z } from 'zod';
import { parseNewConditions } from '#chain/conditions/parse-conditions.ts';
import type { EncryptionMetadataInput } from '#contract/schema.generated.ts';
import { storedConditionsOf } from '#core/keys/condition-sets.ts';
import { CURRENT_ENCRYPTION_SYSTEM } from '#core/keys/data-key.ts';
import type { Config } from '#platform/config/config.ts';
import type { StoredEncryption } from '#platform/db/tables/files.ts';
import { type ReasonOf, ServiceError } from '#platform/errors/errors.ts';
import { authorAddress, parseInput } from '#platform/input/input.ts';

const schema = z.object({
  encryptionSystem: z.string(),
  encryptedDek: z.base64().min(1).max(4_096),
  iv: z
    .base64()
    .refine((iv) => Buffer.from(iv, 'base64').length === 12, { error: 'must be 12 bytes in Base64' }),
  contentHash: z
    .string()
    .transform(withHashPrefix)
    .refine(isPlaintextHash, { error: 'must be sha256- and 64 lowercase hex digits' }),
  accessControlConditions: z.string(),
  chunksMac: z
    .base64()
    .refine((mac) => Buffer.from(mac, 'base64').length === 32, { error: 'must be 32 bytes in Base64' })
    .nullish()
    .transform((mac) => mac ?? undefined),
  encryptedBy: authorAddress,
  encryptedAt: z.iso.datetime({ offset: true, error: 'must be an ISO 8601 timestamp' }),
});

export type CheckedEncryption = z.output<typeof schema> & Pick<StoredEncryption, 'lookupConditions'>;

interface CheckArgs {
  accessLevel: AccessLevel;
  metadata: EncryptionMetadataInput | null | undefined;
  config: Pick<Config, 'chain'>;
}

/**
 * Parses and checks encryption metadata; returns `null` for plaintext. Rejects a secret level without encryption, so
 * plaintext is never stored behind a label that promises secrecy, and conditions that cannot be evaluated or do not
 * depend on the wallet.
 */
export function checkEncryption({ accessLevel, metadata, config }: CheckArgs): CheckedEncryption | null {
  if (accessLevel === 'PUBLIC') {
    if (metadata)
      throw refused(
        'accessLevel',
        'INVALID_ACCESS_LEVEL',
        'A PUBLIC file must not be encrypted. Omit encryptionMetadata, or use HOLDERS or ADMIN.',
      );
    return null;
  }
  if (!metadata)
    throw refused(
      'encryptionMetadata',
      'ENCRYPTION_REQUIRED',
      `A file for ${accessLevel} must be encrypted and carry encryptionMetadata.`,
    );
  const { encryptionMetadata: checked } = parseInput(z.object({ encryptionMetadata: schema }), {
    encryptionMetadata: metadata,
  });
  if (checked.encryptionSystem !== CURRENT_ENCRYPTION_SYSTEM) {
    throw refused(
      'encryptionMetadata.encryptionSystem',
      'UNSUPPORTED_ENCRYPTION_SYSTEM',
      `encryptionSystem must be ${CURRENT_ENCRYPTION_SYSTEM}.`,
    );
  }
  parseNewConditions(checked.accessControlConditions, { chain: config.chain.name });
  return { ...checked, ...storedConditionsOf(config.chain, checked.accessControlConditions) };
}

/** @throws ServiceError `VALIDATION_FAILED`, reason `ENCRYPTED_BY_MISMATCH` */
export function requireEncryptedBy(encryption: CheckedEncryption | null, wallet: string): void {
  if (!encryption || encryption.encryptedBy === wallet) return;
  throw refused(
    'encryptionMetadata.encryptedBy',
    'ENCRYPTED_BY_MISMATCH',
    'encryptedBy must be the authenticated wallet.',
  );
}

/** What a version keeps of its encryption. The wrapped key is stored with the keys. */
export function storedEncryption({ encryptedDek: _, ...stored }: CheckedEncryption): StoredEncryption {
  return stored;
}

function refused(argument: string, reason: ReasonOf<'VALIDATION_FAILED'>, message: string): ServiceError {
  return new ServiceError('VALIDATION_FAILED', message, { reason, details: { argument } });
}
