import { describe, expect, test } from 'vitest';
import { ServiceError } from '#platform/errors/errors.ts';
import { encodeCall } from './encode-call.ts';
import { parseConditions, parseNewConditions } from './parse-conditions.ts';

const token = '0x5fbdb2315678afecb367f032d93f642f64180aa3';
const wallet = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8';
const and = { operator: 'and' };
const or = { operator: 'or' };

const balance = {
  conditionType: 'evmContract',
  contractAddress: token,
  chain: 'local',
  functionName: 'balanceOf',
  functionParams: [':userAddress'],
  functionAbi: {
    name: 'balanceOf',
    inputs: [{ name: 'account', type: 'address' }],
    outputs: [{ name: '', type: 'uint256' }],
    stateMutability: 'view',
    type: 'function',
  },
  returnValueTest: { key: '', comparator: '>', value: '0' },
};

function parse(items: unknown, read = parseConditions) {
  return read(typeof items === 'string' ? items : JSON.stringify(items), { chain: 'local' });
}

/** The rule that the error names. */
function rule(items: unknown, read = parseConditions) {
  try {
    parse(items, read);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    expect([error.code, error.reason]).toEqual(['VALIDATION_FAILED', 'INVALID_CONDITIONS']);
    return error.details?.rule;
  }
  return 'accepted';
}

function withAbi(change: Record<string, unknown>, more: Record<string, unknown> = {}) {
  return [{ ...balance, ...more, functionAbi: { ...balance.functionAbi, ...change } }];
}

function withParam(type: string, param: string, more: Record<string, unknown> = {}) {
  return withAbi({ inputs: [{ name: 'x', type, ...more }] }, { functionParams: [param] });
}

function withOutput(type: string, comparator: string, value: string, more: Record<string, unknown> = {}) {
  return withAbi(
    { outputs: [{ name: '', type, ...more }] },
    { returnValueTest: { key: '', comparator, value } },
  );
}

describe('conditions', () => {
  test('are parsed in the documented shape, with the wallet in place of the placeholder', () => {
    const conditions = parse([balance, or, balance, and, balance]);
    expect(conditions.operators).toEqual(['or', 'and']);
    expect(conditions.predicates).toHaveLength(3);
    const [first] = conditions.predicates;
    expect(first && encodeCall(first, wallet)).toBe(`0x70a08231${wallet.slice(2).padStart(64, '0')}`);
  });

  test.each([
    ['not JSON', '[', 'JSON'],
    ['no array', '{}', 'JSON'],
    ['null', 'null', 'JSON'],
    ['nothing', [], 'COUNT'],
    ['too many', Array.from({ length: 33 }, (_, index) => (index % 2 ? and : balance)), 'COUNT'],
    ['too long', JSON.stringify([balance]) + ' '.repeat(32 * 1024), 'SIZE'],
    ['too long in bytes alone', [{ ...balance, note: '€'.repeat(11_000) }], 'SIZE'],
    ['an operator at the end', [balance, and], 'ALTERNATION'],
    ['an operator at the start', [and, balance, and], 'ALTERNATION'],
    ['two conditions side by side', [balance, balance, balance], 'ALTERNATION'],
    ['two operators side by side', [balance, and, or], 'ALTERNATION'],
    ['an unknown operator', [balance, { operator: 'xor' }, balance], 'ALTERNATION'],
    ['an operator with more to it', [balance, { operator: 'or', not: true }, balance], 'ALTERNATION'],
    ['groups', [[balance, or, balance], and, balance], 'SHAPE'],
    ['an unknown key', [{ ...balance, negate: true }], 'SHAPE'],
    ['another kind of condition', [{ ...balance, conditionType: 'solRpc' }], 'SHAPE'],
    ['no contract', [{ ...balance, contractAddress: '' }], 'SHAPE'],
    ['the zero address', [{ ...balance, contractAddress: `0x${'0'.repeat(40)}` }], 'SHAPE'],
    [
      'a wrong checksum',
      [{ ...balance, contractAddress: '0x5FbDB2315678afecb367f032d93F642f64180aa4' }],
      'SHAPE',
    ],
    ['its chain by the name of the main network', [{ ...balance, chain: 'base' }], 'accepted'],
    ['another chain', [{ ...balance, chain: 'ethereum' }], 'CHAIN'],
    ['16 conditions', Array.from({ length: 31 }, (_, index) => (index % 2 ? or : balance)), 'accepted'],
    [
      'a checksummed contract',
      [{ ...balance, contractAddress: '0x5FbDB2315678afecb367f032d93F642f64180aa3' }],
      'accepted',
    ],
  ])('%s', (_, items, expected) => {
    expect(rule(items)).toBe(expected);
  });

  test('are rejected with a message that names the place and the fault', () => {
    expect(() => parse([balance, and, { ...balance, functionParams: ['x'] }])).toThrow(
      'accessControlConditions[2]: functionParams[0]: address is written as 0x and 40 hex digits',
    );
  });

  test('nested to the maximum length are rejected without a stack overflow', () => {
    expect(rule('['.repeat(16_000) + ']'.repeat(16_000))).toBe('SHAPE');
    const deep = `${'{"type":"tuple","components":['.repeat(900)}{"type":"bool"}${']}'.repeat(900)}`;
    const item = JSON.stringify(balance).replace('{"name":"account","type":"address"}', deep);
    expect(rule(`[${item}]`)).toBe('ABI');
  });
});

