import { join, resolve } from 'node:path';
import type { KmsConfig } from './config.ts';
import type { Env } from './env.ts';

/** Returns AWS if a key id is given. */
export function decideKms(env: Env): KmsConfig {
  const { AWS_KMS_KEY_ID: keyId, AWS_KMS_REGION: region, AWS_KMS_ENDPOINT: endpoint } = env;
  const shared = { aws: { region, endpoint }, previousAwsKeyId: env.AWS_KMS_PREVIOUS_KEY_ID };
  if (keyId) return { kind: 'aws', keyId, ...shared };
  return { kind: 'local', masterKeyFile: join(resolve(env.DATA_DIR), 'kms-master-key'), ...shared };
}

export function kmsProblems(env: Env): string[] {
  const problems: string[] = [];
  if (env.LABROOM_ENVIRONMENT !== 'local' && env.KMS_MASTER_KEY.length === 0 && !env.AWS_KMS_KEY_ID)
    problems.push(`KMS_MASTER_KEY or AWS_KMS_KEY_ID: required in ${env.LABROOM_ENVIRONMENT}`);
  const keys = [
    ...[env.AWS_KMS_KEY_ID, env.AWS_KMS_PREVIOUS_KEY_ID],
    ...[env.DATA_ATTESTER_KMS_KEY_ID, env.SERVICE_ATTESTER_KMS_KEY_ID],
  ];
  if (env.AWS_KMS_ENDPOINT && keys.every((key) => !key))
    problems.push('AWS_KMS_ENDPOINT: has no effect without AWS_KMS_KEY_ID or the KMS key of an attester');
  if (env.AWS_KMS_KEY_ID && env.AWS_KMS_KEY_ID === env.AWS_KMS_PREVIOUS_KEY_ID)
    problems.push('AWS_KMS_PREVIOUS_KEY_ID: must differ from AWS_KMS_KEY_ID; remove it');
  return problems;
}
