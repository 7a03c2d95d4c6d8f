import { ask } from '@labroom/testing/test-client.ts';
import { type RegisteredLab, registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { deleteFile, finish, sent, uploadFile } from '@labroom/testing/test-upload.ts';
import { describe, expect, test } from 'vitest';
import { lockLab } from '#core/labs/lab-lock.ts';
import type { LabTransaction } from '#platform/db/lab-transaction.ts';

const service = await openTestService({ insertsRows: true });
const lab = await registeredLab(service);

const SEARCH = `query($prompt: String!, $filters: SearchLabsFilters) { searchLabs(prompt: $prompt, filters: $filters) {
  totalCount nodes { ... on SearchLabsFileHit { entry { path } } } } }`;

async function search(prompt: string, filters?: object) {
  return (await ask(service, SEARCH, { prompt, filters })).searchLabs;
}

async function paths(prompt: string, filters?: object): Promise<string[]> {
  const { nodes } = await search(prompt, filters);
  return nodes.map((node: { entry?: { path: string } }) => node.entry?.path);
}

const remove = (path: string) => deleteFile(service, lab, path);

describe('the index of searchLabs', () => {
  test('is correct after every finish and deletion, with concurrent changes of the same words', async () => {
    const round = async (number: number) => {
      const path = `race/${number}.txt`;
      const contentText = `pademelon specimen${number}x`;
      const finished = await finish(service, lab, await sent(service, lab, 'x'), { path, contentText });
      expect(finished.error).toBeNull();
      expect(await paths(`specimen${number}x`)).toEqual([path]);
      await remove(path);
      expect(await paths(`specimen${number}x`)).toEqual([]);
    };
    await Promise.all(Array.from({ length: 20 }, (_, number) => round(number)));
    expect(await paths('pademelon')).toEqual([]);
  });

  test('never returns a file that was deleted before the search began', async () => {
    await uploadFile(service, lab, 'x', { path: 'bandicoot.txt' });
    let isDeleted = false;
    const searcher = async () => {
      for (let after = 0; after < 3; ) {
        const begunAfter = isDeleted;
        const found = await paths('bandicoot');
        if (begunAfter) {
          after += 1;
          expect(found).toEqual([]);
        }
      }
    };
    const searchers = Array.from({ length: 4 }, searcher);
    await remove('bandicoot.txt');
    isDeleted = true;
    await Promise.all(searchers);
  });

  test('follows the metadata of a file', async () => {
    const { datasetId } = await uploadFile(service, lab, 'x', {
      path: 'numbat.txt',
      description: 'Bilby',
      tags: ['Marsupial'],
      contentText: 'wallaby',
    });
    const update = `mutation($oclId: String!, $ref: String!) { updateFileMetadata(oclId: $oclId, ref: $ref, accessLevel: "PUBLIC",
      description: "Echidna", tags: ["Monotreme"], contentText: null) { error { code } } }`;
    await ask(service, update, { oclId: lab.oclId, ref: datasetId }, lab.token);
    for (const gone of ['bilby', 'wallaby', 'marsupial']) expect(await paths(gone)).toEqual([]);
    for (const there of ['echidna', 'monotreme', 'numbat'])
      expect(await paths(there)).toEqual(['numbat.txt']);
    expect(await paths('numbat', { byTags: ['MONOTREME'] })).toEqual(['numbat.txt']);
    expect(await paths('numbat', { byTags: ['Marsupial'] })).toEqual([]);
  });

  test('follows the name of a lab', async () => {
    const named = await registeredLab(service);
    await uploadFile(service, named, 'x', { path: 'kowari.txt' });
    const rename = (name: string) =>
      ask(
        service,
        'mutation($oclId: String!, $input: UpdateLabNftMetadataInput!) { updateLabNftMetadata(oclId: $oclId, input: $input) { error { code } } }',
        { oclId: named.oclId, input: { name } },
        named.token,
      );
    await rename('Thylacine Institute');
    expect(await paths('thylacine')).toEqual(['kowari.txt']);
    expect(await paths('thylacine kowari')).toEqual(['kowari.txt']);
    expect(await paths('thylacnie')).toEqual(['kowari.txt']);
    await rename('Antechinus Institute');
    expect(await paths('thylacine')).toEqual([]);
    expect(await paths('antechinus')).toEqual(['kowari.txt']);
  });

  test('accepts concurrent files and announcements of two labs with the same new words', async () => {
    const other = await registeredLab(service);
    const words = Array.from(
      { length: 200 },
      (_, at) => `dunnart${String.fromCharCode(97 + (at % 26), 97 + at / 26)}`,
    );
    const text = (round: number) => [...words.slice(round), ...words.slice(0, round)].join(' ');
    const announce = async (author: RegisteredLab, round: number) => {
      const mutation = `mutation($oclId: String!, $body: String!) { createAnnouncement(oclId: $oclId, headline: "Found", body: $body) { error { code } } }`;
      const variables = { oclId: author.oclId, body: text(round * 7) };
      return (await ask(service, mutation, variables, author.token)).createAnnouncement;
    };
    const results = await Promise.all(
      [lab, other].flatMap((author) =>
        Array.from({ length: 8 }, (_, round) => [
          announce(author, round),
          uploadFile(service, author, 'x', { path: `dunnarts/${round}.txt`, contentText: text(round * 11) }),
        ]).flat(),
      ),
    );
    expect(results.map(({ error }) => error)).toEqual(results.map(() => null));
    expect((await search('dunnartaa')).totalCount).toBe(32);
  });

  test('an announcement locks its lab before words, so that writers of the lab cannot deadlock', async () => {
    const { db } = service.context;
    const mutation = `mutation($oclId: String!) { createAnnouncement(oclId: $oclId, headline: "Chuditch", body: "mulgara") { error { code } } }`;
    const announced = await db.transaction(async (tx) => {
      // Locks as another process does, whose transactions are not queued here.
      await lockLab(tx as LabTransaction, lab.oclId);
      const answer = ask(service, mutation, { oclId: lab.oclId }, lab.token);
      const waiting = () =>
        db.$client.query(
          "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        );
      await expect.poll(async () => (await waiting()).rowCount, { timeout: 60_000 }).toBe(1);
      await tx.execute("set local lock_timeout = '1s'");
      await tx.execute("select search_learn('chuditch mulgara')");
      return { answer };
    });
    expect((await announced.answer).createAnnouncement.error).toBeNull();
    expect((await search('chuditch')).totalCount).toBe(1);
  });

  test('can be rebuilt from the tables', async () => {
    await uploadFile(service, lab, 'x', { path: 'quenda.txt' });
    await service.context.db.execute('truncate search_documents, search_words cascade');
    expect(await paths('quenda')).toEqual([]);
    await service.context.db.execute('select search_index_file(f) from files f');
    expect(await paths('quenda')).toEqual(['quenda.txt']);
    expect(await paths('quneda')).toEqual(['quenda.txt']);
  });

  test('a text of a megabyte of distinct words does not make a finish fail', async () => {
    const digits = Array.from({ length: 131_000 }, (_, at) => (at + 0x100000).toString(36));
    const contentText = `potoroo ${digits.join(' ')}`;
    const { error } = await uploadFile(service, lab, 'x', { path: 'many-words.txt', contentText });
    expect(error).toBeNull();
    expect(await paths('potoroo')).toEqual(['many-words.txt']);
  });
});
