import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { localAccount } from '@labroom/contracts/local-accounts';
import { startLocalChain } from '@labroom/local/chain/start-local-chain.ts';
import { requireStack } from '@labroom/testing/require-stack.ts';
import { grantRole, type MintedLab, mintLab } from '@labroom/testing/test-lab.ts';
import { fundedWallet } from '@labroom/testing/test-wallets.ts';
import { type AbiParameter, type Address, encodeAbiParameters, type Hex, numberToHex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import {
  deployCode,
  invalid,
  looping,
  returning,
  returningZeros,
  reverting,
} from '#chain/bytecode.fixture.ts';
import { createChainClient } from '#chain/create-chain-client.ts';
import { rpcError, startFaultyNode } from '#chain/faulty-node.fixture.ts';
import { evaluateConditions } from './evaluate-conditions.ts';
import { parseConditions } from './parse-conditions.ts';

interface Test {
  key?: string;
  comparator: string;
  value: string;
}

/** A condition on a contract that returns the same data for every call. */
function condition(contractAddress: Address, outputs: AbiParameter[], { key = '', comparator, value }: Test) {
  const functionAbi = { name: 'ask', inputs: [], outputs, stateMutability: 'view', type: 'function' };
  return {
    conditionType: 'evmContract',
    contractAddress,
    chain: 'local',
    functionName: 'ask',
    functionParams: [] as string[],
    functionAbi,
    returnValueTest: { key, comparator, value },
  };
}

const boolean = [{ type: 'bool' }];
const isTrue = { comparator: '=', value: 'true' };

const node = await startFaultyNode(requireStack('rpcUrl'));
const chain = createChainClient({ rpcUrl: node.rpcUrl, chainId: 31337 });
const wallet = await fundedWallet();
const yes = await deployCode(chain, wallet, returning(numberToHex(1, { size: 32 })));
const no = await deployCode(chain, wallet, returning(numberToHex(0, { size: 32 })));
afterEach(() => node.fail(null));
afterAll(() => node.stop());

function evaluate(items: unknown[], userAddress: Address = wallet.address, on = chain) {
  return evaluateConditions(on, parseConditions(JSON.stringify(items), { chain: 'local' }), {
    userAddress,
    scope: {},
  });
}

/** Evaluates one condition on a contract that returns these values. */
async function verdictOn(outputs: AbiParameter[], values: unknown[], tested: Test, userAddress?: Address) {
  const contract = await deployCode(chain, wallet, returning(encodeAbiParameters(outputs, values)));
  return evaluate([condition(contract, outputs, tested)], userAddress);
}

describe('a returned value', () => {
  const big = 2n ** 255n + 1n;
  test.each([
    ['uint256', 5n, '=', '5', true],
    ['uint256', 5n, '=', '0x5', true],
    ['uint256', 5n, '!=', '5', false],
    ['uint256', 5n, '>', '5', false],
    ['uint256', 5n, '>=', '5', true],
    ['uint256', 10n, '<', '9', false],
    ['uint256', 10n, '<=', '9', false],
    ['uint256', big, '=', `${big}`, true],
    ['uint256', big, '=', `${big - 1n}`, false],
    ['uint256', big, '>', `${big - 1n}`, true],
    ['uint256', 9007199254740993n, '=', '9007199254740992', false],
    ['uint8', 200, '>', '199', true],
    ['int256', -5n, '<', '-4', true],
    ['int256', -5n, '>', '0', false],
    ['int8', -128, '=', '-128', true],
    ['bool', true, '=', 'true', true],
    ['bool', false, '!=', 'true', true],
    [
      'address',
      '0x5FbDB2315678afecb367f032d93F642f64180aa3',
      '=',
      '0x5fbdb2315678afecb367f032d93f642f64180aa3',
      true,
    ],
    ['bytes32', `0x${'aB'.repeat(32)}`, '=', `0x${'Ab'.repeat(32)}`, true],
    ['bytes4', '0x01020304', '!=', '0x01020304', false],
    ['bytes', '0x', '=', '0x', true],
    ['string', 'Gold 🥇', '=', 'Gold 🥇', true],
    ['string', 'gold', '=', 'Gold', false],
    ['string', '', '=', '', true],
  ] as [string, unknown, string, string, boolean][])(
    '%s %s %s %s is %s',
    async (type, value, comparator, expected, met) => {
      const verdict = await verdictOn([{ type }], [value], { comparator, value: expected });
      expect(verdict.met).toBe(met);
      expect(verdict.predicates[0]).toMatchObject({
        index: 0,
        met,
        comparator,
        actual: String(value).replace(/^0x.*/i, (hex) => hex.toLowerCase()),
      });
    },
  );

  test('is compared with the wallet if the condition names :userAddress', async () => {
    const test = { comparator: '=', value: ':userAddress' };
    const outputs = [{ type: 'address' }];
    expect((await verdictOn(outputs, [wallet.address], test)).met).toBe(true);
    expect((await verdictOn(outputs, [yes], test)).met).toBe(false);
  });

  test('is selected by its name among several, and in a returned struct', async () => {
    const outputs = [
      { name: 'note', type: 'string' },
      { name: 'level', type: 'uint8' },
      { name: 'ids', type: 'uint256[]' },
    ];
    const values = ['x', 3, [1n, 2n]];
    const level = { key: 'level', comparator: '=', value: '3' };
    expect((await verdictOn(outputs, values, level)).met).toBe(true);
    expect((await verdictOn(outputs, values, { ...level, key: 'note' })).met).toBe(false);
    const struct = [{ name: 'grant', type: 'tuple', components: outputs }];
    const [note, three, ids] = values;
    expect((await verdictOn(struct, [{ note, level: three, ids }], level)).met).toBe(true);
  });

  test.each([
    ['nothing', '0x', 'NO_DATA'],
    ['too little', '0x01', 'UNDECODABLE'],
    ['a bool of 2', numberToHex(2, { size: 32 }), 'UNDECODABLE'],
  ] as [string, Hex, string][])('that is %s meets nothing', async (_, data, failure) => {
    const contract = await deployCode(chain, wallet, returning(data));
    for (const comparator of ['=', '!=']) {
      const verdict = await evaluate([condition(contract, boolean, { comparator, value: 'true' })]);
      expect(verdict).toMatchObject({ met: false, predicates: [{ met: false, actual: null, failure }] });
    }
  });

  test.each([
    ['uint8', numberToHex(300, { size: 32 })],
    ['uint8', numberToHex(2n ** 200n, { size: 32 })],
    ['int8', numberToHex(128, { size: 32 })],
    ['string', `0x${'ff'.repeat(64)}`],
    ['string', `${numberToHex(32, { size: 32 })}${'ff'.repeat(32)}`],
    ['uint256[][][][]', `0x${'00'.repeat(64)}`],
  ] as [string, Hex][])('that does not fit %s meets nothing', async (type, data) => {
    const contract = await deployCode(chain, wallet, returning(data));
    const outputs = [{ type }, { name: 'flag', type: 'bool' }];
    const scalar = type.endsWith(']')
      ? condition(contract, outputs, { key: 'flag', comparator: '!=', value: 'true' })
      : condition(contract, [{ type }], { comparator: '!=', value: '1' });
    const verdict = await evaluate([scalar]);
    expect(verdict).toMatchObject({ met: type.endsWith(']'), predicates: [{ met: type.endsWith(']') }] });
  });

  test('is cut in the explanation if it is long', async () => {
    const { predicates } = await verdictOn([{ type: 'string' }], ['x'.repeat(5_000)], {
      comparator: '!=',
      value: '',
    });
    expect(predicates[0]?.actual).toHaveLength(256);
  });
});

describe('a hostile contract', () => {
  test.each([
    ['reverts', reverting('0x'), 'REVERTED'],
    ['reverts with true', reverting(numberToHex(1, { size: 32 })), 'REVERTED'],
    ['has an invalid opcode', invalid, 'OUT_OF_GAS'],
    ['never ends', looping, 'OUT_OF_GAS'],
    ['returns 10 MB', returningZeros(10_000_000), 'OUT_OF_GAS'],
    ['returns 300 kB', returningZeros(300_000), 'TOO_LARGE'],
  ] as [string, Hex, string][])(
    'that %s meets nothing, and its file stays closed',
    async (_, code, failure) => {
      const contract = await deployCode(chain, wallet, code);
      const verdict = await evaluate([condition(contract, boolean, { comparator: '!=', value: 'true' })]);
      expect(verdict).toMatchObject({ met: false, predicates: [{ met: false, actual: null, failure }] });
    },
  );

  test('without code does not meet a condition', async () => {
    const verdict = await evaluate([condition(wallet.address, boolean, { comparator: '!=', value: 'true' })]);
    expect(verdict).toMatchObject({ met: false, predicates: [{ failure: 'NO_DATA' }] });
  });
});

describe('a chain of operators', () => {
  /** `t or f and t`: true and false conditions, followed by the expected outcome of each. */
  test.each([
    ['t', true, 't'],
    ['f', false, 'f'],
    ['t and t', true, 'tt'],
    ['t and f', false, 'tf'],
    ['f and t', false, 'f-'],
    ['f or t', true, 'ft'],
    ['t or f', true, 't-'],
    ['t or t and f', false, 't-f'],
    ['t or f and t', true, 't-t'],
    ['f and t or t', true, 'f-t'],
    ['f and f or f', false, 'f-f'],
    ['f or f and t', false, 'ff-'],
    ['t and f or t and f', false, 'tftf'],
    ['f and t and t or f or t and t', true, 'f--ftt'],
  ])('%s is %s, looking at %s', async (text, met, outcomes) => {
    const address = { t: yes, f: no };
    const items = text
      .split(' ')
      .map((token) =>
        token === 't' || token === 'f' ? condition(address[token], boolean, isTrue) : { operator: token },
      );
    node.asked.length = 0;
    const verdict = await evaluate(items);
    expect(verdict.met).toBe(met);
    expect(verdict.predicates.map((one) => (one.met === null ? '-' : one.met ? 't' : 'f')).join('')).toBe(
      outcomes,
    );
    const evaluated = outcomes.replaceAll('-', '').length;
    expect(node.asked.filter((method) => method === 'eth_call')).toHaveLength(evaluated);
  });

  const failingOn = (address: Address) =>
    node.fail(
      (request, ...rest) =>
        JSON.stringify(request.params).includes(address.slice(2)) &&
        rpcError(-32005, 'limit exceeded')(request, ...rest),
    );
  const [isYes, isNo] = [() => condition(yes, boolean, isTrue), () => condition(no, boolean, isTrue)];

  test('throws if a required operand cannot be read', async () => {
    failingOn(yes);
    const unavailable = { code: 'UPSTREAM_UNAVAILABLE' };
    await expect(evaluate([isYes()])).rejects.toMatchObject(unavailable);
    await expect(evaluate([isNo(), { operator: 'or' }, isYes()])).rejects.toMatchObject(unavailable);
    await expect(evaluate([isYes(), { operator: 'or' }, isNo()])).rejects.toMatchObject(unavailable);
  });

  test('ignores a failing operand that it skips', async () => {
    failingOn(no);
    expect((await evaluate([isYes(), { operator: 'or' }, isNo()])).met).toBe(true);
    failingOn(yes);
    expect((await evaluate([isNo(), { operator: 'and' }, isYes()])).met).toBe(false);
  });

  test('throws if the block cannot be read', async () => {
    node.fail(
      (request, ...rest) => request.method === 'eth_blockNumber' && rpcError(-32603, 'no')(request, ...rest),
    );
    await expect(evaluate([isYes()])).rejects.toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' });
  });
});

describe('a role in a lab', () => {
  const roleOf = (lab: MintedLab, role: number) => ({
    ...condition(chain.contracts.accessResolver, boolean, isTrue),
    functionName: 'hasRole',
    functionParams: [lab.oclId, ':userAddress', String(role)],
    functionAbi: {
      name: 'hasRole',
      inputs: ['bytes32', 'address', 'uint8'].map((type) => ({ name: '', type })),
      outputs: boolean,
      stateMutability: 'view',
      type: 'function',
    },
  });

  test('is met by wallets that have it now; for others the explanation names the reason', async () => {
    const lab = await mintLab(wallet);
    const member = await fundedWallet();
    const items = [roleOf(lab, 1)];
    expect((await evaluate(items)).met).toBe(true);
    const { blockNumber, ...refusal } = await evaluate(items, member.address);
    expect(blockNumber).toBeLessThanOrEqual(Number(await chain.node.getBlockNumber({ cacheTime: 0 })));
    expect(refusal).toEqual({
      met: false,
      predicates: [
        {
          index: 0,
          met: false,
          contractAddress: chain.contracts.accessResolver.toLowerCase(),
          functionName: 'hasRole',
          params: [lab.oclId, member.address.toLowerCase(), '1'],
          comparator: '=',
          expected: 'true',
          actual: 'false',
        },
      ],
    });
    await grantRole(wallet, { oclId: lab.oclId, to: member.address, role: 'VIEWER' });
    expect((await evaluate(items, member.address)).met).toBe(true);
    expect((await evaluate([roleOf(lab, 2)], member.address)).met).toBe(false);
  });
});

test('a grant expires by time, also without a new block', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'conditions-'));
  const quiet = await startLocalChain({ dataDir, port: 0, testMethods: true });
  try {
    const client = createChainClient({ rpcUrl: quiet.rpcUrl, chainId: 31337 });
    const account = privateKeyToAccount(localAccount('owner').privateKey);
    // TIMESTAMP PUSH0 MSTORE PUSH1 32 PUSH0 RETURN
    const clock = await deployCode(client, account, '0x425f5260205ff3');
    const { timestamp, number } = await client.node.getBlock();
    const anHourLater = condition(clock, [{ type: 'uint64' }], {
      comparator: '>=',
      value: `${timestamp + 3600n}`,
    });
    expect((await evaluate([anHourLater], account.address, client)).met).toBe(false);
    await client.node.request({ method: 'evm_increaseTime' as never, params: [3600] as never });
    expect(await client.node.getBlockNumber({ cacheTime: 0 })).toBe(number);
    const verdict = await evaluate([anHourLater], account.address, client);
    expect(verdict).toMatchObject({ met: true, blockNumber: Number(number) });
  } finally {
    await quiet.stop();
    await rm(dataDir, { recursive: true });
  }
});
