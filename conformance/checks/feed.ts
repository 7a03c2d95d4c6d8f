import assert from 'node:assert/strict';
import { ACTIVITIES, LAB_ACTIVITY } from '@labroom/testing/documents.ts';
import { check } from '../check/check.ts';
import { done, refused, thrown } from '../service/expect.ts';
import type { Lab } from '../service/lab.ts';

const section = 'docs/specification/fields.md#feed-entries; docs/specification/reads-and-search.md#lists';
const decided = 'docs/specification/files.md#feed';
const NO_LAB = `0x0101${'ee'.repeat(30)}`;

interface Node {
  __typename: string;
  entry?: Record<string, unknown>;
  announcement?: Record<string, unknown>;
  /** Of the kinds that the query names. */
  lab?: { oclId: string };
}

async function feedOf(lab: Lab, filter?: string): Promise<Node[]> {
  return (await lab.service.ask(LAB_ACTIVITY, { oclId: lab.oclId, page: 0, perPage: 100, filter }))
    .labActivity.nodes;
}

async function livelyLab(newLab: () => Promise<Lab>) {
  const lab = await newLab();
  const file = await lab.file('feed.txt', 'one', {
    description: 'first',
    tags: ['t'],
    categories: ['c'],
    contentText: 'text',
  });
  done(await lab.upload('two', { ref: file.datasetId }));
  done(await lab.updateFile({ ref: file.datasetId, description: 'second' }));
  const passing = await lab.file('passing.txt', 'passing', {
    description: 'passing',
    tags: ['passing'],
    categories: ['passing'],
    contentText: 'passing',
  });
  done(await lab.deleteFile(passing.path));
  const announcement = { headline: 'News', body: '**Bold**', attachments: [file.datasetId] };
  assert.ok(done(await lab.announce(announcement)).message.length > 0);
  return { lab, file, passing, announcement };
}

