import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { SEARCH } from '@labroom/testing/documents.ts';
import { check } from '../check/check.ts';
import { done, isoUtc } from '../service/expect.ts';
import type { Lab } from '../service/lab.ts';
import type { Service } from '../service/service.ts';

const section = 'docs/specification/reads-and-search.md#search; docs/specification/fields.md#search-hits';

/** A word of letters that nobody wrote before, and one more with each call. */
function newWord(): string {
  return `q${Array.from(randomBytes(9), (byte) => String.fromCharCode(97 + (byte % 26))).join('')}`;
}

async function search(service: Service, prompt: string, args: Record<string, unknown> = {}) {
  return (await service.ask(SEARCH, { prompt, ...args })).searchLabs;
}

/** A file and an announcement of a lab that hold a word nobody else has. */
async function written(lab: Lab) {
  const word = newWord();
  const said = {
    description: `about ${word}`,
    tags: [`tag-${word}`],
    categories: [`category-${word}`],
    contentText: 'enzymes were measured',
  };
  const file = await lab.file(`${word}.txt`, 'x', said);
  done(await lab.announce({ headline: `News of ${word}`, body: 'Body', attachments: [file.datasetId] }));
  return { word, file, said };
}

interface Hit {
  __typename: string;
  entry?: { path: string };
  announcement?: { headline: string };
}

/** What was found that bears this word: where meanings count too, other things may stand beside it. */
const bearing = (word: string, nodes: Hit[]) => nodes.filter((node) => headingOf(node)?.includes(word));

const headingOf = ({ entry, announcement }: Hit) => entry?.path ?? announcement?.headline;

export const searchChecks = [
  check(
    'search.hits',
    {
      rule: 'searchLabs finds files and announcements with their lab, with totalCount and pageInfo, ten on a page.',
      section,
      needs: ['lab'],
    },
    async ({ service, lab }) => {
      const { word, file, said } = await written(lab);
      const { nodes, totalCount, pageInfo } = await search(service, word);
      assert.ok(totalCount >= 2 && nodes.length <= 10);
      assert.deepEqual([pageInfo.currentPage, pageInfo.hasPreviousPage], [0, false]);
      assert.equal(pageInfo.totalPages, Math.ceil(totalCount / 10));
      assert.equal(bearing(word, nodes.slice(0, 2)).length, 2, 'others stand before it');
      const hit = nodes.find((node: { __typename: string }) => node.__typename === 'SearchLabsFileHit');
      const { lab: where, path, file: found } = hit.entry;
      assert.deepEqual([where.oclId, path, found.did], [lab.oclId, file.path, file.datasetId]);
      assert.ok(where.shortname.length > 0);
      const { description, tags, categories, contentType, accessLevel, downloadUrl } = found;
      assert.deepEqual([description, tags, categories], [said.description, said.tags, said.categories]);
      assert.deepEqual([contentType, accessLevel], ['text/plain', 'PUBLIC']);
      assert.ok(URL.canParse(downloadUrl));
      const { announcement, lab: itsLab } = nodes.find(
        (node: { announcement?: object }) => node.announcement,
      );
      assert.equal(itsLab.oclId, lab.oclId);
      assert.ok(announcement.id && announcement.body === 'Body' && announcement.headline.includes(word));
      assert.match(announcement.systemTime, isoUtc);
      assert.equal(announcement.attachments[0].did, file.datasetId);
    },
  ),

  check(
    'search.filters',
    {
      rule: 'Filters restrict: OR within a list, AND across lists.',
      section: section,
      needs: ['lab', 'newLab'],
    },
    async ({ service, lab, newLab }) => {
      const { word } = await written(lab);
      const other = await newLab();
      const kinds = async (filters: object) =>
        bearing(word, (await search(service, word, { filters })).nodes)
          .map(({ __typename }) => __typename.slice(10, 14))
          .sort();
      assert.deepEqual(await kinds({ byOclIds: [lab.oclId.toUpperCase().replace('0X', '0x')] }), [
        'Anno',
        'File',
      ]);
      assert.deepEqual(await kinds({ byOclIds: [other.oclId] }), []);
      assert.deepEqual(await kinds({ byOclIds: [other.oclId, lab.oclId] }), ['Anno', 'File']);
      assert.deepEqual(await kinds({ byKinds: ['FILE'] }), ['File']);
      assert.deepEqual(await kinds({ byKinds: ['ANNOUNCEMENT'] }), ['Anno']);
      assert.deepEqual(await kinds({ byTags: [`tag-${word}`, 'another'] }), ['File']);
      assert.deepEqual(await kinds({ byCategories: [`category-${word}`] }), ['File']);
      assert.deepEqual(await kinds({ byCategories: ['another'] }), []);
      assert.deepEqual(await kinds({ byAccessLevels: ['PUBLIC'], byKinds: ['FILE'] }), ['File']);
      assert.deepEqual(await kinds({ byAccessLevels: ['ADMIN', 'HOLDERS'] }), []);
      assert.deepEqual(await kinds({ byTags: [`tag-${word}`], byKinds: ['ANNOUNCEMENT'] }), []);
    },
  ),
];
