import {
  accessResolverAbi,
  labNftAbi,
  labTokenAbi,
  oclTermsPermissionerAbi,
  oclTokenizerAbi,
} from '@labroom/contracts/abi';
import { localAddresses as contracts } from '@labroom/contracts/local-addresses';
import { encodeOclId } from '@labroom/contracts/ocl-id';
import { bloomOf } from '@labroom/service/chain/bloom.ts';
import {
  type Abi,
  type Address,
  createPublicClient,
  custom,
  encodeAbiParameters,
  encodeEventTopics,
  type Hex,
  keccak256,
  numberToHex,
  pad,
  toHex,
} from 'viem';

export interface ScriptedLog {
  address: Address;
  topics: Hex[];
  data: Hex;
  /** Who sent the transaction; somebody where it does not matter. */
  sender?: Address;
}

interface Block {
  number: number;
  hash: Hex;
  parentHash: Hex;
  timestamp: number;
  logs: ScriptedLog[];
}

// biome-ignore lint/suspicious/noExplicitAny: an unverified response of a node
type Answer = any;
type Lie = (honest: Answer, params: Answer) => Answer;

/** A node whose blocks, forks and false responses a test controls. */
export class ScriptedChain {
  blocks: Block[] = [];
  /** Changes of the correct response, by method. Can throw. */
  lies: Record<string, Lie> = {};
  asked: { method: string; params: Answer }[] = [];
  #fork = 0;

  /** The chain as viem sees it. */
  readonly node = createPublicClient({
    transport: custom({ request: async (request) => this.#answer(request) }, { retryCount: 0 }),
  });

  constructor() {
    this.mine();
  }

  /** One block with these logs. */
  mine(...logs: ScriptedLog[]): this {
    const number = this.blocks.length;
    const parentHash = this.blocks.at(-1)?.hash ?? pad('0x');
    const hash = keccak256(toHex(`${this.#fork} ${number} ${parentHash}`));
    this.blocks.push({ number, hash, parentHash, timestamp: 1_700_000_000 + 2 * number, logs });
    return this;
  }

  mineEmpty(count: number): this {
    for (let left = count; left > 0; left -= 1) this.mine();
    return this;
  }

  /** Drops the newest blocks; the ones mined next have other hashes. */
  fork(depth: number): this {
    this.blocks.length -= depth;
    this.#fork += 1;
    return this;
  }

  #answer({ method, params }: { method: string; params?: unknown }): Answer {
    this.asked.push({ method, params });
    const honest = this.#honest(method, params);
    return this.lies[method] ? this.lies[method](honest, params) : honest;
  }

  #honest(method: string, params: Answer): Answer {
    if (method === 'eth_chainId') return numberToHex(31337);
    if (method === 'eth_getBlockByNumber') {
      const block = params[0] === 'latest' ? this.blocks.at(-1) : this.blocks[Number(params[0])];
      return block ? asRpcBlock(block, params[1]) : null;
    }
    if (method === 'eth_getTransactionByBlockHashAndIndex') {
      const block = this.blocks.find(({ hash }) => hash === params[0]);
      return (block && asTransaction(block, Number(params[1]))) ?? null;
    }
    if (method === 'eth_getLogs') {
      const [{ address, fromBlock, toBlock, blockHash }] = params;
      const wanted = address && [address].flat().map((one: string) => one.toLowerCase());
      return this.blocks
        .filter(({ number, hash }) =>
          blockHash ? hash === blockHash : number >= Number(fromBlock) && number <= Number(toBlock),
        )
        .flatMap(asRpcLogs)
        .filter((log) => !wanted || wanted.includes(log.address.toLowerCase()));
    }
    throw new Error(`The scripted node does not know ${method}`);
  }
}

function asRpcBlock(block: Block, isWhole: boolean) {
  const { hash, parentHash, number, timestamp, logs } = block;
  const fields = { number: numberToHex(number), timestamp: numberToHex(timestamp), logsBloom: bloomOf(logs) };
  const transactions = isWhole ? logs.map((_, index) => asTransaction(block, index)) : [];
  return { hash, parentHash, ...fields, transactions };
}

/** Every log is a transaction of its own. */
function asTransaction({ hash, logs }: Block, index: number) {
  const log = logs[index];
  return log && { hash: transactionHash(hash, index), from: log.sender ?? somebody };
}

function transactionHash(blockHash: Hex, index: number): Hex {
  return keccak256(toHex(`${blockHash} ${index}`));
}

function asRpcLogs({ number, hash, logs }: Block) {
  return logs.map(({ sender: _, ...log }, index) => ({
    ...log,
    blockNumber: numberToHex(number),
    blockHash: hash,
    logIndex: numberToHex(index),
    transactionHash: transactionHash(hash, index),
    transactionIndex: numberToHex(index),
    removed: false,
  }));
}