describe('the ABI of a condition', () => {
  test.each([
    ['another function than the one named', withAbi({ name: 'totalSupply' }), 'ABI'],
    ['a function that writes', withAbi({ stateMutability: 'nonpayable' }), 'ABI'],
    ['a payable function', withAbi({ stateMutability: 'payable' }), 'ABI'],
    ['no mutability', withAbi({ stateMutability: undefined }), 'ABI'],
    ['an event', withAbi({ type: 'event' }), 'ABI'],
    ['no outputs', withAbi({ outputs: [] }), 'ABI'],
    ['a name that is no identifier', withAbi({ name: 'f()' }, { functionName: 'f()' }), 'SHAPE'],
    ['a name that is a selector', withAbi({ name: '0x70a08231' }, { functionName: '0x70a08231' }), 'SHAPE'],
    [
      'a pure function with what compilers add',
      withAbi({ stateMutability: 'pure', payable: false }),
      'accepted',
    ],
  ])('%s', (_, items, expected) => {
    expect(rule(items)).toBe(expected);
  });

  test.each([
    'uint',
    'int',
    'uint7',
    'uint264',
    'uint0',
    'bytes33',
    'bytes0',
    'byte',
    'Token',
    'fixed128x18',
    'address payable',
    'uint256[',
    'uint256[0]',
    'uint256[-1]',
    'function',
    '',
    'tuple',
  ])('the type %j is refused', (type) => {
    expect(rule(withParam(type, '1'))).toBe('ABI');
  });
});

describe('the parameters of a condition', () => {
  test.each([
    ['address', wallet],
    ['uint8', '255'],
    ['uint256', `0x${'f'.repeat(64)}`],
    ['uint256', '115792089237316195423570985008687907853269984665640564039457584007913129639935'],
    ['int8', '-128'],
    ['bool', 'true'],
    ['bytes4', '0x01020304'],
    ['bytes', '0x'],
    ['string', ''],
    ['string', 'a ":userAddress" inside'],
    ['address[]', '[":userAddress","0x5fbdb2315678afecb367f032d93f642f64180aa3"]'],
    ['uint256[2]', '[1,"2"]'],
    ['bool[][]', '[[true],[]]'],
  ])('%s %s is accepted', (type, param) => {
    expect(rule(withParam(type, param))).toBe('accepted');
  });

  test.each([
    ['address', '0x70997970C51812dc3A010C7d01b50e0d17dc79c8'],
    ['address', 'vitalik.eth'],
    ['address', ':useraddress'],
    ['uint8', '256'],
    ['uint8', '-1'],
    ['uint256', '1e18'],
    ['uint256', '1.5'],
    ['uint256', ' 1'],
    ['uint256', ''],
    ['int8', '128'],
    ['int8', '-129'],
    ['bool', '1'],
    ['bytes4', '0x010203'],
    ['bytes', '0x1'],
    ['bytes', 'ab'],
    ['bytes32', ':userAddress'],
    ['uint256', ':userAddress'],
    ['string', ':userAddress'],
    ['address[]', ':userAddress'],
    ['uint256[2]', '[1]'],
    ['uint256[]', '[9007199254740993]'],
    ['uint256[]', '[null]'],
    ['uint256[]', '{"length":1}'],
    ['string[]', '[":userAddress"]'],
  ])('%s %j is refused', (type, param) => {
    expect(rule(withParam(type, param))).toBe('PARAMS');
  });

  test('must be as many as the inputs', () => {
    expect(rule([{ ...balance, functionParams: [] }])).toBe('PARAMS');
    expect(rule([{ ...balance, functionParams: [wallet, wallet] }])).toBe('PARAMS');
  });

  test('write a tuple as a JSON array of its members', () => {
    const components = [
      { name: '__proto__', type: 'address' },
      { name: 'id', type: 'uint256' },
    ];
    const [predicate] = parse(withParam('tuple', '[":userAddress","7"]', { components })).predicates;
    const encoded = predicate && encodeCall(predicate, wallet);
    expect(encoded?.slice(10)).toBe(wallet.slice(2).padStart(64, '0') + '7'.padStart(64, '0'));
    expect(rule(withParam('tuple', '[":userAddress"]', { components }))).toBe('PARAMS');
  });
});

