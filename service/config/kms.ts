import { join, resolve } from 'node:path';
import type { Env } from './env.ts';

/** Who keeps the master key: this service, or AWS. */
export type KmsConfig =
  | { kind: 'local'; masterKeyFile: string }
  | { kind: 'aws'; keyId: string; region: string; endpoint: string | undefined };

/** A key's id makes it AWS. */
export function decideKms(env: Env): KmsConfig {
  const { AWS_KMS_KEY_ID: keyId, AWS_KMS_REGION: region, AWS_KMS_ENDPOINT: endpoint } = env;
  if (keyId) return { kind: 'aws', keyId, region, endpoint };
  return { kind: 'local', masterKeyFile: join(resolve(env.DATA_DIR), 'kms-master-key') };
}

export function kmsProblems(env: Env): string[] {
  const problems: string[] = [];
  if (env.LABROOM_ENVIRONMENT !== 'local' && !env.KMS_MASTER_KEY && !env.AWS_KMS_KEY_ID)
    problems.push(`KMS_MASTER_KEY or AWS_KMS_KEY_ID: required in ${env.LABROOM_ENVIRONMENT}`);
  if (env.AWS_KMS_ENDPOINT && !env.AWS_KMS_KEY_ID)
    problems.push('AWS_KMS_ENDPOINT: means nothing without AWS_KMS_KEY_ID');
  return problems;
}
