import assert from 'node:assert/strict';
import { LABS } from '@labroom/testing/documents.ts';
import { check } from '../check/check.ts';
import { done, oclIdShape, refused } from '../service/expect.ts';
import { until } from '../service/until.ts';

const section = 'docs/specification/labs.md#registration; docs/specification/labs.md#metadata';
const decidedIds = 'docs/specification/labs.md#ids; docs/specification/labs.md#shortnames';

export const labChecks = [
  check(
    'labs.names',
    {
      rule: 'A name that looks like one that is looked up, an address, the service, or a checked one is refused, in any letters.',
      section: 'docs/specification/people.md#names-that-read-as-checked',
      needs: ['newLab'],
    },
    async ({ newLab }) => {
      const lab = await newLab();
      const spelled = [
        'vitalik.eth',
        'vitalik\u2024eth',
        'L\u0430broom',
        '\u041ex1234\u2026abcd',
        'Soil \u2713',
        'Soil\u2800',
      ];
      for (const name of spelled) refused(await lab.update({ name }), 'VALIDATION_FAILED');
      for (const name of ['M\u00fcller', 'St. Gallen Lab', '\u571f\u58cc', 'E.coli'])
        done(await lab.update({ name }));
    },
  ),
  check(
    'labs.update',
    {
      rule: 'updateLabNftMetadata changes what is given, keeps what is omitted, clears what is null.',
      section,
      needs: ['newLab'],
    },
    async ({ service, newLab }) => {
      const lab = await newLab();
      const read = async () => {
        const query = `query($oclId: String!) { labWithDataRoomAndFiles(oclId: $oclId) { name description image externalUrl } }`;
        return (await service.ask(query, { oclId: lab.oclId })).labWithDataRoomAndFiles;
      };
      const all = {
        name: `Lab of ${lab.wallet}`,
        description: '# Why',
        image: 'https://example.org/a.png',
        externalUrl: 'https://example.org',
      };
      const updated = done(await lab.update(all));
      assert.equal(updated.oclId, lab.oclId);
      assert.ok(updated.message.length > 0);
      assert.deepEqual(await read(), all);
      done(await lab.update({ description: 'Because' }));
      assert.deepEqual(await read(), { ...all, description: 'Because' });
      for (const input of [
        { image: 'http://example.org/a.png' },
        { image: '/images/a.png' },
        { image: 'data:text/html,x' },
        { externalUrl: 'javascript:alert(1)' },
        { name: '' },
        { name: 'x'.repeat(201) },
      ])
        refused(await lab.update(input), 'VALIDATION_FAILED');
      done(await lab.update({ name: null, description: null, image: null, externalUrl: null }));
      assert.deepEqual(await read(), { name: null, description: null, image: null, externalUrl: null });
    },
  ),

  check(
    'labs.shortname',
    {
      rule: 'The shortname is a slug of the name, made unique by a number, and an old one still finds the lab.',
      section: `docs/specification/fields.md#lab; ${decidedIds}`,
      needs: ['newLab'],
    },
    async ({ service, newLab }) => {
      const [one, other] = [await newLab(), await newLab()];
      const name = `Étude ${one.oclId.slice(-8)}`;
      const find = async (shortname: string) => {
        const query =
          'query($shortname: String!) { labWithDataRoomAndFiles(shortname: $shortname) { oclId shortname } }';
        return (await service.ask(query, { shortname })).labWithDataRoomAndFiles;
      };
      const slug = `etude-${one.oclId.slice(-8)}`;
      done(await one.update({ name }));
      assert.deepEqual(await find(slug), { oclId: one.oclId, shortname: slug });
      done(await other.update({ name }));
      assert.equal((await find(`${slug}-2`)).oclId, other.oclId);
      done(await one.update({ name: `${name} again` }));
      assert.deepEqual(await find(slug), { oclId: one.oclId, shortname: `${slug}-again` });
    },
  ),

  check(
    'labs.read',
    {
      rule: 'labWithDataRoomAndFiles finds by oclId in any case or by shortname; a lab that does not exist is null, no error.',
      section: 'docs/specification/reads-and-search.md#lists; docs/specification/wire.md#answers',
      needs: ['sample'],
    },
    async ({ service, sample }) => {
      const query = `query($oclId: String, $shortname: String) {
        labWithDataRoomAndFiles(oclId: $oclId, shortname: $shortname) { oclId dataRoom { id alias } } }`;
      const find = async (variables: object) =>
        (await service.ask(query, { ...variables })).labWithDataRoomAndFiles;
      const found = await find({ oclId: `0x${sample.oclId.slice(2).toUpperCase()}` });
      assert.equal(found.oclId, sample.oclId);
      assert.match(found.oclId, oclIdShape);
      assert.ok(found.dataRoom.id.length > 0);
      assert.deepEqual(await find({ shortname: sample.shortname }), found);
      assert.equal(await find({ shortname: `nobody-${Date.now()}` }), null);
      assert.equal(await find({ oclId: `0x0101${'ee'.repeat(30)}` }), null);
    },
  ),

  check(
    'labs.read.xor',
    {
      rule: 'Both or neither of oclId and shortname is thrown INVALID_INPUT.',
      section: 'docs/specification/reads-and-search.md#lists',
    },
    async ({ service }) => {
      for (const args of ['', '(oclId: "0x", shortname: "a")']) {
        const { status, body } = await service.post(`{ labWithDataRoomAndFiles${args} { oclId } }`);
        assert.equal(status, 200);
        assert.equal(body.data.labWithDataRoomAndFiles, null);
        assert.equal(body.errors[0].errorType, 'INVALID_INPUT');
      }
    },
  ),

  check(
    'labs.list',
    {
      rule: 'labs gives nodes, totalCount and pageInfo; 20 on a page by default, at most 100, beginning with page 0.',
      section: 'docs/specification/reads-and-search.md#lists; docs/specification/limits.md#pages',
    },
    async ({ service }) => {
      const { labs: first } = await service.ask(LABS);
      assert.ok(first.nodes.length <= 20 && first.nodes.length === Math.min(20, first.totalCount));
      assert.equal(first.pageInfo.currentPage, 0);
      assert.equal(first.pageInfo.totalPages, Math.ceil(first.totalCount / 20));
      const { labs: large } = await service.ask(LABS, { page: -3, perPage: 1_000 });
      assert.equal(large.pageInfo.currentPage, 0);
      assert.equal(large.nodes.length, Math.min(100, large.totalCount));
      assert.equal(large.pageInfo.totalPages, Math.ceil(large.totalCount / 100));
    },
  ),

  check(
    'labs.list.order',
    {
      rule: 'labs shows the latest contribution first, then by oclId.',
      section: 'docs/specification/reads-and-search.md#lists',
    },
    async ({ service }) => {
      const { nodes } = (await service.ask(LABS, { perPage: 100 })).labs;
      const keys = nodes.map(({ latestContributionAt, oclId }: Record<string, string>) => [
        latestContributionAt ?? '',
        oclId,
      ]);
      const sorted = keys.toSorted(([at, id]: string[], [otherAt, otherId]: string[]) =>
        at === otherAt ? ((id ?? '') < (otherId ?? '') ? -1 : 1) : (at ?? '') > (otherAt ?? '') ? -1 : 1,
      );
      assert.deepEqual(keys, sorted);
    },
  ),

  check(
    'labs.list.search',
    {
      rule: 'search restricts labs to those whose name, shortname or description contains the text.',
      section: 'docs/specification/reads-and-search.md#lists',
      needs: ['sample'],
    },
    async ({ service, sample }) => {
      const query =
        'query($search: String) { labs(search: $search, perPage: 100) { nodes { oclId } totalCount } }';
      const found = (await service.ask(query, { search: sample.shortname.toUpperCase() })).labs;
      assert.ok(found.nodes.some((node: { oclId: string }) => node.oclId === sample.oclId));
      assert.equal((await service.ask(query, { search: '100%_nothing' })).labs.totalCount, 0);
    },
  ),

  check(
    'labs.list.wallet',
    {
      rule: 'walletAddress restricts labs to those where the wallet has an active role, role to that role.',
      section: 'docs/specification/reads-and-search.md#lists',
      needs: ['lab', 'team'],
    },
    async ({ service, lab, team }) => {
      const labsOf = async (walletAddress: string, role?: string): Promise<string[]> =>
        (await service.ask(LABS, { walletAddress, role, perPage: 100 })).labs.nodes.map(
          (node: { oclId: string }) => node.oclId,
        );
      const viewer = team.viewer.visitor.wallet.address;
      await until('the grant is indexed', async () => (await labsOf(viewer)).includes(lab.oclId));
      assert.ok((await labsOf(viewer.toLowerCase(), 'VIEWER')).includes(lab.oclId));
      assert.ok(!(await labsOf(viewer, 'OWNER')).includes(lab.oclId));
      assert.ok((await labsOf(lab.visitor.wallet.address, 'OWNER')).includes(lab.oclId));
      assert.ok(!(await labsOf(team.outsider.visitor.wallet.address)).includes(lab.oclId));
    },
  ),
];
