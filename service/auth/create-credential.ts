import { parseArgs } from 'node:util';
import { decideConfig } from '../config/config.ts';
import { readEnv } from '../config/env.ts';
import { openDatabase } from '../db/database.ts';
import { createConsumerCredential } from './consumer-credential.ts';

/** `node service/auth/create-credential.ts --label "my program"`: prints a new consumer credential, once. */
const { values } = parseArgs({ options: { label: { type: 'string', short: 'l' } } });
if (!values.label) {
  console.error('Say whom the credential is for: --label "my program"');
  process.exit(2);
}
const env = readEnv();
const db = openDatabase(env.DATABASE_URL);
try {
  const { credential } = await createConsumerCredential(db, decideConfig(env).environment, values.label);
  console.log(credential);
} finally {
  await db.$client.end();
}
