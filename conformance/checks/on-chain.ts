import assert from 'node:assert/strict';
import { ON_CHAIN } from '@labroom/testing/documents.ts';
import { check } from '../check/check.ts';
import { thrown } from '../service/expect.ts';
import type { Service } from '../service/service.ts';
import { until } from '../service/until.ts';

const section =
  'docs/specification/reads-and-search.md#onchain-activity; docs/specification/fields.md#onchain-activity';
const decided = 'docs/specification/reads-and-search.md#lists';

interface Row {
  id: string;
  chainId: number;
  contractAddress: string;
  contractName: string;
  eventName: string;
  blockNumber: number;
  logIndex: number;
  args: Record<string, unknown>;
}

async function rowsOf(service: Service, variables: Record<string, unknown>): Promise<Row[]> {
  return (await service.ask(ON_CHAIN, variables)).onChainActivity;
}

export const onChainChecks = [
  check(
    'on-chain.lab',
    {
      rule: "A lab's events: its mint by the LabNFT, roles by the access resolver, arguments decoded, newest first.",
      section: section,
      needs: ['newLab', 'chain', 'newcomer'],
    },
    async ({ service, newLab, chain, newcomer }) => {
      const lab = await newLab();
      const to = (await newcomer()).wallet.address;
      await chain.grantRole({ oclId: lab.oclId, to, role: 'VIEWER' });
      const rows = await until('the grant is indexed', async () => {
        const found = await rowsOf(service, { oclId: lab.oclId });
        return found.some(({ eventName }) => eventName === 'RoleGranted') ? found : null;
      });
      const named = (name: string) => rows.find(({ eventName }) => eventName === name);
      const [minted, granted] = [named('OclIdentityCreated'), named('RoleGranted')];
      assert.equal(minted?.contractName, 'ocl');
      assert.equal(minted?.contractAddress, chain.contracts.labNft.toLowerCase());
      assert.equal(minted?.args.oclId, lab.oclId);
      assert.equal(minted?.args.tokenId, String(BigInt(`0x${lab.oclId.slice(6, 26)}`)));
      assert.equal(minted?.args.account, `0x${lab.oclId.slice(26)}`);
      assert.equal(granted?.contractName, 'accessresolver');
      assert.equal(granted?.args.account, to.toLowerCase());
      for (const { id, blockNumber, logIndex, chainId } of rows) {
        assert.equal(id, `${blockNumber}:${logIndex}`);
        assert.equal(chainId, service.chainId);
      }
      const places = rows.map(({ blockNumber, logIndex }) => blockNumber * 100_000 + logIndex);
      assert.deepEqual(
        places,
        places.toSorted((a, b) => b - a),
      );
    },
  ),

  check(
    'on-chain.cursor',
    {
      rule: 'The cursor is the id of the last row: pages follow without gap or repetition; at most 200 rows, 50 by default.',
      section: `${section}; docs/specification/limits.md#pages; ${decided}`,
      needs: ['lab', 'chain', 'team'],
      isAlone: true,
    },
    async ({ service, lab, chain, team }) => {
      const wallet = chain.account.address;
      const read = (args: object) => rowsOf(service, { wallet, ...args });
      const to = team.viewer.visitor.wallet.address;
      const missing = 52 - (await read({ limit: 60 })).length;
      for (let at = 0; at < missing; at += 1) await chain.grantRole({ oclId: lab.oclId, to, role: 'VIEWER' });
      const all = await until('enough events are indexed', async () => {
        const rows = await read({ limit: 5_000 });
        return rows.length > 51 && rows;
      });
      assert.ok(all.length <= 200);
      assert.equal((await read({})).length, 50);
      const [newest] = all;
      const first = await read({ limit: 25, cursor: newest?.id });
      const second = await read({ limit: 25, cursor: first.at(-1)?.id });
      assert.deepEqual([...first, ...second], all.slice(1, 51));
    },
  ),

  check(
    'on-chain.refused',
    {
      rule: 'Neither or both of oclId and wallet, or a malformed cursor, is thrown INVALID_INPUT.',
      section: decided,
    },
    async ({ service }) => {
      const wallet = '0x000000000000000000000000000000000000dEaD';
      const id = `0x0101${'ee'.repeat(30)}`;
      for (const variables of [{}, { oclId: id, wallet }])
        thrown(await service.post(ON_CHAIN, variables), 'INVALID_INPUT', 'OCL_ID_XOR_WALLET');
      for (const cursor of ['nonsense', '12', '', '1:2:3', '-1:2', `${'9'.repeat(20)}:1`])
        thrown(await service.post(ON_CHAIN, { wallet, cursor }), 'INVALID_INPUT', 'INVALID_CURSOR');
      const malformed = await service.post(ON_CHAIN, { wallet: 'vitalik.eth' });
      thrown(malformed, 'VALIDATION_FAILED', 'INVALID_ADDRESS');
      thrown(await service.post(ON_CHAIN, { oclId: '0x1234' }), 'VALIDATION_FAILED', 'INVALID_OCL_ID');
      assert.deepEqual(await rowsOf(service, { oclId: id }), []);
    },
  ),
];
