import { authenticateConsumer, createConsumerCredential } from '#service/auth/consumer-credential.ts';
import { openDatabase } from '#service/platform/db/database.ts';
import { readFormerCredential } from './local-json.ts';

/** The credential of the run before while the database knows it, or a new one. The web app has it, so it names visitors. */
export async function ensureConsumerCredential(dataDir: string, databaseUrl: string): Promise<string> {
  const db = openDatabase(databaseUrl, { maxConnections: 1 });
  try {
    const former = await readFormerCredential(dataDir);
    const known = former ? await authenticateConsumer(db, 'local', former) : null;
    if (former && known?.consumer.namesVisitors) return former;
    return (await createConsumerCredential(db, 'local', 'local', { namesVisitors: true })).credential;
  } finally {
    await db.$client.end();
  }
}
