import { randomUUID } from 'node:crypto';
import { openTestService, type TestService } from '@labroom/testing/test-service.ts';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { forgetDeletedDocuments } from '#worker/forget-deleted-documents.ts';
import { SearchIndexThread } from './search-index.ts';

const service = await openTestService({ insertsRows: true });
const index = service.context.searchIndex;
await service.context.db.execute(sql`
  insert into labs (ocl_id, token_id, account, shortname, name, account_did, data_room_did, registered_by, storage_limit)
  values ('0x01', '1', '0x1', 'lab-1', 'Lab', 'did:odf:a', 'did:odf:r', '0x1', 1)`);

type Executor = Pick<TestService['context']['db'], 'execute'>;

/** Adds an announcement, whose trigger writes its document. */
async function announce(text: string, on: Executor = service.context.db): Promise<string> {
  const id = randomUUID();
  await on.execute(sql`
    insert into announcements (id, ocl_id, headline, body, attachments) values (${id}, '0x01', ${text}, '', '{}')`);
  return id;
}

const count = async (stem: string) => (await index.documentsWith([stem]))[0];

test('has every document of a committed transaction, whichever began or ended first, and none of another', async () => {
  const { db } = service.context;
  await announce('quokka');
  expect(await count('quokka')).toBe(1);
  await db.transaction(async (early) => {
    await announce('quokka wombat', early);
    // Later transactions are committed and read before the earlier one ends.
    await announce('quokka numbat');
    expect(await index.documentsWith(['quokka', 'wombat', 'numbat'])).toEqual([2, 0, 1]);
    await announce('quokka tapir');
    expect(await index.documentsWith(['quokka', 'wombat', 'tapir'])).toEqual([3, 0, 1]);
  });
  expect(await index.documentsWith(['quokka', 'wombat', 'tapir'])).toEqual([4, 1, 1]);
  const undone = db.transaction(async (tx) => {
    await announce('quokka dunnart', tx);
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect(await index.documentsWith(['quokka', 'dunnart'])).toEqual([4, 0]);
});

test('follows changes and deletions, of many documents too', async () => {
  const { db } = service.context;
  const texts = Array.from({ length: 900 }, (_, at) => `pademelon p${at}x`);
  await db.execute(sql`
    insert into announcements (id, ocl_id, headline, body, attachments)
    select gen_random_uuid(), '0x01', text, '', '{}' from unnest(${sql.param(texts)}::text[]) text`);
  expect(await index.documentsWith(['p0x', 'p899x'])).toEqual([1, 1]);
  await db.execute(sql`update announcements set headline = replace(headline, 'pademelon', 'potoroo')`);
  expect(await index.documentsWith(['pademelon', 'p0x', 'p899x'])).toEqual([0, 1, 1]);
  await db.execute(
    sql`delete from announcements where headline like 'potoroo%' and headline <> 'potoroo p7x'`,
  );
  expect(await index.documentsWith(['potoroo', 'p0x', 'p7x'])).toEqual([1, 0, 1]);
  expect(await index.withAll(['potoroo', 'p7x'], 10)).toHaveLength(1);
});

test('a deletion is known after the list of deletions was cleaned of older ones', async () => {
  const { db, databaseUrl } = { ...service.context, databaseUrl: service.databaseUrl };
  const late = new SearchIndexThread({ databaseUrl });
  const id = await announce('chuditch');
  expect(await late.documentsWith(['chuditch'])).toEqual([1]);
  await db.execute(sql`update search_deletions set deleted_at = now() - interval '25 hours'`);
  await db.execute(sql`delete from announcements where id = ${id}`);
  expect((await forgetDeletedDocuments(service.context)).done).toBeGreaterThan(800);
  expect(await late.documentsWith(['chuditch'])).toEqual([0]);
  expect(await count('chuditch')).toBe(0);
  await late.close();
});

test('reads everything again when all documents were removed at once', async () => {
  const { db } = service.context;
  expect(await count('quokka')).toBe(4);
  await db.execute('truncate search_documents cascade');
  expect(await count('quokka')).toBe(0);
  await db.execute('select search_index_announcement(a) from announcements a');
  expect(await count('quokka')).toBe(4);
});

test('misses nothing after its connection or its thread ended', async () => {
  await service.context.db.execute(sql`
    select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query ilike '%search_deletions%' and pid <> pg_backend_pid()`);
  await announce('quokka mulgara');
  await expect.poll(() => count('mulgara').catch(() => null)).toBe(1);
  expect(await count('quokka')).toBe(5);
  await index.close();
  await announce('quokka kowari');
  expect(await index.documentsWith(['quokka', 'kowari'])).toEqual([6, 1]);
});

test('a search that cannot wait longer gets an error that says when to retry, without words of the database', async () => {
  const unreachable = new SearchIndexThread({ databaseUrl: 'postgres://nobody@127.0.0.1:1/none' });
  const error = await unreachable.documentsWith([]).catch((error: unknown) => error);
  expect(error).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE', retryAfterSeconds: 5 });
  expect(String(error)).not.toContain('127.0.0.1');
  await unreachable.close();
});

test('tells the words of a prompt: without duplicates, with stop words and compounds, and the last one completed', async () => {
  const { wordsOfPrompt } = await import('./prompt-words.ts');
  const { words, completions } = await wordsOfPrompt(
    service.context.db,
    'The IL-6 of quokkas, quokkas, pote',
  );
  expect(words.filter(({ isStopWord }) => isStopWord).map(({ word }) => word)).toEqual(['the', 'of']);
  expect(words.filter(({ isCompound }) => isCompound).map(({ word }) => word)).toEqual(['il6']);
  expect(words.map(({ word }) => word)).toContain('quokkas');
  expect(completions).toEqual([]);
  const unfinished = await wordsOfPrompt(service.context.db, 'quokka poto');
  expect(unfinished.completions).toMatchObject([{ near: 'poto', word: 'potoroo' }]);
});
