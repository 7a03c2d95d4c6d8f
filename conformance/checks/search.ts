import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { SEARCH } from '#testing/documents.ts';
import { check } from '../check.ts';
import { done, isoUtc, thrown } from '../expect.ts';
import type { Lab } from '../lab.ts';
import type { Service } from '../service.ts';

const section = 'docs/specification/reads-and-search.md#search; docs/specification/fields.md#search-hits';
const decided = 'docs/specification/reads-and-search.md#search';

const EXACT = `query($prompt: String!) { searchLabs(prompt: $prompt) { exact { identifier lab { oclId } } } }`;

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
const headingsOf = (nodes: Hit[]) => nodes.map(headingOf);

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
    'search.exact',
    {
      rule: 'exact is what the whole prompt names: a DID, the hash of stored bytes, an oclId, a member; never a part of it, nor what is gone.',
      section,
      needs: ['lab'],
    },
    async ({ service, lab }) => {
      const bytes = newWord();
      const { path, datasetId: did, contentHash } = await lab.file(`${bytes}.txt`, bytes);
      const { oclId } = lab;
      const found = async (prompt: string): Promise<string[]> =>
        (await service.ask(EXACT, { prompt })).searchLabs.exact.flatMap(
          (hit: { identifier: string; lab: { oclId: string } | null }) =>
            hit.lab?.oclId === oclId ? [hit.identifier] : [],
        );
      const digits = contentHash.replace('sha256:', '');
      assert.deepEqual(await found(did), ['FILE_DID']);
      for (const prompt of [contentHash, digits, ` ${digits.toUpperCase()} `])
        assert.deepEqual(await found(prompt), ['CONTENT_HASH']);
      assert.ok((await found(oclId)).includes('OCL_ID'));
      assert.ok((await found(lab.wallet)).includes('MEMBER'));
      for (const part of [did.slice(0, -1), digits.slice(1), `${did} and more`])
        assert.deepEqual(await found(part), []);
      await lab.deleteFile(path);
      for (const prompt of [did, digits]) assert.deepEqual(await found(prompt), []);
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

  check(
    'search.words',
    {
      rule: 'Other forms of a word, an unfinished last word and a misspelt one are found, in every text of a file.',
      section: decided,
      needs: ['lab'],
    },
    async ({ service, lab }) => {
      const { word } = await written(lab);
      const typo = `${word.slice(0, 4)}${word[5]}${word[4]}${word.slice(6)}`;
      const only = { filters: { byTags: [`tag-${word}`] } };
      for (const prompt of [
        word.toUpperCase(),
        word.slice(0, -3),
        typo,
        `enzyme measuring ${word}`,
        `tag-${word}`,
        `category-${word}`,
      ])
        assert.equal((await search(service, prompt, only)).totalCount, 1, prompt);
      assert.ok((await search(service, 'enzyme', only)).totalCount >= 1);
    },
  ),

  check(
    'search.fresh',
    {
      rule: 'What was just written is found at once, what was deleted never.',
      section: decided,
      needs: ['lab'],
    },
    async ({ service, lab }) => {
      const word = newWord();
      const { path } = await lab.file(`${word}.txt`);
      const found = async () => bearing(word, (await search(service, word, { perPage: 100 })).nodes);
      assert.equal((await found()).length, 1);
      done(await lab.deleteFile(path));
      assert.deepEqual(await found(), []);
    },
  ),

  check(
    'search.pages',
    {
      rule: 'Ten hits on a page by default, at most 100, beginning with page 0.',
      section: 'docs/specification/limits.md#pages',
      needs: ['newLab'],
    },
    async ({ service, newLab }) => {
      const lab = await newLab();
      const word = newWord();
      const args = { filters: { byOclIds: [lab.oclId] } };
      for (let at = 0; at < 11; at += 1) await lab.announce({ headline: `${word} ${at}`, body: 'x' });
      const first = await search(service, word, args);
      assert.deepEqual([first.nodes.length, first.totalCount, first.pageInfo.hasNextPage], [10, 11, true]);
      const second = await search(service, word, { ...args, page: 1 });
      const ids = [...first.nodes, ...second.nodes].map(({ announcement }) => announcement.id);
      assert.equal(new Set(ids).size, 11);
      assert.equal((await search(service, word, { ...args, perPage: 1_000 })).pageInfo.totalPages, 1);
    },
  ),

  check(
    'search.refused',
    {
      rule: 'An empty prompt, an unknown kind or level is VALIDATION_FAILED.',
      section: decided,
    },
    async ({ service }) => {
      for (const prompt of ['', '   ']) thrown(await service.post(SEARCH, { prompt }), 'VALIDATION_FAILED');
      for (const filters of [{ byKinds: ['LAB'] }, { byAccessLevels: ['SECRET'] }, { byOclIds: ['0x12'] }])
        thrown(await service.post(SEARCH, { prompt: 'word', filters }), 'VALIDATION_FAILED');
    },
  ),

  check(
    'search.long-prompt',
    {
      rule: 'A prompt over 2,000 characters is cut, not refused.',
      section: decided,
      needs: ['lab'],
    },
    async ({ service, lab }) => {
      const word = newWord();
      await lab.announce({ headline: word, body: 'x' });
      const most = await search(service, `${'#'.repeat(1_980)} ${word}`);
      assert.equal(bearing(word, most.nodes).length, 1);
      const tooMuch = await search(service, `${'#'.repeat(2_000)} ${word}`);
      const cut = await search(service, '#'.repeat(2_000));
      assert.deepEqual(headingsOf(tooMuch.nodes), headingsOf(cut.nodes));
    },
  ),
];
