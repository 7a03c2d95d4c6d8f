import { ask, post } from '@labroom/testing/test-client.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { describe, expect, test, vi } from 'vitest';
import { insertJudgedDocuments } from './judged/judged-set.fixture.ts';

const service = await openTestService({ insertsRows: true });
const keys = await insertJudgedDocuments(service.context.db);

const SEARCH = `query($prompt: String!, $filters: SearchLabsFilters, $page: Int, $perPage: Int, $listLabFiles: Boolean) {
  searchLabs(prompt: $prompt, filters: $filters, page: $page, perPage: $perPage, listLabFiles: $listLabFiles) {
    labs { lab { name } matches { ...match } }
    totalCount pageInfo { currentPage totalPages hasNextPage hasPreviousPage }
    nodes { __typename
      ... on SearchLabsFileHit { entry { lab { oclId shortname name } path file { did tags downloadUrl } } snippet { text highlights { start end } } matches { ...match } }
      ... on SearchLabsAnnouncementHit { announcement { id headline body attachments { did } } lab { oclId shortname } snippet { text highlights { start end } } matches { ...match } } } } }
  fragment match on SearchMatch { field parts replaces }`;

interface Match {
  field: string;
  parts: string[];
  replaces: (string | null)[];
}

const marked = ({ field, parts }: Match) => [field, ...parts.filter((_, at) => at % 2 === 1)].join(' ');

interface Node {
  __typename: string;
  entry?: { file: { did: string } };
  announcement?: { id: string };
  snippet: { text: string; highlights: { start: number; end: number }[] };
}

async function search(prompt: string, args: Record<string, unknown> = {}) {
  const { searchLabs } = await ask(service, SEARCH, { prompt, ...args });
  const keyOf = (node: Node) => keys.get(node.entry?.file.did ?? node.announcement?.id ?? '') ?? 'unknown';
  return { ...searchLabs, keys: searchLabs.nodes.map(keyOf) as string[] };
}

async function refusal(prompt: string, filters?: object) {
  const { status, body } = await post(service, SEARCH, { prompt, filters });
  expect(status).toBe(200);
  expect(body.data).toBeNull();
  return body.errors[0];
}

test('a word that is asked twice counts twice', async () => {
  const { keys: once } = await search('senolytics neonicotinoid');
  const { keys: first } = await search('senolytics senolytics senolytics neonicotinoid');
  const { keys: second } = await search('senolytics neonicotinoid neonicotinoid neonicotinoid');
  expect(new Set(first)).toEqual(new Set(once));
  expect([first[0]?.slice(0, 3), second[0]?.slice(0, 3)]).toEqual(['sen', 'bee']);
});

describe('searchLabs finds', () => {
  test.each([
    ['another form of a word', 'senolytics dosing', 'sen1'],
    ['words without their accents', 'Malmo', 'tau5'],
    ['words with accents that the text lacks', 'réef', 'blc1'],
    ['an unfinished last word', 'psilocyb', 'psi1'],
    ['an unfinished form of a word', 'sequencin', 'end1'],
    ['two letters swapped', 'neonicotniod', 'bee2'],
    ['two letters swapped in a short word', 'voarra', 'bee3'],
    ['a part of a path', 'queen detector', 'bee4'],
    ['what a hyphen joins, written as one', 'il17', 'pso1'],
    ['what is written as one, with a hyphen', 'micro-plastics', 'plx1'],
    ['words before a slash or a bracket', 'kelp/carbon (proposal)', 'klp4'],
    ['words in a tag', 'regulator correspondence', 'phg5'],
    ['a headline', 'plastic eating enzyme', 'pet5'],
    ['the name of a lab with a word of its file', 'MycoFab proteome leather tensile', 'myl2'],
  ])('%s', async (_, prompt, key) => {
    expect((await search(prompt)).keys).toContain(key);
  });

  test('the last of two hundred words', async () => {
    const words = Array.from({ length: 199 }, (_, at) => `zq${at}`);
    expect((await search(`${words.join(' ')} senolytic `)).keys).toContain('sen1');
  });

  test('stop words, if a path has no other words', async () => {
    expect((await search('vs')).keys).toContain('edn3');
    expect((await search('of')).keys).toContain('bas5');
  });

  test('every file of a lab by the name of the lab', async () => {
    const { keys, totalCount } = await search('TerraSense', { perPage: 100 });
    expect(totalCount).toBe(20);
    expect(new Set(keys.map((key: string) => key.slice(0, 3)))).toEqual(
      new Set(['dro', 'moi', 'met', 'bee']),
    );
  });

  test('nothing for unknown words or punctuation', async () => {
    for (const prompt of ['xylophonquartz', '!!! -- ()', '42424242']) {
      expect(await search(prompt)).toMatchObject({ nodes: [], totalCount: 0, pageInfo: { totalPages: 0 } });
    }
  });

  test('a snippet with the words, as text and offsets', async () => {
    const { nodes } = await search('dasatinib quercetin');
    const [first] = nodes as Node[];
    const marked = first?.snippet.highlights.map(({ start, end }) => first.snippet.text.slice(start, end));
    expect(marked).toEqual(['Dasatinib', 'quercetin']);
    expect(JSON.stringify(nodes)).not.toContain('<b>');
  });

  test('each hit once across pages', async () => {
    const whole = await search('protocol of data', { perPage: 100 });
    expect(whole.totalCount).toBeGreaterThan(20);
    const pages = [];
    for (let page = 0; page * 10 < whole.totalCount; page += 1) {
      pages.push(...(await search('protocol of data', { page })).keys);
    }
    expect(pages.slice(0, 100)).toEqual(whole.keys);
    expect(new Set(pages).size).toBe(whole.totalCount);
    const beyond = await search('protocol of data', { page: 1_000, perPage: 0 });
    expect(beyond).toMatchObject({ nodes: [], totalCount: whole.totalCount });
  });

  test('a hundred hits with as many statements as one', async () => {
    const counted = async (perPage: number) => {
      const query = vi.spyOn(service.context.db.$client, 'query');
      const { nodes } = await search('mice data protocol reports', { perPage });
      const { length } = query.mock.calls;
      query.mockRestore();
      return { nodes: nodes.length, statements: length };
    };
    // The first search authenticates the consumer; later ones differ only by the page.
    await counted(1);
    const [one, many] = [await counted(1), await counted(100)];
    expect(one.nodes).toBe(1);
    expect(many.nodes).toBe(100);
    expect(many.statements - one.statements).toBeLessThanOrEqual(4);
    expect(many.statements).toBeLessThanOrEqual(14);
  });
});

