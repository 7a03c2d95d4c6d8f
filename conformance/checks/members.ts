import assert from 'node:assert/strict';
import { LabMembersDocument } from '@labroom/client/documents';
import { check } from '../check/check.ts';
import { thrown } from '../service/expect.ts';
import type { Service } from '../service/service.ts';
import { until } from '../service/until.ts';

const section = 'docs/specification/members.md; docs/specification/fields.md#member';
const NO_LAB = `0x0101${'ee'.repeat(30)}`;

interface Member {
  walletAddress: string;
  role: string;
  source: string;
  expiry: string | null;
  isAgent: boolean;
}

async function membersOf(service: Service, oclId: string): Promise<Member[]> {
  return (await service.ask(LabMembersDocument, { oclId })).listLabMembers.members;
}

export const memberChecks = [
  check(
    'members.owner',
    {
      rule: 'The LabNFT holder is listed as OWNER from the event of the chain, with a message.',
      section: section,
      needs: ['newLab'],
    },
    async ({ service, newLab }) => {
      const lab = await newLab();
      const { listLabMembers } = await service.ask(LabMembersDocument, { oclId: lab.oclId });
      assert.ok(listLabMembers.message.length > 0);
      const [first] = listLabMembers.members;
      assert.deepEqual([first.walletAddress, first.role, first.expiry], [lab.wallet, 'OWNER', null]);
      await until('the mint is indexed', async () =>
        (await membersOf(service, lab.oclId)).some(
          ({ source, walletAddress }) => source === 'ONCHAIN_EVENT' && walletAddress === lab.wallet,
        ),
      );
    },
  ),

  check(
    'members.roles',
    {
      rule: 'Granted roles are listed with source, expiry in Unix seconds and the flag of agents; the strongest role wins.',
      section: section,
      needs: ['lab', 'team', 'chain'],
    },
    async ({ service, lab, team, chain }) => {
      await chain.grantRole({ oclId: lab.oclId, to: chain.account.address, role: 'VIEWER' });
      const members = await until('the grants are indexed', async () => {
        const found = new Map(
          (await membersOf(service, lab.oclId)).map((member) => [member.walletAddress, member]),
        );
        return [team.viewer, team.contributor, team.agent].every(({ wallet }) => found.has(wallet))
          ? found
          : null;
      });
      const of = ({ wallet }: { wallet: string }) => members.get(wallet);
      const granted = { source: 'ACCESS_RESOLVER_EVENT', expiry: null, isAgent: false };
      const facts = (member: Member | undefined) =>
        member && {
          role: member.role,
          source: member.source,
          expiry: member.expiry,
          isAgent: member.isAgent,
        };
      assert.deepEqual(facts(of(team.viewer)), { ...granted, role: 'VIEWER' });
      assert.deepEqual(facts(of(team.contributor)), { ...granted, role: 'CONTRIBUTOR' });
      const agent = of(team.agent);
      assert.equal(agent?.isAgent, true);
      assert.ok(Number(agent?.expiry) > Date.now() / 1000);
      assert.equal(members.get(lab.wallet)?.role, 'OWNER');
      assert.equal(members.has(team.outsider.wallet), false);
    },
  ),

  check(
    'members.active',
    {
      rule: 'Only active members are listed: a grant that ends is left out from then on, a revoked one at once.',
      section,
      needs: ['lab', 'chain', 'newcomer'],
    },
    async ({ service, lab, chain, newcomer }) => {
      const [ending, revoked] = [(await newcomer()).wallet.address, (await newcomer()).wallet.address];
      const { timestamp } = await chain.reader.getBlock();
      const expiry = BigInt(Math.max(Number(timestamp), Math.floor(Date.now() / 1000)) + 3);
      await chain.grantRole({ oclId: lab.oclId, to: ending, role: 'VIEWER', expiry });
      await chain.grantRole({ oclId: lab.oclId, to: revoked, role: 'VIEWER' });
      const isListed = async (address: string) =>
        (await membersOf(service, lab.oclId)).some(
          ({ walletAddress }) => walletAddress === address.toLowerCase(),
        );
      await until('the grant is indexed', () => isListed(revoked));
      await chain.revokeRole(lab.oclId, revoked);
      await until('the revocation is indexed', async () => !(await isListed(revoked)));
      await until('the grant has ended', async () => !(await isListed(ending)));
    },
  ),

  check(
    'members.unknown-lab',
    {
      rule: 'An unknown oclId is thrown NOT_FOUND.',
      section: 'docs/specification/wire.md#answers',
    },
    async ({ service }) => {
      const { path } = thrown(await service.post(LabMembersDocument, { oclId: NO_LAB }), 'NOT_FOUND');
      assert.deepEqual(path, ['listLabMembers']);
      thrown(
        await service.post(LabMembersDocument, { oclId: '0x12' }),
        'VALIDATION_FAILED',
        'INVALID_OCL_ID',
      );
    },
  ),
];
