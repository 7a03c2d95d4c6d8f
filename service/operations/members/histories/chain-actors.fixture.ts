import { labAccountAbi, labNftAbi, personAccountFactoryAbi } from '@labroom/contracts/abi';
import { localAccount } from '@labroom/contracts/local-accounts';
import { localChain, openFaucet, type TestWallet } from '@labroom/testing/actors.ts';
import { deploySafeFactory, futureSafe, safeAbi, signedSafeTransaction } from '@labroom/testing/safe.ts';
import {
  type Address,
  createPublicClient,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  http,
  numberToHex,
  pad,
  parseAbi,
  toFunctionSelector,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { encodeExecuteData } from 'viem/experimental/erc7821';
import { answering, deployCode, returning } from '#chain/bytecode.fixture.ts';
import type { ChainClient } from '#chain/chain-client.ts';
import type { RoleModel } from './role-model.fixture.ts';

export interface Call {
  to: Address;
  data: Hex;
}

/** How an actor makes a call: the key that sends, what it sends, and the accounts that execute on the way. */
interface Route extends Call {
  from: TestWallet;
  accounts: string[];
}

const registryAbi = parseAbi([
  'function createAccount(address implementation, bytes32 salt, uint256 chainId, address tokenContract, uint256 tokenId) returns (address)',
  'function account(address implementation, bytes32 salt, uint256 chainId, address tokenContract, uint256 tokenId) view returns (address)',
]);
const fees = { maxFeePerGas: 10_000_000_000n, maxPriorityFeePerGas: 0n, gas: 3_000_000n };

/** The wallets and contracts that histories are about, on a chain of their own whose clock is moved. */
export class ChainActors {
  readonly keys: TestWallet[] = [];
  readonly administrator = privateKeyToAccount(localAccount('deployer').privateKey);
  /** An account of ERC-6551 of another collection, owned by a key. */
  keyAccount = '';
  /** The account of a person, with a key. */
  person = '';
  /** A contract with an `owner()`, a key, which is no account. */
  escrow = '';
  /** A contract that lists its members with `getOwners()`, and is neither account nor Safe. */
  vault = '';
  readonly reader;
  readonly #chain: ChainClient;
  readonly #nonces = new Map<Address, number>();
  #safeParts: Awaited<ReturnType<typeof deploySafeFactory>> | undefined;
  #salt = 0n;

  constructor(chain: ChainClient) {
    this.#chain = chain;
    this.reader = createPublicClient({
      transport: http(chain.node.transport.url, { batch: true }),
      pollingInterval: 5,
    });
  }

  static async open(chain: ChainClient, keys: readonly TestWallet[]): Promise<ChainActors> {
    const actors = new ChainActors(chain);
    const faucet = openFaucet(chain.node.transport.url);
    for (const { address } of [...keys, actors.administrator]) await faucet.fund(address, '500');
    actors.keys.push(...keys);
    const [, owner, person, member] = keys;
    if (!owner || !person || !member) throw new Error('Histories need four keys');
    actors.keyAccount = await actors.accountOf(owner.address);
    actors.person = await actors.#createPerson(person.address);
    const named = pad(member.address);
    actors.escrow = await deployCode(chain, member, answering(toFunctionSelector('owner()'), named));
    const members = encodeAbiParameters([{ type: 'address[]' }], [keys.map(({ address }) => address)]);
    actors.vault = await deployCode(chain, member, answering(toFunctionSelector('getOwners()'), members));
    actors.#safeParts = await deploySafeFactory(localChain(chain.node.transport.url, actors.administrator));
    actors.#nonces.clear();
    return actors;
  }

  /** Deploys an account of ERC-6551 for a token of another collection, whose holder never changes. */
  async accountOf(owner: Address): Promise<string> {
    const { erc6551Registry, labNft } = this.#chain.contracts;
    const implementation = await this.reader.readContract({
      address: labNft,
      abi: labNftAbi,
      functionName: 'accountImplementation',
    });
    const collection = await this.#deploy(returning(returning(pad(owner))));
    this.#salt += 1n;
    const args = [implementation, numberToHex(this.#salt, { size: 32 }), 31337n, collection, 1n] as const;
    const registry = { address: erc6551Registry, abi: registryAbi, args } as const;
    const address = await this.reader.readContract({ ...registry, functionName: 'account' });
    const data = encodeFunctionData({ ...registry, functionName: 'createAccount' });
    await this.mustSend(this.administrator, { to: erc6551Registry, data });
    return address.toLowerCase();
  }

  async safeOf(owners: readonly TestWallet[], threshold: number): Promise<string> {
    if (!this.#safeParts) throw new Error('The Safe contracts are not deployed');
    this.#salt += 1n;
    const addresses = owners.map(({ address }) => address);
    const chain = localChain(this.#chain.node.transport.url, this.administrator);
    const safe = await futureSafe(chain, this.#safeParts, addresses, BigInt(threshold), this.#salt);
    await this.mustSend(this.administrator, safe);
    return safe.address;
  }

  /** The present second of the chain, which calls at its newest block see. */
  async now(): Promise<number> {
    const { data } = await this.reader.call({ data: '0x425f5260205ff3' });
    return Number(data);
  }

  async skip(seconds: number): Promise<void> {
    await this.reader.request({ method: 'evm_increaseTime' as never, params: [seconds] as never });
    await this.reader.request({ method: 'evm_mine' as never });
  }

  /** How this address makes a call; `null` if nobody can make it do so. */
  async route(model: RoleModel, by: string, call: Call): Promise<Route | null> {
    const key = [...this.keys, this.administrator].find(({ address }) => address.toLowerCase() === by);
    if (key) return { ...call, from: key, accounts: [] };
    const safe = model.safes.get(by);
    if (safe) {
      const signers = this.keys.filter(({ address }) => safe.owners.includes(address.toLowerCase()));
      if (signers.length < safe.threshold) return null;
      const chain = localChain(this.#chain.node.transport.url, this.administrator);
      const signed = signers.slice(0, safe.threshold);
      const sent = await signedSafeTransaction(chain, by as Address, signed, call);
      return { ...sent, from: this.administrator, accounts: [] };
    }
    if (by === this.person) {
      const [, , from] = this.keys;
      const data = encodeExecuteData({ calls: [call] });
      return from ? { to: by as Address, data, from, accounts: [] } : null;
    }
    const owner = model.ownerOf(by);
    if (owner === undefined) return null;
    const args = [call.to, 0n, call.data, 0] as const;
    const data = encodeFunctionData({ abi: labAccountAbi, functionName: 'execute', args });
    const outer = await this.route(model, owner, { to: by as Address, data });
    return outer && { ...outer, accounts: [...outer.accounts, by] };
  }

  /** Whether the chain accepted the transaction, and its second. */
  async send(from: TestWallet, { to, data }: Call): Promise<{ isAccepted: boolean; now: number }> {
    const isRefused = await this.reader.call({ account: from.address, to, data, gas: fees.gas }).then(
      () => false,
      () => true,
    );
    if (isRefused) return { isAccepted: false, now: await this.now() };
    const { status, blockNumber } = await this.#mined(from, { to, data });
    const { timestamp } = await this.reader.getBlock({ blockNumber });
    return { isAccepted: status === 'success', now: Number(timestamp) };
  }

  /** @throws Error if the chain refuses */
  async mustSend(from: TestWallet, call: Call & { value?: bigint }) {
    const receipt = await this.#mined(from, call);
    if (receipt.status !== 'success') throw new Error(`Transaction ${receipt.transactionHash} reverted`);
    return receipt;
  }

  async ownersInOrder(safe: string): Promise<readonly Address[]> {
    return this.reader.readContract({ address: safe as Address, abi: safeAbi, functionName: 'getOwners' });
  }

  async #mined(from: TestWallet, call: { to?: Address; data: Hex; value?: bigint }) {
    const { address } = from;
    const nonce = this.#nonces.get(address) ?? (await this.reader.getTransactionCount({ address }));
    this.#nonces.set(address, nonce + 1);
    const serialized = await from.signTransaction({
      ...call,
      ...fees,
      nonce,
      chainId: 31337,
      type: 'eip1559',
    });
    const hash = await this.reader.sendRawTransaction({ serializedTransaction: serialized });
    return this.reader.waitForTransactionReceipt({ hash });
  }

  async #deploy(initCode: Hex): Promise<Address> {
    const { contractAddress } = await this.#mined(this.administrator, { data: initCode });
    if (!contractAddress) throw new Error('The contract was not deployed');
    return contractAddress;
  }

  async #createPerson(key: Address): Promise<string> {
    const { personAccountFactory: address } = this.#chain.contracts;
    if (!address) throw new Error('The chain has no factory of person accounts');
    const factory = { address, abi: personAccountFactoryAbi, args: [[key], 0n] } as const;
    const account = await this.reader.readContract({ ...factory, functionName: 'addressOf' });
    const data = encodeFunctionData({ ...factory, functionName: 'createAccount' });
    await this.mustSend(this.administrator, { to: address, data });
    return account.toLowerCase();
  }
}
