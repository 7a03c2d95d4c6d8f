import pg from 'pg';

/** Creates an empty database; drops an existing one with this name. */
export async function databaseOf(serverUrl: string, name: string): Promise<string> {
  await withClient(serverUrl, async (client) => {
    await client.query(`drop database if exists ${name} with (force)`);
    await client.query(`create database ${name}`);
  });
  return Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href;
}

/** A restore begins an epoch of the event log (`log_base`); all else is as it was. */
export function rowsOf(databaseUrl: string): Promise<{ total: number; digest: string }> {
  return withClient(databaseUrl, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
    );
    let total = 0;
    const digests: string[] = [];
    for (const { name } of tables) {
      const { rows } = await client.query<{ count: number; digest: string }>(
        `select count(*)::int as count, sum(hashtextextended((to_jsonb(r) - 'log_base')::text, 0))::text as digest from ${name} r`,
      );
      total += rows[0]?.count ?? 0;
      digests.push(`${name} ${rows[0]?.digest}`);
    }
    return { total, digest: digests.join('\n') };
  });
}

export async function withClient<Result>(
  databaseUrl: string,
  use: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}