export const feedChecks = [
  check(
    'feed.lab',
    {
      rule: 'Each change is one node of the documented type, newest first, as the file was then.',
      section: `${section}; ${decided}`,
      needs: ['newLab'],
    },
    async ({ newLab }) => {
      const { lab, file, passing, announcement } = await livelyLab(newLab);
      const nodes = await feedOf(lab);
      assert.deepEqual(
        nodes.map(({ __typename }) => __typename.replace('LabEvent', '')),
        ['Announcement', 'FileRemoved', 'FileAdded', 'FileUpdated', 'FileUpdated', 'FileAdded'],
      );
      const [announced, removed, , updated, versioned, added] = nodes.map(
        (node) => node.entry ?? node.announcement ?? {},
      );
      const { attachments, headline, body, changeBy, systemTime, eventTime } = announced ?? {};
      assert.deepEqual([headline, body, changeBy], [announcement.headline, announcement.body, lab.wallet]);
      assert.equal(systemTime, eventTime);
      const [attached] = attachments as { __typename: string; did: string; path: string }[];
      assert.deepEqual(
        [attached?.__typename, attached?.did, attached?.path],
        ['DataRoomFile', file.datasetId, file.path],
      );
      assert.equal(removed?.ref, passing.datasetId);
      for (const { entry } of nodes) {
        if (entry?.ref !== passing.datasetId) continue;
        const { description, tags, categories, contentText } = entry ?? {};
        assert.deepEqual([description, tags, categories, contentText], [null, [], [], null]);
      }
      assert.deepEqual([updated?.description, updated?.version], ['second', 2]);
      assert.deepEqual([versioned?.description, versioned?.version], ['first', 2]);
      const { ref, path, tags, categories, contentText, contentHash, version } = added ?? {};
      assert.deepEqual(
        { ref, path, tags, categories, contentText, contentHash, version },
        {
          ref: file.datasetId,
          path: file.path,
          tags: ['t'],
          categories: ['c'],
          contentText: 'text',
          contentHash: file.contentHash,
          version: 1,
        },
      );
    },
  ),

  check(
    'feed.filter',
    {
      rule: 'FILE gives the three file types, ANNOUNCEMENT announcements.',
      section,
      needs: ['lab', 'sample'],
    },
    async ({ lab }) => {
      const types = async (filter: string) =>
        new Set((await feedOf(lab, filter)).map(({ __typename }) => __typename));
      assert.deepEqual(await types('ANNOUNCEMENT'), new Set(['LabEventAnnouncement']));
      const files = await types('FILE');
      assert.ok(files.has('LabEventFileAdded') && !files.has('LabEventAnnouncement'));
    },
  ),

  check(
    'feed.pages',
    {
      rule: 'Pages hold together: each node once, at most 100, with pageInfo.',
      section: `${section}; ${decided}`,
      needs: ['newLab'],
    },
    async ({ service, newLab }) => {
      const { lab } = await livelyLab(newLab);
      const read = async (page: number, perPage: number) =>
        (await service.ask(LAB_ACTIVITY, { oclId: lab.oclId, page, perPage })).labActivity;
      const pages = [await read(0, 4), await read(1, 4)];
      assert.deepEqual(
        pages.flatMap(({ nodes }) => nodes),
        await feedOf(lab),
      );
      assert.deepEqual(pages[1].pageInfo, {
        hasNextPage: false,
        hasPreviousPage: true,
        currentPage: 1,
        totalPages: 2,
      });
      assert.equal((await read(0, 5_000)).pageInfo.totalPages, 1);
    },
  ),

  check(
    'feed.all',
    {
      rule: 'activities gives all labs\u2019 nodes with pageInfo, newest first, 20 on a page by default, at most 100.',
      section: `${section}; ${decided}`,
    },
    async ({ service }) => {
      const { activities: result } = await service.ask(ACTIVITIES);
      assert.ok(result.activities.length <= 20);
      assert.equal(result.pageInfo.currentPage, 0);
      const times = timesOf(result.activities);
      assert.deepEqual(times, times.toSorted().reverse());
      const { activities: large } = await service.ask(ACTIVITIES, { perPage: 1_000 });
      assert.ok(large.activities.length <= 100);
      assert.deepEqual(timesOf(large.activities).length, large.activities.length);
    },
  ),

  check(
    'feed.all.types',
    {
      rule: 'activities tells of files and announcements of every lab, and filters them.',
      section,
      needs: ['newLab'],
    },
    async ({ service, newLab }) => {
      const { lab } = await livelyLab(newLab);
      const typesOf = async (filter?: string) => {
        const { activities } = (await service.ask(ACTIVITIES, { perPage: 100, filter })).activities;
        const own = activities.filter((node: Node) => node.lab?.oclId === lab.oclId);
        return new Set(own.map(({ __typename }: Node) => __typename.replace('LabEvent', '')));
      };
      assert.deepEqual(await typesOf(), new Set(['Announcement', 'FileRemoved', 'FileAdded', 'FileUpdated']));
      assert.deepEqual(await typesOf('ANNOUNCEMENT'), new Set(['Announcement']));
    },
  ),

  check(
    'feed.refused',
    {
      rule: 'An unknown lab is thrown NOT_FOUND, a malformed id VALIDATION_FAILED.',
      section,
    },
    async ({ service }) => {
      const read = (oclId: string) => service.post(LAB_ACTIVITY, { oclId, page: 0, perPage: 1 });
      thrown(await read(NO_LAB), 'NOT_FOUND');
      thrown(await read('0x12'), 'VALIDATION_FAILED', 'INVALID_OCL_ID');
    },
  ),

  check(
    'feed.announcement.limits',
    {
      rule: 'A headline has 1 to 300 characters, a body 1 to 100,000; attachments are files of this lab.',
      section: 'docs/specification/files.md#text',
      needs: ['lab', 'newLab'],
    },
    async ({ lab, newLab }) => {
      const foreign = await (await newLab()).file('foreign.txt', 'foreign');
      for (const change of [
        { headline: '' },
        { headline: ' ' },
        { headline: 'h'.repeat(301) },
        { body: '' },
        { body: 'b'.repeat(100_001) },
      ])
        refused(await lab.announce({ headline: 'News', body: 'Body', ...change }), 'VALIDATION_FAILED');
      for (const did of ['did:odf:nothing', foreign.datasetId])
        refused(
          await lab.announce({ headline: 'News', body: 'Body', attachments: [did] }),
          'VALIDATION_FAILED',
          'UNKNOWN_ATTACHMENT',
        );
      done(await lab.announce({ headline: 'h'.repeat(300), body: 'b'.repeat(100_000) }));
    },
  ),
];

function timesOf(nodes: Node[]): string[] {
  return nodes.map(({ entry, announcement }) => String((entry ?? announcement)?.systemTime));
}
