import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  encodeFunctionData,
  type Hex,
  parseTransaction,
  recoverMessageAddress,
  recoverTransactionAddress,
  recoverTypedDataAddress,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { describe, expect, test } from 'vitest';

const run = promisify(execFile);
/** The public key of the local chain's account `outsider`. */
const privateKey = '0x47e179ec197488593b187f80a00eb0da91f1b9d0b13f8733639f19c30a34926a';
const account = privateKeyToAccount(privateKey);

/** What a Python program prints, with `wallet.py` as `w`. */
async function python(program: string): Promise<string> {
  const text = `import json, sys\nsys.path.insert(0, sys.argv[1])\nimport wallet as w\n${program}`;
  const env = { ...process.env, PRIVATE_KEY: privateKey };
  const { stdout } = await run('python3', ['-c', text, join(import.meta.dirname, 'tasks')], { env });
  return stdout.trim();
}

const isThere = await python('print(w.ADDRESS)').then(
  () => true,
  () => false,
);

// Python with `cryptography` and `pycryptodome`.
describe.runIf(isThere)('wallet.py', () => {
  test('has the address of its key', async () => {
    expect(await python('print(w.ADDRESS)')).toBe(account.address);
  });

  test('signs texts and typed data as the wallet', async () => {
    const message = 'Yield 83 % \u00e9';
    const signature = (await python(`print(w.wallet('sign', stdin='Yield 83 % \\u00e9'))`)) as Hex;
    expect(await recoverMessageAddress({ message, signature })).toBe(account.address);
    const typed = {
      domain: { name: 'X', version: '1', chainId: 31337, verifyingContract: `0x${'11'.repeat(20)}` },
      types: {
        Outer: [
          { name: 'inner', type: 'Inner' },
          { name: 'numbers', type: 'uint256[]' },
          { name: 'text', type: 'string' },
        ],
        Inner: [
          { name: 'to', type: 'address' },
          { name: 'ok', type: 'bool' },
        ],
      },
      primaryType: 'Outer',
      message: { inner: { to: `0x${'22'.repeat(20)}`, ok: true }, numbers: ['1', '2'], text: '\u00e9' },
    } as const;
    const given = `json.dumps(${JSON.stringify(typed).replaceAll('true', 'True')})`;
    const signed = (await python(`print(w.wallet('sign-typed-data', stdin=${given}))`)) as Hex;
    const readable = { ...typed, message: { ...typed.message, numbers: [1n, 2n] } } as const;
    expect(await recoverTypedDataAddress({ ...readable, signature: signed })).toBe(account.address);
  });

  test('writes calls and transactions as viem does', async () => {
    const types = ['uint256', 'string', 'bytes', 'bytes32', 'address', 'bool'];
    const inputs = types.map((type) => ({ type, name: '' }));
    const abi = [{ type: 'function', name: 'f', inputs, outputs: [], stateMutability: 'view' }] as const;
    const texts = [
      '5',
      'text '.repeat(9),
      `0x${'ab'.repeat(40)}`,
      `0x${'cd'.repeat(32)}`,
      `0x${'12'.repeat(20)}`,
    ];
    const f = JSON.stringify({ name: 'f', inputs });
    const called = await python(`print(w.call_data(${f}, ${JSON.stringify([...texts, 'false'])}).hex())`);
    const args = [5n, ...texts.slice(1), false];
    expect(`0x${called}`).toBe(encodeFunctionData({ abi, functionName: 'f', args } as never));

    const sent = (await python(
      "fields = [31337, 3, 1, 10**9, 21000, bytes(range(20)), 10**17, b'x' * 60, []]\n" +
        "r, s, parity = w.sign_digest(w.keccak256(b'\\x02' + w.rlp(fields)))\n" +
        "print('0x02' + w.rlp([*fields, parity, r, s]).hex())",
    )) as `0x02${string}`;
    expect(await recoverTransactionAddress({ serializedTransaction: sent })).toBe(account.address);
    expect(parseTransaction(sent)).toMatchObject({
      chainId: 31337,
      nonce: 3,
      gas: 21_000n,
      value: 10n ** 17n,
    });
  });

  test('opens what it encrypts, and nothing that was changed', async () => {
    const printed = await python(
      [
        'import base64, os',
        'key = base64.b64encode(os.urandom(32)).decode()',
        "sealed, about = w.encrypt(b'Yield', key)",
        "released = {**about, 'plaintextDEK': key}",
        "print(w.decrypt(sealed, released).decode(), len(sealed), about['contentHash'][:7])",
        'try:',
        '  w.decrypt(bytes([sealed[0] ^ 1]) + sealed[1:], released)',
        'except Exception as error:',
        '  print(type(error).__name__)',
      ].join('\n'),
    );
    expect(printed).toBe('Yield 21 sha256-\nInvalidTag');
  });
});

test('the Python examples run no other program', async () => {
  const folder = join(import.meta.dirname, 'tasks');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.py') && name !== 'wallet.py');
  for (const name of names)
    expect([name, await readFile(join(folder, name), 'utf8')]).toEqual([
      name,
      expect.not.stringMatching(/subprocess|wallet\.ts/),
    ]);
});
