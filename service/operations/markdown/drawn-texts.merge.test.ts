import { randomUUID } from 'node:crypto';
import {
  AnnouncementDocument,
  CreateAnnouncementDocument,
  DrawnFileDocument,
  ForeseeDocument,
  LabOverviewDocument,
} from '@labroom/client/documents';
import { checkTree } from '@labroom/markdown/check-tree';
import { hostileTexts } from '@labroom/testing/hostile-texts.ts';
import { ask, refusalOf, resultOf, textOf } from '@labroom/testing/test-client.ts';
import { uploadSecret } from '@labroom/testing/test-encryption.ts';
import { callGateway } from '@labroom/testing/test-gateway.ts';
import { registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { announce, deleteFile, uploadFile } from '@labroom/testing/test-upload.ts';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { announcements } from '#platform/db/tables/activity.ts';
import { drawnTexts } from '#platform/db/tables/drawn-texts.ts';
import { labs } from '#platform/db/tables/labs.ts';
import { forgetDrawnTexts } from '#worker/forget-drawn-texts.ts';
import { KeptDrawnTexts } from './drawn-texts.ts';

const service = await openTestService({ insertsRows: true });
const lab = await registeredLab(service);
const { db } = service.context;

const feed = (perPage = 5) =>
  ask(
    service,
    `query($oclId: String!, $perPage: Int!) { labActivity(oclId: $oclId, perPage: $perPage) { nodes { ... on LabEventAnnouncement {
      announcement { id bodyExcerpt bodyStart { tree isShortened text } } } } } }`,
    { oclId: lab.oclId, perPage },
  ).then(({ labActivity }) =>
    labActivity.nodes.flatMap(({ announcement }: { announcement?: object }) => announcement ?? []),
  );
const whole = (id: string) => resultOf(service, AnnouncementDocument, { oclId: lab.oclId, id });
const kept = () => db.$count(drawnTexts);

/** Replaces the text of an announcement as no write can, as if it was written before there were bounds. */
const store = (id: string, body: string) =>
  db.update(announcements).set({ body }).where(eq(announcements.id, id));

/** More signs in one paragraph than may be written. */
const tooComplex = '*a_ '.repeat(200);

describe('a text that is written', () => {
  test('is parsed before anybody reads it', async () => {
    await announce(service, lab, { body: `Some *words* ${randomUUID()}` });
    const before = await kept();
    const [newest] = await feed(1);
    expect(checkTree(JSON.parse(newest.bodyStart.tree))).toMatchObject({ children: [{ tagName: 'p' }] });
    expect((await whole(newest.id)).bodyDrawn).toMatchObject({ isShortened: false, text: null });
    expect(await kept()).toBe(before);
  });

  test('has an excerpt and no tree in lists if it is long', async () => {
    await announce(service, lab, { body: `# Long\n\n${'word '.repeat(100)}` });
    const [newest] = await feed(1);
    expect(newest).toMatchObject({ bodyExcerpt: expect.stringMatching(/^Long word word/), bodyStart: null });
    expect(JSON.parse((await whole(newest.id)).bodyDrawn.tree).children).toHaveLength(3);
  });

  test('is refused if drawing it would take too long, everywhere', async () => {
    const { oclId, token } = lab;
    const comment = { id: randomUUID(), body: tooComplex };
    const calls: [string, Record<string, unknown>][] = [
      ['createAnnouncement(oclId: $oclId, headline: "A", body: $text)', {}],
      ['updateLabNftMetadata(oclId: $oclId, input: { description: $text })', {}],
      ['createRelease(oclId: $oclId, name: "A", description: $text)', {}],
      [
        'createThread(oclId: $oclId, input: { id: $id, comment: { id: $id, body: $text } })',
        { id: comment.id },
      ],
      ['addComment(oclId: $oclId, threadId: $id, comment: { id: $id, body: $text })', { id: comment.id }],
      ['editComment(oclId: $oclId, comment: { id: $id, body: $text })', { id: comment.id }],
    ];
    for (const [call, more] of calls) {
      const id = 'id' in more ? ', $id: String!' : '';
      const query = `mutation($oclId: String!, $text: String!${id}) { ${call} { error { code details } } }`;
      const [result] = Object.values(await ask(service, query, { oclId, text: tooComplex, ...more }, token));
      expect(refusalOf(result as never), call).toMatchObject({
        code: 'VALIDATION_FAILED',
        reason: 'TEXT_TOO_COMPLEX',
        bound: { name: 'paragraphDelimiters', limit: 300, line: 1 },
      });
    }
  });

  test('is refused before a price is quoted, and foreseen', async () => {
    const variables = { oclId: lab.oclId, headline: 'A', body: tooComplex };
    const call = await callGateway(service, {
      mutation: 'createAnnouncement',
      body: { query: textOf(CreateAnnouncementDocument), variables },
    });
    expect([call.status, call.body.errors[0].errorInfo.reason]).toEqual([400, 'TEXT_TOO_COMPLEX']);
    const asked = {
      operation: 'createAnnouncement',
      variables: JSON.stringify(variables),
      wallet: lab.wallet,
    };
    expect(await resultOf(service, ForeseeDocument, asked)).toMatchObject({ reason: 'TEXT_TOO_COMPLEX' });
  });
});

describe('a text that was stored before', () => {
  test.each(Object.entries(hostileTexts))('is drawn or shown as it was written: %s', async (_, make) => {
    await announce(service, lab);
    const [{ id }] = await feed(1);
    for (const length of [400, 100_000]) {
      const body = make(length).replaceAll('\0', ' ').toWellFormed() || '-';
      await store(id, body);
      const [listed] = await feed(1);
      const { bodyDrawn } = await whole(id);
      for (const drawn of [bodyDrawn, ...(listed.bodyStart ? [listed.bodyStart] : [])]) {
        if (drawn.tree) expect(checkTree(JSON.parse(drawn.tree))).not.toBeNull();
        else expect(body.startsWith(drawn.text.slice(0, -1))).toBe(true);
        expect(JSON.stringify(drawn).length).toBeLessThan(4_000_000);
      }
    }
    await store(id, 'Text');
  });

  test('gets its tree on the first read, which is kept', async () => {
    const description = `# About\n\n*us* ${randomUUID()}`;
    await db.update(labs).set({ description }).where(eq(labs.oclId, lab.oclId));
    const read = () => resultOf(service, LabOverviewDocument, { oclId: lab.oclId });
    // A machine without time for the thread shows it as it was written, and parses on.
    await expect.poll(async () => (await read()).descriptionDrawn.tree).toContain('"h1"');
    const before = await kept();
    await read();
    expect(await kept()).toBe(before);
  });

  test('that takes too long is remembered, and parsed once for readers who come together', async () => {
    const body = `${randomUUID()}\n\n${'a\n\n'.repeat(8_000)}`;
    await announce(service, lab);
    const [{ id }] = await feed(1);
    await store(id, body);
    const before = await kept();
    await Promise.all([whole(id), whole(id), whole(id)]);
    await expect.poll(kept).toBe(before + 1);
    expect((await whole(id)).bodyDrawn).toMatchObject({ tree: null, isShortened: true });
    const [row] = await db.select().from(drawnTexts).orderBy(sql`${drawnTexts.readAt} desc`).limit(1);
    expect(row).toMatchObject({ tree: null, budgetMs: 50 });
    await store(id, 'Text');
  });
});

test('a text that needs more than readers may spend gets its tree when it is written', async () => {
  const drawn = new KeptDrawnTexts(db);
  const text = `${randomUUID()} ${'word *word* and\n'.repeat(2_500)}`;
  const asked = [{ text, rules: 'text', size: 'WHOLE', oclId: lab.oclId }] as const;
  expect(await drawn.read(db, asked)).toEqual([{ tree: null, isShortened: false }]);
  await drawn.prepare(text, lab.oclId);
  const [row] = await db.select().from(drawnTexts).where(eq(drawnTexts.budgetMs, 250)).limit(1);
  expect(row).toBeDefined();
  await drawn.close();
});

describe('a file', () => {
  const drawnOf = async (path: string) =>
    (await resultOf(service, DrawnFileDocument, { oclId: lab.oclId, path }))?.drawn ?? null;

  test('of Markdown is drawn with its formulas, and leaves nothing in the database', async () => {
    const before = await kept();
    await uploadFile(service, lab, '# Hi\n\n$x^2$', { path: 'a.md' }, 'text/markdown');
    await expect.poll(async () => (await drawnOf('a.md'))?.tree).toContain('math-inline');
    expect(await kept()).toBe(before);
    await deleteFile(service, lab, 'a.md');
    expect(await drawnOf('a.md')).toBeNull();
  });

  test('of another type, too long or encrypted is not', async () => {
    await uploadFile(service, lab, '# Hi', { path: 'a.txt' }, 'text/plain');
    await uploadFile(service, lab, 'a'.repeat(70_000), { path: 'long.md' }, 'text/markdown');
    await uploadFile(service, lab, Buffer.from([0xff, 0xfe, 0x00]), { path: 'bytes.md' }, 'text/markdown');
    await uploadSecret(service, lab, '# Secret', { path: 'secret.md' }, 'text/markdown');
    for (const path of ['a.txt', 'long.md', 'bytes.md', 'secret.md']) expect(await drawnOf(path)).toBeNull();
  });

  test('is read four times in a request, and no more', async () => {
    await uploadFile(service, lab, '# Hi', { path: 'b.md' }, 'text/markdown');
    const fields = Array.from({ length: 6 }, (_, at) => `f${at}: drawn { isShortened }`).join(' ');
    const query = `query($oclId: String!) { dataRoomFile(oclId: $oclId, path: "b.md") { ${fields} } }`;
    const { dataRoomFile } = await ask(service, query, { oclId: lab.oclId });
    expect(Object.values(dataRoomFile).filter((drawn) => drawn === null)).toHaveLength(2);
  });
});

test('a tree that no page reads is forgotten after 30 days', async () => {
  await announce(service, lab, { body: `Forgotten ${randomUUID()}` });
  await forgetDrawnTexts(service.context);
  expect(await kept()).toBeGreaterThan(0);
  await db.update(drawnTexts).set({ readAt: sql`now() - interval '31 days'` });
  // A page reads one of them.
  const [{ id }] = await feed(1);
  await whole(id);
  await expect
    .poll(() => db.$count(drawnTexts, sql`${drawnTexts.readAt} > now() - interval '1 day'`))
    .toBeGreaterThan(0);
  await forgetDrawnTexts(service.context);
  expect(await kept()).toBeGreaterThan(0);
  expect(await kept()).toBeLessThan(4);
});

test('an announcement of another lab, or an unknown one, is absent', async () => {
  const other = await registeredLab(service);
  await announce(service, other);
  const { rows } = await db.execute<{ id: string }>(
    sql`select announcement_id as id from activity where ocl_id = ${other.oclId} and announcement_id is not null`,
  );
  for (const id of [rows[0]?.id ?? '', randomUUID(), 'none', '']) expect(await whole(id)).toBeNull();
});
