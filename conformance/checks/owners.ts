import assert from 'node:assert/strict';
import { CreateLabDocument, LabMembersDocument } from '@labroom/client/documents';
import { bytecodes } from '@labroom/deploy/bytecode.generated.ts';
import { deploySafe } from '@labroom/testing/safe.ts';
import { type Address, concatHex, encodeAbiParameters } from 'viem';
import { check } from '../check/check.ts';
import { done, refused } from '../service/expect.ts';
import type { Service } from '../service/service.ts';
import { until } from '../service/until.ts';

const section = 'docs/specification/labs.md#registration; docs/specification/identity.md#roles';

interface Member {
  walletAddress: string;
  role: string;
  source: string;
}

/** How a wallet is listed once the transfer was indexed. */
async function listed(service: Service, oclId: string, wallet: string, source: string): Promise<Member> {
  return until(`${wallet} is listed by ${source}`, async () => {
    const { members } = (await service.ask(LabMembersDocument, { oclId })).listLabMembers;
    return members.find(
      (member: Member) => member.walletAddress === wallet.toLowerCase() && member.source === source,
    );
  });
}

export const ownerChecks = [
  check(
    'owners.safe',
    {
      rule: 'An owner of the Safe that holds the LabNFT is an owner of the lab: registers, writes, administers, and is listed.',
      section: `${section}; docs/specification/members.md`,
      needs: ['chain', 'newLab', 'newcomer'],
    },
    async ({ service, chain, newLab, newcomer }) => {
      const visitor = await newcomer();
      const safe = await deploySafe(chain, [visitor.wallet.address, chain.account.address]);
      const unregistered = await chain.mintLab();
      await chain.transferLab(unregistered.tokenId, safe);
      const { oclId } = unregistered;
      done((await service.ask(CreateLabDocument, { oclId }, visitor.token)).createLab);
      const given = await newLab();
      await chain.transferLab(BigInt(`0x${given.oclId.slice(6, 26)}`), safe);
      const lab = given.as(visitor);
      done(await lab.update({ externalUrl: 'https://example.org' }));
      await lab.file('safe.txt');
      assert.equal((await listed(service, lab.oclId, safe, 'ONCHAIN_EVENT')).role, 'OWNER');
      assert.equal((await listed(service, lab.oclId, lab.wallet, 'MULTISIG_RESOLUTION')).role, 'OWNER');
      refused(await given.as(await newcomer()).update({ externalUrl: null }), 'UNAUTHORIZED', 'UNAUTHORIZED');
    },
  ),

  check(
    'owners.erc4337',
    {
      rule: 'So is the owner of the ERC-4337 account that holds it, found by asking the contract.',
      section: `${section}; docs/specification/members.md`,
      needs: ['chain', 'newLab', 'newcomer'],
    },
    async ({ service, chain, newLab, newcomer }) => {
      const visitor = await newcomer();
      const owner = encodeAbiParameters([{ type: 'address' }], [visitor.wallet.address]);
      const { contractAddress } = await chain.send({ data: concatHex([bytecodes.RelayerAccount, owner]) });
      const account = contractAddress as Address;
      const given = await newLab();
      await chain.transferLab(BigInt(`0x${given.oclId.slice(6, 26)}`), account);
      done(await given.as(visitor).update({ externalUrl: 'https://example.org' }));
      refused(await given.update({ externalUrl: null }), 'UNAUTHORIZED', 'UNAUTHORIZED');
      assert.equal(
        (await listed(service, given.oclId, visitor.wallet.address, 'ACCESS_CONTRACT')).role,
        'OWNER',
      );
    },
  ),
];
