import { namesChain } from '@labroom/protocol/deprecated-forms';
import { check } from '../check/check.ts';
import { refused } from '../service/expect.ts';

const section =
  'docs/specification/keys-and-conditions.md#conditions; docs/specification/keys-and-conditions.md#evaluation';
export const conditionChecks = [
  check(
    'conditions.refused-at-finish',
    {
      rule: 'Conditions that nobody could ever meet are INVALID_CONDITIONS at finish: nothing is stored.',
      section,
      needs: ['lab'],
    },
    async ({ lab }) => {
      const team = lab.teamCondition();
      const { ciphertext, encryptionMetadata } = await lab.encrypt('secret');
      const token = await lab.sent(ciphertext);
      // docs/specification/deprecated.md#input: `local` has the names of the test network too.
      const foreignChain = ['base', 'baseSepolia', 'local', 'ethereum'].filter(
        (chain) => !namesChain(chain, team.chain),
      );
      const wrong: unknown[] = [
        'not json',
        [],
        [team, { operator: 'xor' }, team],
        ...foreignChain.map((chain) => [{ ...team, chain }]),
        [{ ...team, functionParams: [lab.oclId, lab.visitor.wallet.address, '1'] }],
      ];
      for (const conditions of wrong) {
        const accessControlConditions =
          typeof conditions === 'string' ? conditions : JSON.stringify(conditions);
        const args = {
          path: lab.path('conditions.txt'),
          accessLevel: 'ADMIN',
          encryptionMetadata: { ...encryptionMetadata, accessControlConditions },
        };
        refused(await lab.finish(token, args), 'VALIDATION_FAILED', 'INVALID_CONDITIONS');
      }
    },
  ),
];
