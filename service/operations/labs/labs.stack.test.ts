import { capturedStatements, explainQueries } from '@labroom/testing/captured-queries.ts';
import { indexChain } from '@labroom/testing/index-chain.ts';
import { ask, post } from '@labroom/testing/test-client.ts';
import { grantRole } from '@labroom/testing/test-lab.ts';
import { type RegisteredLab, registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { uploadFile } from '@labroom/testing/test-upload.ts';
import { eq, inArray, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { markFeeds } from '#core/feed/feed-marks.ts';
import type { ContentSource, LabContent } from '#core/ports/content-source.ts';
import { labs } from '#platform/db/tables/labs.ts';

/** A content source whose entries, failures and calls the tests control. */
const entries = new Map<string, LabContent>();
let asked = 0;
let isDown = false;
const content: ContentSource = {
  async labs() {
    asked += 1;
    if (isDown) throw new Error('connect ECONNREFUSED');
    return entries;
  },
};

const service = await openTestService({ insertsRows: true, overrides: { content } });
const lipase = await registeredLab(service);
const soil = await registeredLab(service);
const coil = await registeredLab(service);
await rename(lipase, 'thermostable lipase');
await rename(soil, 'Älpine Soil');
await rename(coil, 'Receive Coil');
await uploadFile(service, soil, 'x', { path: 'a.txt' });
await uploadFile(service, lipase, 'x', { path: 'a.txt' });
entries.set(lipase.oclId, {
  trlValue: 'TRL 4',
  trlRationale: 'Shown in the lab.',
  trlLastUpdated: new Date('2026-03-01T00:00:00Z'),
  weightedScore: 0.62,
  criterionScores: [{ criterion: 'Evidence', score: 0.7 }],
  todos: [{ todo: 'Replicate', completed: false }],
  isVerified: true,
});
entries.set(coil.oclId, { trlValue: '3-4', isVerified: false });

async function rename({ oclId, token }: RegisteredLab, name: string) {
  const query = `mutation($oclId: String!, $name: String) {
    updateLabNftMetadata(oclId: $oclId, input: { name: $name }) { error { code } } }`;
  await ask(service, query, { oclId, name }, token);
}

async function labsWith(args: string): Promise<string[]> {
  const { labs } = await ask(service, `{ labs${args} { totalCount nodes { oclId } } }`);
  const found = labs.nodes.map((lab: { oclId: string }) => lab.oclId);
  expect(labs.totalCount).toBe(found.length);
  return found;
}

describe('labs', () => {
  test('are ordered by contribution, by name without case or accents, or by registration', async () => {
    const [l, s, c] = [lipase.oclId, soil.oclId, coil.oclId];
    expect(await labsWith('')).toEqual([l, s, c]);
    expect(await labsWith('(order: LATEST_CONTRIBUTION)')).toEqual([l, s, c]);
    expect(await labsWith('(order: NAME)')).toEqual([s, c, l]);
    expect(await labsWith('(order: NEWEST)')).toEqual([c, s, l]);
  });

  test('are filtered by curated facts; a lab without an entry is not verified', async () => {
    expect(await labsWith('(verified: true)')).toEqual([lipase.oclId]);
    expect(await labsWith('(verified: false, order: NAME)')).toEqual([soil.oclId, coil.oclId]);
    expect(await labsWith('(readiness: [4])')).toEqual([lipase.oclId]);
    expect(await labsWith('(readiness: [3, 4], order: NAME)')).toEqual([coil.oclId, lipase.oclId]);
    expect(await labsWith('(readiness: [3, 4], verified: false)')).toEqual([coil.oclId]);
    expect(await labsWith('(readiness: [])')).toEqual([]);
    expect(await labsWith(`(verified: true, walletAddress: "${soil.wallet}")`)).toEqual([]);
    expect(await labsWith(`(verified: true, walletAddress: "${lipase.wallet}")`)).toEqual([lipase.oclId]);
  });

  test.each(['(readiness: [0])', '(readiness: [10])'])('refuses %s', async (args) => {
    const { body } = await post(service, `{ labs${args} { totalCount } }`);
    expect(body.errors[0].errorType).toBe('VALIDATION_FAILED');
  });

  test('a page takes the same number of statements for one lab as for all, in every order', async () => {
    await grantRole(lipase.owner, { oclId: lipase.oclId, to: soil.owner.address, role: 'VIEWER' });
    await indexChain(service.context);
    const page = (perPage: number, order: string) => () =>
      ask(
        service,
        `{ labs(perPage: ${perPage}, order: ${order}) { totalCount nodes {
          name mintedAt isVerified todos members { walletAddress role } } } }`,
      );
    for (const order of ['LATEST_CONTRIBUTION', 'NAME', 'NEWEST']) {
      const one = await capturedStatements(service.context.db, page(1, order));
      const all = await capturedStatements(service.context.db, page(100, order));
      // The consumer, the page with its count, mint times, owners and grants.
      expect(all).toHaveLength(5);
      expect(one).toHaveLength(5);
    }
  });

  test('a page and its count are of one snapshot while labs are registered', async () => {
    const { db } = service.context;
    const [known] = await db.select().from(labs).where(eq(labs.oclId, soil.oclId));
    if (!known) throw new Error('The lab is not registered');
    const numbers = Array.from({ length: 60 }, (_, index) => 1_000_000 + index);
    const added = numbers.map((number) => `0x${number.toString(16).padStart(64, '0')}`);
    let isAdding = true;
    const adding = (async () => {
      for (const [index, number] of numbers.entries())
        await db.insert(labs).values({
          ...known,
          oclId: added[index] ?? '',
          tokenId: String(number),
          account: `0x${number.toString(16).padStart(40, '0')}`,
          shortname: `lab-${number}`,
        });
    })().finally(() => {
      isAdding = false;
    });
    while (isAdding) {
      const { labs: page } = await ask(service, '{ labs(perPage: 100) { totalCount nodes { oclId } } }');
      expect(page.nodes).toHaveLength(page.totalCount);
    }
    await adding;
    await db.delete(labs).where(inArray(labs.oclId, added));
  });
});

const FIELDS = `trlValue trlRationale trlLastUpdated weightedScore scoreInterpretation criterionScores scoredAt todos
  isVerified`;
const nothing = {
  trlValue: null,
  trlRationale: null,
  trlLastUpdated: null,
  weightedScore: null,
  scoreInterpretation: null,
  criterionScores: null,
  scoredAt: null,
  todos: null,
  isVerified: null,
};

describe('curated facts of a lab', () => {
  test('are returned for the lab and in lists, and are null for labs without an entry', async () => {
    const said = {
      ...nothing,
      trlValue: 'TRL 4',
      trlRationale: 'Shown in the lab.',
      trlLastUpdated: '2026-03-01T00:00:00.000Z',
      weightedScore: 0.62,
      criterionScores: [{ criterion: 'Evidence', score: 0.7 }],
      todos: [{ todo: 'Replicate', completed: false }],
      isVerified: true,
    };
    const { labs, labWithDataRoomAndFiles } = await ask(
      service,
      `{ labs { nodes { ${FIELDS} } } labWithDataRoomAndFiles(oclId: "${lipase.oclId}") { ${FIELDS} } }`,
    );
    expect(labWithDataRoomAndFiles).toEqual(said);
    expect(labs.nodes).toEqual([said, nothing, { ...nothing, trlValue: '3-4', isVerified: false }]);
  });

  test('are read once per request, and only if they are selected', async () => {
    asked = 0;
    await ask(service, '{ labs { nodes { oclId name members { role } } } }');
    expect(asked).toBe(0);
    await ask(
      service,
      `{ labs(verified: true) { nodes { ${FIELDS} } } a: labs(readiness: [4]) { nodes { ${FIELDS} } }
        activities { activities { ... on LabEventFileAdded { lab { ${FIELDS} } } } } }`,
    );
    expect(asked).toBe(1);
  });

  test('are null while the source is down, with a warning; a filter then fails', async () => {
    isDown = true;
    try {
      const { labs } = await ask(service, `{ labs { totalCount nodes { ${FIELDS} } } }`);
      expect(labs).toEqual({ totalCount: 3, nodes: [nothing, nothing, nothing] });
      const warnings = service.logLines.filter((line) => line.includes('content source unavailable'));
      expect(warnings).toHaveLength(1);
      expect(JSON.parse(warnings[0] ?? '').level).toBe(40);
      const { body } = await post(service, '{ labs(verified: false) { totalCount } }');
      expect(body).toMatchObject({
        data: null,
        errors: [{ errorType: 'UPSTREAM_UNAVAILABLE', path: ['labs'] }],
      });
    } finally {
      isDown = false;
    }
  });
});

test('the first page of many labs has 20, at most 100, and is read from an index in every order', async () => {
  const { db } = service.context;
  await db.execute(sql`insert into labs
    (ocl_id, token_id, account, shortname, name, account_did, data_room_did, registered_by, storage_limit)
    select '0x' || n, n, '0x', 'many-' || n, 'Many ' || n, '', '', '', 0 from generate_series(1, 2000) n`);
  await db.execute(sql`analyze labs`);
  for (const order of ['LATEST_CONTRIBUTION', 'NAME', 'NEWEST']) {
    const steps = await explainQueries(db, () =>
      ask(service, `{ labs(order: ${order}) { nodes { oclId } } }`),
    );
    const [first] = steps.filter((step) => step['Node Type'] === 'Index Scan' && step['Actual Rows'] === 20);
    expect(first?.['Relation Name']).toBe('labs');
    expect(steps.filter((step) => step['Node Type'] === 'Sort')).toEqual([]);
  }
  const { labs: largest } = await ask(service, '{ labs(perPage: 1000) { nodes { oclId } } }');
  expect(largest.nodes).toHaveLength(100);
});

test('all of many labs are counted from the last mark on', async () => {
  const { db } = service.context;
  await db.execute(
    sql`update labs set registered_at = now() - interval '1 hour' where shortname like 'many-%'`,
  );
  await markFeeds({ db }, { distance: 100 });
  await db.execute(sql`vacuum analyze labs, feed_marks`);
  const steps = await explainQueries(db, () => ask(service, '{ labs { totalCount } }'));
  expect(Math.max(...steps.map((step) => step['Actual Rows']))).toBeLessThan(200);
  const { labs: first, last } = await ask(
    service,
    '{ labs { totalCount } last: labs(page: 1000) { totalCount } }',
  );
  expect([first.totalCount, last.totalCount]).toEqual([2_003, 2_003]);
});

test('every page of many labs is a stretch of the whole list in every order', async () => {
  const { db } = service.context;
  // Many ties, and labs without a contribution.
  await db.execute(sql`update labs set latest_contribution_at = now() - length(shortname) * interval '1 hour'
    where shortname like 'many-%7'`);
  const orders = {
    LATEST_CONTRIBUTION: sql`latest_contribution_at desc nulls last`,
    NAME: sql`sort_name`,
    NEWEST: sql`registered_at desc nulls last`,
  };
  for (const [order, by] of Object.entries(orders)) {
    const { rows } = await db.execute<{ ocl_id: string }>(
      sql`select ocl_id from labs order by ${by}, ocl_id`,
    );
    const found: string[] = [];
    for (let page = 0; page <= 21; page += 1) {
      const { labs: one } = await ask(
        service,
        `{ labs(order: ${order}, page: ${page}, perPage: 97) { nodes { oclId } } }`,
      );
      found.push(...one.nodes.map(({ oclId }: { oclId: string }) => oclId));
    }
    expect(found).toEqual(rows.map(({ ocl_id }) => ocl_id));
  }
});
