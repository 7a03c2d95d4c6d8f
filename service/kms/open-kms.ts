import type { Config } from '../config/config.ts';
import type { Secrets } from '../config/secrets.ts';
import type { Kms } from './kms.ts';
import { LocalKms } from './local-kms.ts';
import { loadMasterKeys } from './master-key-file.ts';

/** The key service that the configuration names. With AWS, a master key that is still given opens what it wrapped. */
export async function openKms({ kms }: Config, { kmsMasterKey }: Secrets): Promise<Kms> {
  const given = kmsMasterKey && new LocalKms([kmsMasterKey]);
  if (kms.kind === 'aws') {
    // Loaded on demand, as most installations do without the AWS SDK.
    const { AwsKms } = await import('./aws-kms.ts');
    return new AwsKms({ ...kms, earlier: given });
  }
  return given ?? new LocalKms(await loadMasterKeys(kms.masterKeyFile));
}
