import { labAccountAbi, labNftAbi } from '@labroom/contracts/abi';
import { requireStack } from '@labroom/testing/require-stack.ts';
import { deploySafe, safeAbi, signAsSafe, signedSafeTransaction } from '@labroom/testing/safe.ts';
import { type MintedLab, mintLab } from '@labroom/testing/test-lab.ts';
import { chainOf, fundedWallet, type TestWallet } from '@labroom/testing/test-wallets.ts';
import {
  type Address,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  hashMessage,
  pad,
  parseAbi,
  parseSignature,
  serializeCompactSignature,
  serializeErc6492Signature,
  serializeSignature,
  signatureToCompactSignature,
  size,
  stringToBytes,
  toHex,
  toPrefixedMessage,
  zeroAddress,
} from 'viem';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  deployCode,
  invalid,
  looping,
  returning,
  returningZeros,
  reverting,
  revertingWithItself,
} from './bytecode.fixture.ts';
import type { ChainClient } from './chain-client.ts';
import { createChainClient } from './create-chain-client.ts';
import { verifySignature } from './signatures.ts';

const message = 'Sign in to Labroom\nÜ: 🧪';
const secp256k1Order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

let chain: ChainClient;
let signer: TestWallet;
let outsider: TestWallet;
let lab: MintedLab;
beforeAll(async () => {
  chain = createChainClient({ rpcUrl: requireStack('rpcUrl'), chainId: 31337 });
  [signer, outsider] = [await fundedWallet(), await fundedWallet()];
  lab = await mintLab(signer);
});

const verify = (address: Address, signature: Hex, text = message) =>
  verifySignature(chain, { address, message: text, signature }, {});

describe('a signature by a key', () => {
  test('is valid for its signer and message only, and needs no node', async () => {
    const offline = createChainClient({ rpcUrl: 'http://127.0.0.1:9', chainId: 31337 });
    const signature = await signer.signMessage({ message });
    expect(await verifySignature(offline, { address: signer.address, message, signature }, {})).toBe(true);
    expect(await verify(signer.address.toLowerCase() as Address, signature)).toBe(true);
    expect(await verify(outsider.address, signature)).toBe(false);
    expect(await verify(signer.address, signature, `${message} `)).toBe(false);
  });

  test('may be compact (EIP-2098) or give its parity as 0 or 1', async () => {
    const signature = await signer.signMessage({ message });
    const parsed = parseSignature(signature);
    expect(await verify(signer.address, serializeCompactSignature(signatureToCompactSignature(parsed)))).toBe(
      true,
    );
    expect(await verify(signer.address, `${signature.slice(0, -2)}0${parsed.yParity}` as Hex)).toBe(true);
  });

  test('is rejected as its malleable twin', async () => {
    const { r, s, yParity } = parseSignature(await signer.signMessage({ message }));
    const twin = { r, s: toHex(secp256k1Order - BigInt(s), { size: 32 }), yParity: 1 - yParity };
    expect(await verify(signer.address, serializeSignature(twin))).toBe(false);
  });

  test.each([
    ['nothing', '0x'],
    ['zeros', `0x${'00'.repeat(65)}`],
    ['64 zeros', `0x${'00'.repeat(64)}`],
    ['a byte too few', `0x${'11'.repeat(63)}`],
    ['a byte too many', `0x${'11'.repeat(66)}`],
    ['an r beyond the field', `0x${'ff'.repeat(64)}1b`],
    ['half a byte', '0x1'],
    ['no hex', 'signature' as Hex],
    ['megabytes', `0x${'11'.repeat(2_000_000)}`],
    ['the mark of ERC-6492 alone', `0x${'6492'.repeat(16)}`],
  ] as [string, Hex][])('made of %s is rejected', async (_, signature) => {
    expect(await verify(signer.address, signature)).toBe(false);
    expect(await verify(zeroAddress, signature)).toBe(false);
  });
});

/** The signature of a holder for a lab account (`ILabAccount`, [Note: signing for a lab account]). */
function signForAccount(wallet: TestWallet, account: Address): Promise<Hex> {
  return wallet.signTypedData({
    domain: { name: 'LabAccount', version: '1', chainId: 31337, verifyingContract: account },
    types: { PersonalSign: [{ name: 'prefixed', type: 'bytes' }] },
    primaryType: 'PersonalSign',
    message: { prefixed: toPrefixedMessage(message) },
  });
}