describe('searchLabs and labs', () => {
  test('finds a lab by all words of its name, and leaves out what matches by that name only', async () => {
    const { labs, totalCount } = await search('terrasens', { listLabFiles: false });
    expect(labs).toMatchObject([{ lab: { name: 'TerraSense' }, matches: [{ field: 'NAME' }] }]);
    expect(totalCount).toBe(0);
    expect((await search('TerraSense nowhereword')).labs).toEqual([]);
  });

  test('keeps what has a word of the prompt beside the name of the lab', async () => {
    const { keys, labs } = await search('MycoFab tensile', { listLabFiles: false });
    expect(keys[0]).toBe('myl2');
    expect(labs).toEqual([]);
  });

  test('of a filter by lab, and with no other filter', async () => {
    const byOclIds = [(await search('quercetin dosing gavage')).nodes[0].entry.lab.oclId];
    expect((await search('TerraSense', { filters: { byOclIds } })).labs).toEqual([]);
    expect((await search('TerraSense', { filters: { byKinds: ['FILE'] } })).labs).toEqual([]);
  });
});

describe('searchLabs tells why a hit is one', () => {
  test.each([
    ['tensile fungal sheets', 'myl2', ['NAME tensile sheets', 'DESCRIPTION Tensile sheets', 'TEXT sheet']],
    ['mycofab humidity', 'myl4', ['TEXT humidity', 'LAB MycoFab']],
    ['regulator correspondence', 'phg5', ['TAG regulator correspondence']],
    ['plastic eating enzyme', 'pet5', ['NAME Plastic eating enzyme', 'TEXT enzyme']],
    ['il17', 'pso1', ['IL-17']],
  ])('%s in %s', async (prompt, key, expected) => {
    const { nodes, keys } = await search(prompt);
    const found = nodes[keys.indexOf(key)].matches.map(marked);
    for (const one of expected) expect(found.join(', ')).toContain(one);
  });

  test('with the word that a misspelled one was read as', async () => {
    const { nodes } = await search('neonicotniod');
    const [{ parts, replaces }] = nodes[0].matches;
    expect(parts[1]).toMatch(/^neonicotinoids?$/i);
    expect(replaces).toEqual(['neonicotniod']);
    const [known] = (await search('tensile')).nodes;
    expect(known.matches[0].replaces).toEqual([null]);
  });
});

describe('searchLabs and phrases', () => {
  test.each([
    ['a description', '"tests of mycelium"', ['myl2']],
    ['a path', '"tensile tests sheets"', ['myl2']],
    ['a text, in typographic quotes', '“five strips per sheet”', ['myl2']],
    ['a tag', '"regulator correspondence" phage', ['phg5']],
    ['a headline', '"plastic eating enzyme wins a prize"', ['pet5']],
    ['two fields', '"five strips" "mycelium sheets"', ['myl2']],
    ['no field in this order', '"mycelium of tests"', []],
    ['one field, but not the other phrase', '"five strips" "sheets mycelium"', []],
    ['no field as one phrase', '"mycelium sheets force and strain"', []],
    ['a misspelled phrase', '"tensil tests of myceliun"', []],
  ])('%s: %s', async (_, prompt, expected) => {
    expect((await search(prompt)).keys).toEqual(expected);
  });

  test('in the name of a lab', async () => {
    expect((await search('"TerraSense"')).labs).toMatchObject([{ lab: { name: 'TerraSense' } }]);
    expect((await search('"TerraSense mycelium"')).totalCount).toBe(0);
  });

  test('in a question of many words, quotation marks only emphasize', async () => {
    const question =
      'Which of our labs has measured how much force a sheet of "grown leather" from mycelium bears?';
    expect((await search(question)).keys).toContain('myl2');
    expect((await search('mycelium "grown leather"')).keys).toEqual([]);
  });

  test('ignores an unclosed quotation mark and quotes without words', async () => {
    expect((await search('"senolytic')).keys).toContain('sen1');
    expect((await search('senolytic "!?" ""')).keys).toContain('sen1');
  });
});

