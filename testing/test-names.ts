import type { LabChain } from '@labroom/client/chain/lab-chain.ts';
import { returning } from '@labroom/service/chain/bytecode.fixture.ts';
import {
  type Address,
  concatHex,
  encodeAbiParameters,
  encodeFunctionData,
  getContractAddress,
  type Hex,
  keccak256,
  numberToHex,
  pad,
  parseAbi,
  size,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { namehash } from 'viem/ens';
import { localChain, openFaucet } from './actors.ts';

const abi = parseAbi([
  'function nameForAddr(address) view returns (string)',
  'function resolver(bytes32) view returns (address)',
  'function name(bytes32) view returns (string)',
  'function addr(bytes32) view returns (address)',
]);

/** A name may be any text, also one that ENS would not register. */
export interface NameRecords {
  /** The name that each wallet claims, in the registry. */
  claimed?: Record<Address, string>;
  /** The name that each wallet claims, in a reverse registrar of ENSIP-19. */
  registered?: Record<Address, string>;
  /** Where each name leads. */
  addresses?: Record<string, Address>;
  /** Names whose resolver reverts with these bytes. */
  reverting?: Record<string, Hex>;
}

export interface TestNames {
  /** Registry, resolver and reverse registrar in one contract. */
  registry: Address;
  /** Replaces all records. */
  publish(records: NameRecords): Promise<void>;
  /** Replaces the contract. */
  replaceCode(code: Hex): Promise<void>;
}

/**
 * Forwards each call to a contract that a call of 32 bytes replaces:
 * `CALLDATASIZE PUSH1 32 EQ PUSH1 33 JUMPI`, then a DELEGATECALL to the address in slot 0 whose result is passed on, then
 * `JUMPDEST PUSH0 CALLDATALOAD PUSH0 SSTORE STOP`.
 */
const replaceable: Hex = '0x36602014602157365f5f375f5f365f5f545af43d5f5f3e601d573d5ffd5b3d5ff35b5f355f5500';

/** Deploys the contracts of browser tests, with its first transaction. */
const browserDeployer = privateKeyToAccount(keccak256('0x6e616d6573'));
/** Where the stack of browser tests reads names. */
export const browserRegistry = getContractAddress({ from: browserDeployer.address, nonce: 0n });

/** The contracts of ENS on a local chain, as far as they answer questions. */
export async function createTestNames(chain: Pick<LabChain, 'send'>): Promise<TestNames> {
  return openTestNames(chain, await deploy(chain, replaceable));
}

/** The names of the stack of browser tests. */
export async function browserNames(rpcUrl: string): Promise<TestNames> {
  await openFaucet(rpcUrl).fund(browserDeployer.address);
  const chain = localChain(rpcUrl, browserDeployer);
  const isThere = await chain.reader.getCode({ address: browserRegistry });
  return openTestNames(chain, isThere ? browserRegistry : await deploy(chain, replaceable));
}

function openTestNames(chain: Pick<LabChain, 'send'>, registry: Address): TestNames {
  const replaceCode = async (code: Hex) =>
    void (await chain.send({ to: registry, data: pad(await deploy(chain, code)) }));
  return {
    registry,
    replaceCode,
    publish: (records) => replaceCode(answeringCalls(answersOf(records, registry))),
  };
}

async function deploy({ send }: Pick<LabChain, 'send'>, code: Hex): Promise<Address> {
  const { contractAddress } = await send({ data: returning(code) });
  if (!contractAddress) throw new Error('The contract was not deployed');
  return contractAddress;
}

interface Answer {
  call: Hex;
  bytes: Hex;
  reverts?: boolean;
}

function answersOf(records: NameRecords, registry: Address): Answer[] {
  const { claimed = {}, registered = {}, addresses = {}, reverting = {} } = records;
  const call = (functionName: 'nameForAddr' | 'resolver' | 'name' | 'addr', argument: Hex) =>
    encodeFunctionData({ abi, functionName, args: [argument] });
  const address = (value: Address) => encodeAbiParameters([{ type: 'address' }], [value]);
  const text = (value: string) => encodeAbiParameters([{ type: 'string' }], [value]);
  // The parent of the local chain.
  const reverse = (wallet: string) => namehash(`${wallet.slice(2).toLowerCase()}.80007a69.reverse`);
  const nodes = [
    ...Object.keys(claimed).map(reverse),
    ...Object.keys({ ...addresses, ...reverting }).map(namehash),
  ];
  return [
    ...nodes.map((node) => ({ call: call('resolver', node), bytes: address(registry) })),
    ...Object.entries(claimed).map(([wallet, name]) => ({
      call: call('name', reverse(wallet)),
      bytes: text(name),
    })),
    ...Object.entries(registered).map(([wallet, name]) => ({
      call: call('nameForAddr', wallet as Address),
      bytes: text(name),
    })),
    ...Object.entries(addresses).map(([name, to]) => ({
      call: call('addr', namehash(name)),
      bytes: address(to),
    })),
    ...Object.entries(reverting).map(([name, bytes]) => ({
      call: call('addr', namehash(name)),
      bytes,
      reverts: true,
    })),
  ];
}

/**
 * The code of a contract that answers these calls and reverts on every other one. It compares the hash of the call data
 * with that of each call: `CALLDATASIZE PUSH0 PUSH0 CALLDATACOPY CALLDATASIZE PUSH0 KECCAK256`, then for each
 * `DUP1 PUSH32 hash EQ PUSH2 target JUMPI`, and at each target
 * `JUMPDEST PUSH2 size PUSH2 start PUSH0 CODECOPY PUSH2 size PUSH0 RETURN` or `REVERT`.
 */
function answeringCalls(answers: readonly Answer[]): Hex {
  const [headSize, testSize, failSize, targetSize] = [7, 39, 3, 14];
  const two = (value: number) => numberToHex(value, { size: 2 });
  const targets = headSize + testSize * answers.length + failSize;
  let start = targets + targetSize * answers.length;
  const placed = answers.map((answer) => {
    const at = start;
    start += size(answer.bytes);
    return { ...answer, start: two(at), length: two(size(answer.bytes)) };
  });
  return concatHex([
    '0x365f5f37365f20',
    ...placed.flatMap(({ call }, index): Hex[] => [
      '0x807f',
      keccak256(call),
      '0x1461',
      two(targets + targetSize * index),
      '0x57',
    ]),
    '0x5f5ffd',
    ...placed.flatMap(({ length, start: at, reverts }): Hex[] => [
      '0x5b61',
      length,
      '0x61',
      at,
      '0x5f3961',
      length,
      reverts ? '0x5ffd' : '0x5ff3',
    ]),
    ...placed.map(({ bytes }) => bytes),
  ]);
}