describe('a signature for a contract (ERC-1271)', () => {
  test('is valid when the deployed account says so', async () => {
    const signature = await signForAccount(signer, lab.account);
    expect(await verify(lab.account, signature)).toBe(true);
    expect(await verify(lab.account, signature, 'something else')).toBe(false);
    expect(await verify(lab.account, await signForAccount(outsider, lab.account))).toBe(false);
    expect(await verify(lab.account, await signer.signMessage({ message }))).toBe(false);
  });

  test('does not count for another account of the same holder', async () => {
    const other = await mintLab(signer);
    expect(await verify(other.account, await signForAccount(signer, lab.account))).toBe(false);
  });

  test('does not count while the account is locked', async () => {
    const { account } = await mintLab(signer);
    const signature = await signForAccount(signer, account);
    expect(await verify(account, signature)).toBe(true);
    const { timestamp } = await chain.node.getBlock();
    await chainOf(signer).write({
      address: account,
      abi: labAccountAbi,
      functionName: 'lock',
      args: [timestamp + 86_400n],
    });
    expect(await verify(account, signature)).toBe(false);
  });

  const magic = pad('0x1626ba7e', { dir: 'right', size: 32 });
  const lookup = encodeFunctionData({
    abi: parseAbi(['function OffchainLookup(address, string[], bytes, bytes4, bytes)']),
    args: [zeroAddress, ['http://127.0.0.1:9/{data}'], '0x', '0x12345678', '0x'],
  });
  test.each([
    ['the magic value', returning(magic), true],
    ['the magic value without its padding', returning('0x1626ba7e'), false],
    ['the magic value at the wrong end', returning(pad('0x1626ba7e', { size: 32 })), false],
    ['true', returning(toHex(1, { size: 32 })), false],
    ['nothing', '0x00' as Hex, false],
    ['a megabyte', returningZeros(1_000_000), false],
    ['a revert with the magic value', reverting(magic), false],
    ['an offchain lookup', revertingWithItself(lookup), false],
    ['an invalid opcode', invalid, false],
    ['a loop without end', looping, false],
  ])('to which the contract answers %s', async (_, code, valid) => {
    expect(await verify(await deployCode(chain, signer, code), '0x1234')).toBe(valid);
  });
});

describe('a signature for an account that is not deployed yet (ERC-6492)', () => {
  const registryAbi = parseAbi([
    'function createAccount(address implementation, bytes32 salt, uint256 chainId, address tokenContract, uint256 tokenId) returns (address)',
    'function account(address implementation, bytes32 salt, uint256 chainId, address tokenContract, uint256 tokenId) view returns (address)',
  ]);

  /** Another account of the same lab, not deployed. */
  async function futureAccount(salt: number) {
    const { labNft, erc6551Registry } = chain.contracts;
    const implementation = await chain.node.readContract({
      address: labNft,
      abi: labNftAbi,
      functionName: 'accountImplementation',
    });
    const args = [implementation, toHex(salt, { size: 32 }), 31337n, labNft, lab.tokenId] as const;
    const registry = { address: erc6551Registry, abi: registryAbi, args } as const;
    const address = await chain.node.readContract({ ...registry, functionName: 'account' });
    const data = encodeFunctionData({ ...registry, functionName: 'createAccount' });
    const wrap = (signature: Hex) => serializeErc6492Signature({ address: erc6551Registry, data, signature });
    return { address, wrap };
  }

  test('is valid when the account would accept it, and deploys nothing', async () => {
    const { address, wrap } = await futureAccount(7);
    expect(await verify(address, wrap(await signForAccount(signer, address)))).toBe(true);
    expect(await verify(address, wrap(await signForAccount(outsider, address)))).toBe(false);
    expect(await verify(address, await signForAccount(signer, address)), 'without its wrapping').toBe(false);
    expect(await chain.node.getCode({ address })).toBeUndefined();
  });

  test('is valid for an account that was deployed meanwhile', async () => {
    const signature = serializeErc6492Signature({
      address: outsider.address,
      data: '0x',
      signature: await signForAccount(signer, lab.account),
    });
    expect(await verify(lab.account, signature)).toBe(true);
  });

  test('is rejected where a deployed account would accept it only after the prepare call', async () => {
    const safe = await deploySafe(chainOf(signer), [signer.address]);
    const added = encodeFunctionData({
      abi: safeAbi,
      functionName: 'addOwnerWithThreshold',
      args: [outsider.address, 1n],
    });
    const unsent = await signedSafeTransaction(chainOf(signer), safe, [signer], { to: safe, data: added });
    const wrap = async (by: TestWallet) =>
      serializeErc6492Signature({
        address: unsent.to,
        data: unsent.data,
        signature: await signAsSafe(by, safe, hashMessage(message)),
      });
    expect(await verify(safe, await wrap(outsider))).toBe(false);
    expect(await verify(safe, await wrap(signer))).toBe(true);
    await chainOf(outsider).send(unsent);
    expect(await verify(safe, await wrap(outsider)), 'once it was sent').toBe(true);
  });

  test('of one account is not valid for another account or wallet', async () => {
    const [own, other] = [await futureAccount(8), await futureAccount(9)];
    const signature = own.wrap(await signForAccount(signer, own.address));
    expect(await verify(other.address, signature)).toBe(false);
    expect(await verify(outsider.address, signature)).toBe(false);
    expect(await verify(signer.address, signature)).toBe(false);
  });

  test.each([
    ['loops', looping],
    ['answers with a megabyte', returningZeros(1_000_000)],
    ['reverts', invalid],
    ['does nothing', '0x00' as Hex],
  ])('whose factory %s is rejected', async (_, code) => {
    const factory = await deployCode(chain, signer, code);
    const signature = serializeErc6492Signature({ address: factory, data: '0x', signature: '0x1234' });
    expect(await verify(`0x${'ab'.repeat(20)}`, signature)).toBe(false);
  });

  test('with invalid data before the mark is rejected', async () => {
    const nonsense = encodeAbiParameters([{ type: 'bytes' }], [toHex(stringToBytes('x'))]);
    const signature: Hex = `${nonsense}${'6492'.repeat(16)}`;
    expect(size(signature)).toBeGreaterThan(64);
    expect(await verify(signer.address, signature)).toBe(false);
  });
});
