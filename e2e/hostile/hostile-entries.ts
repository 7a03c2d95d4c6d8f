import { CreateAnnouncementDocument, CreateReleaseDocument } from '@labroom/client/documents';
import { clientOf } from '@labroom/local/data-dir/client-of.ts';
import type { LocalJson } from '@labroom/local/data-dir/local-json.ts';
import { ensureEmbeddedPostgres } from '@labroom/local/postgres/embedded-postgres.ts';
import type { Database } from '@labroom/service/platform/db/database.ts';
import { openDatabase } from '@labroom/service/platform/db/open-database.ts';
import type { TestWallet } from '@labroom/testing/actors.ts';
import { expect } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { dataDir } from '../stack/local.ts';

/** Entries of one page. */
export const entriesOfPage = 20;

/** Announcements and a release of a lab that are written as every other text, to be replaced. */
export async function writeEntries(stack: LocalJson, owner: TestWallet, oclId: string): Promise<void> {
  const { call } = await clientOf(stack).signIn(owner);
  for (let at = 0; at < entriesOfPage; at++)
    await call(CreateAnnouncementDocument, { oclId, headline: `Entry ${at}`, body: 'Text' });
  await call(CreateReleaseDocument, { oclId, name: 'First', description: 'Text' });
}

/** The database of the stack, for all tests of a file. */
export async function openStackDatabase(): Promise<Database> {
  const { url } = await ensureEmbeddedPostgres({ dataDir: dataDir(), port: 0 });
  return openDatabase(url, { maxConnections: 1 });
}

/**
 * Replaces every Markdown text of a lab, as no write can: as if it was written before there were bounds. No tree of any text
 * is kept.
 * @param textOf text of at most `length` characters; `at` tells the entries apart
 */
export async function replaceTexts(
  db: Database,
  oclId: string,
  textOf: (length: number, at: number) => string,
): Promise<{ announcements: string[] }> {
  // PostgreSQL stores neither of them.
  const stored = (length: number, at: number) =>
    textOf(length, at).replaceAll('\0', ' ').toWellFormed() || '-';
  // Other programs of the stack can have all connections for a moment.
  await expect(() => db.execute(sql`delete from drawn_texts`)).toPass();
  const { rows } = await db.execute<{ id: string }>(sql`
    select announcement_id as id from activity where ocl_id = ${oclId} and announcement_id is not null order by seq`);
  for (const [at, { id }] of rows.entries())
    await db.execute(sql`update announcements set body = ${stored(100_000, at)} where id = ${id}`);
  await db.execute(sql`update labs set description = ${stored(10_000, 50)} where ocl_id = ${oclId}`);
  await db.execute(sql`update releases set description = ${stored(10_000, 51)} where ocl_id = ${oclId}`);
  return { announcements: rows.map(({ id }) => id) };
}
