import assert from 'node:assert/strict';
import { namesChain } from '#packages/protocol/deprecated-forms.ts';
import { startListener } from '#testing/listener.ts';
import { check } from '../check.ts';
import { done, refused } from '../expect.ts';
import { deployHostileContracts } from '../hostile-contracts.ts';
import type { Lab } from '../lab.ts';

const section =
  'docs/specification/keys-and-conditions.md#conditions; docs/specification/keys-and-conditions.md#evaluation';
const and = { operator: 'and' };
const or = { operator: 'or' };

/** `getRole(oclId, :userAddress)`: a number, 1 for a viewer. */
const roleNumber = (lab: Lab, comparator: string, value: string) => ({
  ...lab.teamCondition(),
  functionName: 'getRole',
  functionParams: [lab.oclId, ':userAddress'],
  functionAbi: {
    type: 'function',
    name: 'getRole',
    stateMutability: 'view',
    inputs: [
      { name: 'oclId', type: 'bytes32' },
      { name: 'account', type: 'address' },
    ],
    outputs: [
      { name: 'role', type: 'uint8' },
      { name: 'expiry', type: 'uint64' },
      { name: 'isAgent', type: 'bool' },
    ],
  },
  returnValueTest: { key: 'role', comparator, value },
});

/** No wallet has a role above 200. */
const never = (lab: Lab) => roleNumber(lab, '>', '200');

