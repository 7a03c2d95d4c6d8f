import { parseArgs } from 'node:util';
import { normalizeOclId } from '../../contracts/ocl-id.ts';
import { readEnv } from '../config/env.ts';
import { openDatabase } from '../db/database.ts';
import { restartLinking } from './did-link-store.ts';

/**
 * `node service/did/retry-did-linking.ts --ocl-id 0x0101…` starts the linking of a lab again, `--all` that of every lab
 * whose linking failed. The worker does the rest.
 */
const { values } = parseArgs({
  options: { 'ocl-id': { type: 'string' }, all: { type: 'boolean', default: false } },
});
if (Boolean(values['ocl-id']) === values.all) {
  console.error('Say which lab starts again: --ocl-id <oclId>, or --all for every lab whose linking failed');
  process.exit(2);
}
const db = openDatabase(readEnv().DATABASE_URL);
try {
  const oclId = values['ocl-id'];
  const restarted = await restartLinking(db, oclId && normalizeOclId(oclId));
  for (const id of restarted) console.log(id);
  if (restarted.length === 0) console.error('There is nothing to start again.');
} finally {
  await db.$client.end();
}
