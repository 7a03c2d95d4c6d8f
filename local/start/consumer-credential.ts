import { defaultCredentialPrefix } from '@labroom/protocol/environments';
import { authenticateConsumer, createConsumerCredential } from '@labroom/service/auth/consumer-credential.ts';
import { openDatabase } from '@labroom/service/platform/db/open-database.ts';
import { readFormerCredential } from '../data-dir/local-json.ts';

/** Returns the previous credential if the database has it, else a new one. It names visitors, because the web app uses it. */
export async function ensureConsumerCredential(dataDir: string, databaseUrl: string): Promise<string> {
  const db = openDatabase(databaseUrl, { maxConnections: 1 });
  try {
    const former = await readFormerCredential(dataDir);
    const known = former ? await authenticateConsumer(db, former) : null;
    if (former && known?.consumer.namesVisitors) return former;
    return (
      await createConsumerCredential(db, defaultCredentialPrefix('local'), 'local', { namesVisitors: true })
    ).credential;
  } finally {
    await db.$client.end();
  }
}