export const conditionChecks = [
  check(
    'conditions.refused-at-finish',
    {
      rule: 'Conditions that nobody could ever meet are INVALID_CONDITIONS at finish: nothing is stored.',
      section,
      covers: [
        'decided.conditions.finish',
        'decided.conditions.shape',
        'decided.conditions.chain',
        'decided.conditions.limits',
      ],
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
        [team, team],
        [team, and],
        [and, team],
        [team, { operator: 'xor' }, team],
        ...foreignChain.map((chain) => [{ ...team, chain }]),
        [{ ...team, conditionType: 'solRpc' }],
        [{ ...team, functionAbi: { ...team.functionAbi, stateMutability: 'nonpayable' } }],
        [{ ...team, functionAbi: { ...team.functionAbi, inputs: [{ name: 'x', type: 'uint7' }] } }],
        [{ ...team, functionParams: [lab.oclId, 'nobody', '1'] }],
        [{ ...team, returnValueTest: { ...team.returnValueTest, comparator: '~' } }],
        Array.from({ length: 33 }, (_, at) => (at % 2 ? and : team)),
        `${JSON.stringify([team])}${' '.repeat(32 * 1024)}`,
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

  check(
    'conditions.open-to-all',
    {
      rule: 'Conditions that are no restriction are INVALID_CONDITIONS at finish, with the rule: a key twice, no :userAddress, no code at the address, met by a random wallet.',
      section,
      covers: [
        'decided.conditions.keyTwice',
        'decided.conditions.userAddress',
        'decided.conditions.noCode',
        'decided.conditions.randomWallet',
      ],
      needs: ['lab'],
    },
    async ({ lab }) => {
      const team = lab.teamCondition();
      const { ciphertext, encryptionMetadata } = await lab.encrypt('secret');
      const token = await lab.sent(ciphertext);
      const json = JSON.stringify;
      const wallet = lab.visitor.wallet.address;
      const notThere = { ...team, contractAddress: '0x000000000000000000000000000000000000dEaD' };
      const outsiders = { ...team, returnValueTest: { ...team.returnValueTest, value: 'false' } };
      const wrong: [rule: string, conditions: string][] = [
        ['AMBIGUOUS_JSON', json([team]).replace('{', `{"contractAddress":"${wallet}",`)],
        ['AMBIGUOUS_JSON', json([team]).replace('"name":"role"', '"name":"account","n\\u0061me":"role"')],
        ['NO_USER_ADDRESS', json([{ ...team, functionParams: [lab.oclId, wallet, '1'] }])],
        ['NO_CODE', json([notThere])],
        ['NO_CODE', json([team, or, notThere])],
        ['NO_CODE', json([team, and, notThere])],
        ['MET_BY_ANYONE', json([outsiders])],
        ['MET_BY_ANYONE', json([team, or, outsiders])],
        ['MET_BY_ANYONE', json([team, or, roleNumber(lab, '!=', '2')])],
      ];
      const path = lab.path('open-to-all.txt');
      for (const [rule, accessControlConditions] of wrong) {
        const answer = await lab.finish(token, {
          path,
          accessLevel: 'ADMIN',
          encryptionMetadata: { ...encryptionMetadata, accessControlConditions },
        });
        assert.equal(refused(answer, 'VALIDATION_FAILED', 'INVALID_CONDITIONS').rule, rule);
        assert.equal(await lab.fileAt(path), null);
      }
      done(await lab.finish(token, { path, accessLevel: 'ADMIN', encryptionMetadata }));
    },
  ),

  check(
    'conditions.most',
    {
      rule: 'Sixteen predicates are taken, and evaluated.',
      section,
      covers: ['decided.conditions.limits'],
      needs: ['lab'],
    },
    async ({ lab }) => {
      const conditions = Array.from({ length: 31 }, (_, at) => (at % 2 ? and : lab.teamCondition()));
      const { path } = await lab.secret('sixteen.txt', 'secret', conditions);
      done(await lab.decryptKey({ filePath: path }));
    },
  ),

  check(
    'conditions.fold',
    {
      rule: 'Read from left to right without precedence; or after true and and after false skip what follows them.',
      section,
      covers: ['decided.conditions.fold', 'auth.rule10'],
      needs: ['lab'],
    },
    async ({ lab }) => {
      const [yes, no] = [lab.teamCondition(), never(lab)];
      const truth: [unknown[], boolean][] = [
        [[yes, or, yes, and, no], false],
        [[no, and, yes, or, yes], true],
        [[yes, and, no, or, yes], true],
        [[no, or, no, or, yes], true],
        [[no, and, no, and, yes], false],
      ];
      for (const [conditions, isMet] of truth) {
        const { path: filePath } = await lab.secret('fold.txt', 'secret', conditions);
        const answer = await lab.decryptKey({ filePath });
        if (isMet) done(answer);
        else refused(answer, 'UNAUTHORIZED', 'ACCESS_CONDITIONS_NOT_MET');
      }
    },
  ),

  check(
    'conditions.comparators',
    {
      rule: 'Six comparators; key names an output of a function with several.',
      section,
      covers: ['decided.conditions.comparators'],
      needs: ['lab', 'team'],
    },
    async ({ lab, team }) => {
      const met = { '=': '1', '!=': '2', '>': '0', '>=': '1', '<': '2', '<=': '1' };
      const notMet = { '=': '2', '!=': '1', '>': '1', '>=': '2', '<': '1', '<=': '0' };
      const open = async (values: Record<string, string>) => {
        const predicates = Object.entries(values).map(([comparator, value]) =>
          roleNumber(lab, comparator, value),
        );
        return Promise.all(
          predicates.map(async (predicate) => {
            // A wallet without a role has 0, which some of them accept.
            const conditions = [lab.teamCondition(), and, predicate];
            const { path: filePath } = await lab.secret('comparators.txt', 'secret', conditions);
            return team.viewer.decryptKey({ filePath });
          }),
        );
      };
      for (const answer of await open(met)) done(answer);
      for (const answer of await open(notMet)) refused(answer, 'UNAUTHORIZED', 'ACCESS_CONDITIONS_NOT_MET');
    },
  ),

  check(
    'conditions.revert',
    {
      rule: 'A call that reverts is a condition not met.',
      section,
      covers: ['decided.conditions.revert'],
      needs: ['lab'],
    },
    async ({ lab }) => {
      const functionParams = [`0x${'02'.repeat(32)}`, ':userAddress', '77'];
      const malformed = { ...lab.teamCondition(), functionParams };
      const { path: filePath } = await lab.secret('revert.txt', 'secret', [malformed]);
      const { predicates } = refused(
        await lab.decryptKey({ filePath }),
        'UNAUTHORIZED',
        'ACCESS_CONDITIONS_NOT_MET',
      );
      assert.equal(predicates[0].met, false);
    },
  ),

  check(
    'conditions.outsider',
    {
      rule: 'A contract that loops, answers megabytes, or points elsewhere by CCIP-Read is refused in seconds, and nobody is called.',
      section,
      covers: ['decided.conditions.outsider'],
      needs: ['lab', 'chain'],
    },
    async ({ lab, chain }) => {
      const listener = await startListener();
      try {
        for (const contractAddress of await deployHostileContracts(chain, listener.url)) {
          const { path: filePath } = await lab.secret('outsider.txt', 'secret', [
            { ...lab.teamCondition(), contractAddress },
          ]);
          const started = Date.now();
          const { error, plaintextDEK } = await lab.decryptKey({ filePath });
          assert.ok(error && plaintextDEK === null, 'a key was released');
          assert.ok(Date.now() - started < 15_000, 'it took more than 15 seconds');
        }
        assert.deepEqual(listener.visits, []);
      } finally {
        listener.stop();
      }
    },
  ),
];
