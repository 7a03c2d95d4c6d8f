import type { Config } from '../config/config.ts';
import type { Secrets } from '../config/secrets.ts';
import type { Kms } from './kms.ts';
import { KmsRing } from './kms-ring.ts';
import { LocalKms } from './local-kms.ts';
import { loadMasterKeys } from './master-key-file.ts';
import { MissingKms } from './missing-kms.ts';

/**
 * Opens the configured key service. The AWS key wraps if there is one, otherwise the first local master key. All other
 * configured keys unwrap.
 * @param mayCreate creates a local master key if there is none
 */
export async function openKms(
  { kms }: Config,
  { kmsMasterKeys: given }: Pick<Secrets, 'kmsMasterKeys'>,
  mayCreate: boolean,
): Promise<Kms> {
  const awsKms = async (keyId: string) => {
    // Loaded on demand, as the AWS SDK is a large part of the start-up time.
    const { AwsKms } = await import('./aws-kms.ts');
    return new AwsKms({ ...kms.aws, keyId });
  };
  const previous = kms.previousAwsKeyId ? [await awsKms(kms.previousAwsKeyId)] : [];
  const local = given.length > 0 ? [new LocalKms(given as [Uint8Array, ...Uint8Array[]])] : [];
  if (kms.kind === 'aws') return ringOf(await awsKms(kms.keyId), [...local, ...previous]);
  if (local[0]) return ringOf(local[0], previous);
  const keys = await loadMasterKeys(kms.masterKeyFile, mayCreate);
  return keys ? ringOf(new LocalKms(keys), previous) : new MissingKms(kms.masterKeyFile);
}

const ringOf = (current: Kms, earlier: readonly Kms[]): Kms =>
  earlier.length > 0
    ? new KmsRing(current.current, current === current.current ? earlier : [current, ...earlier])
    : current;
