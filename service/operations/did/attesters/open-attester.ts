import type { Attester } from '#core/ports/attester.ts';
import type { AttesterName, AttesterSettings } from '#platform/config/secrets.ts';
import type { AwsClientOptions } from '#platform/kms/aws-client.ts';
import { privateKeyAttester } from './private-key-attester.ts';
import { remoteAttester } from './remote-attester.ts';

/** Opens the attester that is configured. No attester is asked anything here. */
export async function openAttester(
  name: AttesterName,
  settings: AttesterSettings,
  aws: AwsClientOptions,
): Promise<Attester> {
  if (settings.kind === 'private key') return privateKeyAttester(name, settings.privateKey);
  if (settings.kind === 'remote') return remoteAttester({ name, ...settings });
  // Loaded on demand, as the AWS SDK is a large part of the start-up time.
  const { kmsAttester } = await import('./kms-attester.ts');
  return kmsAttester({ ...aws, name, ...settings });
}
