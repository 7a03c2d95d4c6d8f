import assert from 'node:assert/strict';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { accessResolverAbi } from '../../contracts/abi.generated.ts';
import { check } from '../check.ts';

/** The contract that says who may do what. */
export const resolverChecks = [
  check(
    'resolver.contributor-grants-viewers',
    {
      rule: 'A contributor grants and revokes viewers only; revoking nothing is silent; a stranger grants nobody.',
      section: 'decisions.md, Tokenization: contracts',
      covers: ['decided.contracts.roles', 'decided.auth.hierarchy'],
      needs: ['lab', 'team', 'chain'],
    },
    async ({ lab, team, chain }) => {
      const { address: to } = privateKeyToAccount(generatePrivateKey());
      const call = (
        functionName: string,
        args: unknown[],
        by: { visitor: { wallet: { address: string } } },
      ) => {
        const request = {
          address: chain.contracts.accessResolver,
          abi: accessResolverAbi,
          functionName,
          args,
          account: by.visitor.wallet.address,
        };
        return chain.reader.simulateContract(request as never);
      };
      await call('grantRole', [lab.oclId, to, 1, 0n, false], team.contributor);
      await call('revokeRole', [lab.oclId, to], team.contributor);
      await assert.rejects(
        call('grantRole', [lab.oclId, to, 2, 0n, false], team.contributor),
        /UnauthorizedRoleAdmin/,
      );
      for (const nobody of [team.viewer, team.stranger])
        await assert.rejects(
          call('grantRole', [lab.oclId, to, 1, 0n, false], nobody),
          /UnauthorizedRoleAdmin/,
        );
      const revoked = await chain.revoke(lab.oclId, to);
      assert.deepEqual(revoked.logs, []);
    },
  ),
];