describe('the test of the returned value', () => {
  test.each([
    ['uint256', '>=', '1000000000000000000000000'],
    ['int256', '<', '-1'],
    ['address', '=', ':userAddress'],
    ['address', '!=', token],
    ['bool', '=', 'false'],
    ['bytes32', '=', `0x${'ab'.repeat(32)}`],
    ['bytes', '!=', '0x'],
    ['string', '=', 'gold'],
  ])('%s %s %s is accepted', (type, comparator, value) => {
    expect(rule(withOutput(type, comparator, value))).toBe('accepted');
  });

  test.each([
    ['uint256', '==', '1'],
    ['uint256', '=', 'many'],
    ['uint256', '=', '-1'],
    ['uint8', '=', '256'],
    ['uint256', '=', ':userAddress'],
    ['address', '>', token],
    ['address', '=', 'me'],
    ['bool', '>=', 'true'],
    ['bool', '=', '1'],
    ['bytes32', '<', `0x${'ab'.repeat(32)}`],
    ['bytes32', '=', '0xab'],
    ['string', '<', 'gold'],
    ['uint256[]', '=', '[1]'],
  ])('%s %s %s is refused', (type, comparator, value) => {
    expect(rule(withOutput(type, comparator, value))).toBe('RETURN_VALUE_TEST');
  });

  const role = [
    { name: 'role', type: 'uint8' },
    { name: 'expiry', type: 'uint64' },
    { name: 'role2', type: 'bool' },
    { name: 'role2', type: 'bool' },
  ];
  test.each([
    ['role', '1', 'accepted'],
    ['expiry', '1', 'accepted'],
    ['', '1', 'RETURN_VALUE_TEST'],
    ['nothing', '1', 'RETURN_VALUE_TEST'],
    ['role2', 'true', 'RETURN_VALUE_TEST'],
    ['length', '4', 'RETURN_VALUE_TEST'],
    ['__proto__', '4', 'RETURN_VALUE_TEST'],
  ])('of several outputs, the key %j with the value %s: %s', (key, value, expected) => {
    const returnValueTest = { key, comparator: '=', value };
    expect(rule(withAbi({ outputs: role }, { returnValueTest }))).toBe(expected);
    const struct = [{ name: 'grant', type: 'tuple', components: role }];
    expect(rule(withAbi({ outputs: struct }, { returnValueTest })), 'as a struct').toBe(expected);
  });
});

describe('new conditions', () => {
  const text = JSON.stringify([balance]);
  const owner = withAbi(
    { name: 'owner', inputs: [], outputs: [{ name: '', type: 'address' }] },
    { functionName: 'owner', functionParams: [] },
  );
  const ownerIs = (value: string) => [{ ...owner[0], returnValueTest: { key: '', comparator: '=', value } }];

  test.each([
    ['a key twice in a condition', text.replace('{', `{"contractAddress":"${wallet}",`)],
    ['a key twice, once escaped', text.replace('{', '{"cha\\u0069n":"local",')],
    ['a key twice in the ABI', text.replace('"inputs":', '"name":"balanceOf","inputs":')],
    ['a key twice in an input', text.replace('"name":"account"', '"name":"a","name":"account"')],
    ['a key twice in the test', text.replace('"value":', '"value" :"1","value":')],
    [
      'a key twice in an operator',
      `[${text.slice(1, -1)},{"operator":"or","operator":"and"},${text.slice(1)}`,
    ],
    ['__proto__ twice', text.replace('"type":"function"', '"type":"function","__proto__":1,"__proto__":1')],
  ])('%s is refused', (_, items) => {
    expect(rule(items)).toBe('accepted');
    expect(rule(items, parseNewConditions)).toBe('AMBIGUOUS_JSON');
  });

  test.each([
    ['a wallet in place of :userAddress', [{ ...balance, functionParams: [wallet] }]],
    ['an expected value that is a wallet', ownerIs(wallet)],
    ['text that contains the placeholder', withParam('string', 'x:userAddress')],
    [
      'a name that is the placeholder',
      withAbi({ inputs: [{ name: ':userAddress', type: 'address' }] }, { functionParams: [wallet] }),
    ],
  ])('without :userAddress are refused: %s', (_, items) => {
    expect(rule(items)).toBe('accepted');
    expect(rule(items, parseNewConditions)).toBe('NO_USER_ADDRESS');
  });

  test.each([
    ['the documented shape', [balance]],
    ['one of several with :userAddress', [{ ...balance, functionParams: [wallet] }, and, balance]],
    ['the placeholder as expected value', ownerIs(':userAddress')],
    ['the placeholder in an array', withParam('address[]', '[":userAddress"]')],
    ['the same key in two objects', [balance, or, balance]],
    ['a key that is also a value', withAbi({ inputs: [{ name: 'name', type: 'address' }] })],
    ['quotes, braces and colons in text', [balance, and, ...withParam('string', '{"chain":"\\","chain":1}')]],
  ])('are accepted: %s', (_, items) => {
    expect(rule(items, parseNewConditions)).toBe('accepted');
  });

  test('are checked by the other rules too', () => {
    expect(rule('[', parseNewConditions)).toBe('JSON');
    expect(rule([balance, and], parseNewConditions)).toBe('ALTERNATION');
  });
});
