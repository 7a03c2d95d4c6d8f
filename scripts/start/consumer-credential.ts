import { authenticateConsumer, createConsumerCredential } from '../../service/auth/consumer-credential.ts';
import { openDatabase } from '../../service/db/database.ts';
import { readFormerCredential } from './local-json.ts';

/** The credential of the run before while the database knows it, or a new one. */
export async function ensureConsumerCredential(dataDir: string, databaseUrl: string): Promise<string> {
  const db = openDatabase(databaseUrl, { maxConnections: 1 });
  try {
    const former = await readFormerCredential(dataDir);
    if (former && (await authenticateConsumer(db, 'local', former))) return former;
    return (await createConsumerCredential(db, 'local', 'local')).credential;
  } finally {
    await db.$client.end();
  }
}