/** An event as the contract would log it. */
export function event(
  address: Address,
  abi: Abi,
  eventName: string,
  args: Record<string, unknown>,
): ScriptedLog {
  const item = abi.find((candidate) => candidate.type === 'event' && candidate.name === eventName);
  if (item?.type !== 'event') throw new Error(`No event ${eventName}`);
  const plain = item.inputs.filter((input) => !input.indexed);
  const topics = encodeEventTopics({ abi, eventName, args }) as Hex[];
  return {
    address,
    topics,
    data: encodeAbiParameters(
      plain,
      plain.map(({ name = '' }) => args[name]),
    ),
  };
}

const zero = pad('0x', { size: 20 });
const somebody = person(0x50b);

/** A unique address. */
export function person(index: number): Address {
  return pad(numberToHex(index), { size: 20 });
}

export function labOf(tokenId: number): { oclId: Hex; account: Address } {
  const account = pad(numberToHex(0xacc0000 + tokenId), { size: 20 });
  return { account, oclId: encodeOclId({ tokenId: BigInt(tokenId), account }) };
}

export function minted(tokenId: number, to: Address): ScriptedLog[] {
  const args = { ...labOf(tokenId), tokenId: BigInt(tokenId), salt: pad('0x'), canonicalChainId: 31337n };
  return [event(contracts.labNft, labNftAbi, 'OclIdentityCreated', args), ...transferred(tokenId, zero, to)];
}

export function transferred(tokenId: number, from: Address, to: Address): ScriptedLog[] {
  const id = { from, to, tokenId: BigInt(tokenId) };
  return [
    event(contracts.labNft, labNftAbi, 'Transfer', id),
    event(contracts.labNft, labNftAbi, 'OclTransfer', { ...id, oclId: labOf(tokenId).oclId }),
  ];
}

export function granted(tokenId: number, account: Address, role: 1 | 2): ScriptedLog {
  const args = {
    oclId: labOf(tokenId).oclId,
    account,
    role,
    expiry: 0n,
    isAgent: false,
    grantedBy: person(1),
  };
  return event(contracts.accessResolver, accessResolverAbi, 'RoleGranted', args);
}

/** A viewer whom a contributor granted: what the access resolver logs. */
export function delegated(tokenId: number, account: Address, contributor: Address): ScriptedLog[] {
  const args = { oclId: labOf(tokenId).oclId, account, contributor };
  return [
    granted(tokenId, account, 1),
    event(contracts.accessResolver, accessResolverAbi, 'RoleDelegated', args),
  ];
}

export function allRevoked(tokenId: number): ScriptedLog {
  const args = { oclId: labOf(tokenId).oclId, epoch: 1, revokedBy: person(1) };
  return event(contracts.accessResolver, accessResolverAbi, 'AllRolesRevoked', args);
}

export function revoked(tokenId: number, account: Address, role: 1 | 2): ScriptedLog {
  const args = { oclId: labOf(tokenId).oclId, account, role, revokedBy: person(1) };
  return event(contracts.accessResolver, accessResolverAbi, 'RoleRevoked', args);
}

export function tokenOf(tokenId: number): Address {
  return pad(numberToHex(0x70ce0000 + tokenId), { size: 20 });
}

/** What is logged when a lab gets a token of its own, with an initial supply. */
export function tokenized(tokenId: number, controller: Address, amount = 1_000n): ScriptedLog[] {
  return [
    ...announced(tokenId, tokenOf(tokenId), controller, amount),
    accepted(tokenId, controller),
    tokenTransferred(tokenId, zero, controller, amount),
  ];
}

/** What is logged when an existing token is attached to a lab, which gets a wrapper. */
export function attached(tokenId: number, controller: Address, underlyingToken: Address): ScriptedLog[] {
  const args = { underlyingToken, wrappedLabToken: tokenOf(tokenId), labId: BigInt(tokenId) };
  return [
    ...announced(tokenId, underlyingToken, controller, 5n),
    event(contracts.tokenizer, oclTokenizerAbi, 'TokenWrapped', args),
    accepted(tokenId, controller),
  ];
}

export function tokenTransferred(tokenId: number, from: Address, to: Address, value: bigint): ScriptedLog {
  return event(tokenOf(tokenId), labTokenAbi, 'Transfer', { from, to, value });
}

function announced(tokenId: number, tokenContract: Address, emitter: Address, amount: bigint): ScriptedLog[] {
  const texts = {
    s3Key: 'key',
    contentHash: pad('0x1'),
    name: `Lab Tokens of Lab #${tokenId}`,
    symbol: 'LAB',
  };
  const args = {
    labId: BigInt(tokenId),
    oclId: labOf(tokenId).oclId,
    tokenContract,
    emitter,
    amount,
    ...texts,
  };
  return [event(contracts.tokenizer, oclTokenizerAbi, 'TokensCreated', args)];
}

function accepted(tokenId: number, signer: Address): ScriptedLog {
  const args = { tokenContract: tokenOf(tokenId), signer, signature: '0x5167' };
  return event(contracts.termsPermissioner, oclTermsPermissionerAbi, 'TermsAccepted', args);
}
