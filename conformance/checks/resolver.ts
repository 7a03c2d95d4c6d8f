import assert from 'node:assert/strict';
import type { Address, Hex } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { accessResolverAbi } from '#contracts/abi.generated.ts';
import type { LabChain } from '#packages/client/lab-chain.ts';
import { check } from '../check.ts';

const someone = () => privateKeyToAddress(generatePrivateKey());

/** Rehearses a grant by somebody. */
function grant(chain: LabChain, account: Address, oclId: Hex, role: 'VIEWER' | 'CONTRIBUTOR') {
  const { accessResolver: address } = chain.contracts;
  const args = [oclId, someone(), role === 'VIEWER' ? 1 : 2, 0n, false] as const;
  return chain.reader.simulateContract({
    address,
    abi: accessResolverAbi,
    functionName: 'grantRole',
    args,
    account,
  });
}

export const resolverChecks = [
  check(
    'resolver.grants',
    {
      rule: 'A contributor grants viewers only, a viewer and an outsider nobody; revoking nothing is silent.',
      section: 'docs/specification/contracts.md#accessresolver',
      covers: ['decided.contracts.roles', 'decided.auth.hierarchy'],
      needs: ['lab', 'team', 'chain'],
    },
    async ({ lab, team, chain }) => {
      const { oclId } = lab;
      const [contributor, viewer, outsider] = [team.contributor, team.viewer, team.outsider].map(
        ({ visitor }) => visitor.wallet.address,
      );
      assert.ok(contributor && viewer && outsider);
      await grant(chain, contributor, oclId, 'VIEWER');
      await assert.rejects(grant(chain, contributor, oclId, 'CONTRIBUTOR'), /UnauthorizedRoleAdmin/);
      for (const nobody of [viewer, outsider])
        await assert.rejects(grant(chain, nobody, oclId, 'VIEWER'), /UnauthorizedRoleAdmin/);
      assert.deepEqual((await chain.revokeRole(oclId, someone())).logs, []);
    },
  ),

  check(
    'resolver.global-admin',
    {
      rule: "The contract's own owner grants any role in any lab.",
      section: 'docs/specification/identity.md#roles',
      covers: ['decided.auth.globalAdmin'],
      needs: ['lab', 'chain'],
    },
    async ({ lab, chain }) => {
      const { accessResolver: address } = chain.contracts;
      const admin = await chain.reader.readContract({
        address,
        abi: accessResolverAbi,
        functionName: 'owner',
      });
      assert.notEqual(admin.toLowerCase(), lab.wallet);
      for (const role of ['VIEWER', 'CONTRIBUTOR'] as const) await grant(chain, admin, lab.oclId, role);
    },
  ),
];