describe('searchLabs filters', () => {
  test('by tags in any case: any value of a list, and every list', async () => {
    const byTags = ['Imaging', 'model'];
    const { keys } = await search('resolveStep age wounds', { filters: { byTags } });
    expect(keys).toContain('clk2');
    expect(keys).toContain('wnd2');
    expect(keys).not.toContain('blc1');
    const mine = { byTags, byKinds: ['ANNOUNCEMENT'] };
    expect((await search('resolveStep age wounds', { filters: mine })).totalCount).toBe(0);
  });

  test('by lab and by level', async () => {
    const oclId = (await search('quercetin dosing gavage')).nodes[0].entry.lab.oclId as string;
    const byOclIds = [oclId.toUpperCase().replace('0X', '0x')];
    const { nodes } = await search('reports', { filters: { byOclIds }, perPage: 100 });
    expect(nodes.length).toBeGreaterThan(3);
    for (const node of nodes) expect(node.entry.lab.oclId).toBe(oclId);
    expect((await search('reports', { filters: { byAccessLevels: ['ADMIN', 'HOLDERS'] } })).totalCount).toBe(
      0,
    );
    const open = { byAccessLevels: ['PUBLIC', 'ADMIN'], byTags: [], byKinds: null };
    expect((await search('bleaching', { filters: open })).totalCount).toBe(
      (await search('bleaching')).totalCount,
    );
  });

  test.each([
    [{ byKinds: ['LAB'] }, undefined],
    [{ byKinds: ['file'] }, undefined],
    [{ byAccessLevels: ['SECRET'] }, 'INVALID_ACCESS_LEVEL'],
    [{ byOclIds: ['0x12'] }, 'INVALID_OCL_ID'],
    [{ byTags: Array.from({ length: 101 }, (_, at) => `tag ${at}`) }, undefined],
  ])('refuses %j', async (filters, reason) => {
    const error = await refusal('reports', filters);
    expect(error).toMatchObject({ errorType: 'VALIDATION_FAILED', path: ['searchLabs'] });
    expect(error.errorInfo.reason).toBe(reason);
  });
});

describe('searchLabs and hostile prompts', () => {
  test.each(['', '   ', '\n\t', '\u0000'])('rejects %j as empty', async (prompt) => {
    expect((await refusal(prompt)).errorType).toBe('VALIDATION_FAILED');
  });

  test('ignores text beyond 2,000 characters', async () => {
    expect((await search(`${'#'.repeat(1_990)} senolytic`)).keys).toContain('sen1');
    expect((await search(`${'#'.repeat(2_000)} senolytic`)).totalCount).toBe(0);
  });

  test.each([
    ["senolytic') | !('", 'sen1'],
    ['senolytic & | ! <-> :* ( \\', 'sen1'],
    ["senolytic'; drop table files; --", 'sen1'],
    ['senolytic\u0000mice', 'sen1'],
    ['\u202esenolytic\u202c مرحبا', 'sen1'],
    ['senolytic %_%', 'sen1'],
    ['ｓｅｎｏｌｙｔｉｃ', 'sen1'],
    ['<b>senolytic</b>', 'sen1'],
    [`${"'".repeat(1_980)} senolytic`, 'sen1'],
    [`${'"'.repeat(1_980)} senolytic`, 'sen1'],
    ['senolytic \ud83e', 'sen1'],
  ])('%j is a prompt like any other', async (prompt, key) => {
    expect((await search(prompt)).keys).toContain(key);
  });

  test.each([
    'a '.repeat(1_000),
    'e'.repeat(2_000),
    '🧬'.repeat(1_000),
    '\\'.repeat(2_000),
    'x-y'.repeat(666),
    Array.from({ length: 300 }, (_, at) => `word${at}`).join(' '),
    Array.from({ length: 32 }, (_, at) => `zwordq${String.fromCharCode(97 + (at % 26)).repeat(4)}`).join(' '),
    '中文蛋白质实验',
    'e\u0301'.repeat(900),
    '1e309 -0 NaN 1.5.2 ::1 http://a/b?c a@b.c',
  ])('an answer to %j, whatever it is', async (prompt) => {
    expect((await search(prompt)).totalCount).toBeGreaterThanOrEqual(0);
  });
});
