import type { BrowserContext, Page } from '@playwright/test';
import {
  createPublicClient,
  createWalletClient,
  type Hex,
  http,
  isHex,
  type PrivateKeyAccount,
  type TypedDataDefinition,
} from 'viem';
import { hardhat } from 'viem/chains';
import {
  type BatchedCall,
  callsStatus,
  sendBatchByDelegation,
} from '#lib/wallet/connectors/batch-by-delegation.ts';

type Answer = { result: unknown } | { error: { code: number; message: string } };

interface WalletRequest {
  method: string;
  params?: unknown;
}

/** Controls the test wallet's responses to a page. */
export interface TestWallet {
  /** Requested methods, in order. */
  readonly asked: string[];
  /** Declines the next request of this method. */
  decline(method: string): void;
  /** Answers the next request of this method with an error of a wallet. */
  fail(method: string, code: number, message: string): void;
  /** Lets requests of this method wait, as a user who reads first. They are answered when the result is called. */
  hold(method: string): () => void;
  /** Moves the wallet to another network, as its user can at any time. */
  moveTo(chainId: number): Promise<void>;
  /** Removes the local chain from the networks of the wallet, which then has to be added before a switch. */
  forgetNetwork(): void;
}

export const walletName = 'Test Wallet';

/** The account behind a wallet: a key or a smart account. */
export interface WalletAccount {
  address: Hex;
  signMessage(input: { message: { raw: Hex } }): Promise<Hex>;
  signTypedData(data: TypedDataDefinition): Promise<Hex>;
  sendTransaction(call: { to: Hex; data: Hex; value: bigint }): Promise<Hex>;
  /** Sends several calls in one transaction. Omitted if the wallet cannot. */
  sendBatch?(calls: BatchedCall[]): Promise<Hex>;
}

/** An account that acts with its key, on the local chain by default. */
export function keyAccount(
  account: PrivateKeyAccount,
  rpcUrl: string,
  chainId: number = hardhat.id,
): WalletAccount {
  const chain = { ...hardhat, id: chainId };
  const client = createWalletClient({ account, chain, transport: http(rpcUrl) });
  return {
    address: account.address,
    signMessage: (input) => account.signMessage(input),
    signTypedData: (data) => account.signTypedData(data),
    sendTransaction: (call) => client.sendTransaction(call),
    // The contract that carries out batches is on the local chain only.
    ...(chainId === hardhat.id && { sendBatch: (calls) => sendBatchByDelegation(client, calls) }),
  };
}

/**
 * A browser wallet with real signatures. The key stays in this process (an exposed binding signs). Pages get an
 * EIP-1193 provider that announces itself by EIP-6963, like an installed extension.
 */
export async function installWallet(
  context: BrowserContext,
  account: WalletAccount,
  rpcUrl: string,
  network: number = hardhat.id,
): Promise<TestWallet> {
  const client = createPublicClient({ transport: http(rpcUrl) });
  const asked: string[] = [];
  const refusals = new Map<string, { code: number; message: string }>();
  const held = new Map<string, Promise<void>>();
  // Kept here and not in the page, so that it survives a reload.
  let isAuthorised = false;
  let chainId = network;
  let knowsNetwork = true;

  async function moveTo(next: number): Promise<void> {
    chainId = next;
    await Promise.all(context.pages().map((page) => announceNetwork(page, next)));
  }

  /** A wallet on another network would send there. */
  function requireNetwork(): void {
    if (chainId !== network) throw new Error(`The page used network ${chainId}`);
  }

  async function answer({ method, params }: WalletRequest): Promise<unknown> {
    const list: unknown[] = Array.isArray(params) ? params : [];
    switch (method) {
      case 'eth_accounts':
        return isAuthorised ? [account.address] : [];
      case 'eth_requestAccounts':
        isAuthorised = true;
        return [account.address];
      case 'wallet_requestPermissions':
        isAuthorised = true;
        return [{ parentCapability: 'eth_accounts', caveats: [] }];
      case 'wallet_getPermissions':
        return isAuthorised ? [{ parentCapability: 'eth_accounts', caveats: [] }] : [];
      case 'wallet_revokePermissions':
        isAuthorised = false;
        return null;
      case 'eth_chainId':
        return `0x${chainId.toString(16)}`;
      case 'wallet_getCapabilities':
        return account.sendBatch
          ? { [`0x${network.toString(16)}`]: { atomic: { status: 'supported' } } }
          : {};
      case 'wallet_sendCalls': {
        requireNetwork();
        const { calls } = list[0] as { calls: BatchedCall[] };
        return { id: await account.sendBatch?.(calls) };
      }
      case 'wallet_getCallsStatus': {
        const id = hex(list[0]);
        const receipt = await client.request({ method: 'eth_getTransactionReceipt', params: [id] } as never);
        return callsStatus(id, network, receipt);
      }
      case 'wallet_watchAsset':
        return true;
      case 'wallet_switchEthereumChain':
        if (!knowsNetwork) throw new WalletError(4902, 'Unrecognized chain ID');
        await moveTo(Number((list[0] as { chainId: Hex }).chainId));
        return null;
      case 'wallet_addEthereumChain':
        knowsNetwork = true;
        await moveTo(Number((list[0] as { chainId: Hex }).chainId));
        return null;
      case 'personal_sign':
        return account.signMessage({ message: { raw: hex(list[0]) } });
      case 'eth_signTypedData_v4':
        requireNetwork();
        return account.signTypedData(JSON.parse(String(list[1])) as TypedDataDefinition);
      case 'eth_sendTransaction': {
        requireNetwork();
        const { to, data = '0x', value = '0x0' } = list[0] as { to: Hex; data?: Hex; value?: Hex };
        return account.sendTransaction({ to, data, value: BigInt(value) });
      }
      default:
        return client.request({ method, params } as never);
    }
  }

  await context.exposeBinding('walletRequest', async (_source, request: WalletRequest): Promise<Answer> => {
    asked.push(request.method);
    await held.get(request.method);
    const refusal = refusals.get(request.method);
    if (refusals.delete(request.method) && refusal) return { error: refusal };
    try {
      return { result: await answer(request) };
    } catch (error) {
      // An exposed binding passes on only error messages, but a wallet's errors have codes.
      const code = error instanceof WalletError ? error.code : -32603;
      return { error: { code, message: error instanceof Error ? error.message : String(error) } };
    }
  });
  await context.addInitScript(announceProvider, walletName);
  return {
    asked,
    decline: (method) => void refusals.set(method, { code: 4001, message: 'The person declined' }),
    fail: (method, code, message) => void refusals.set(method, { code, message }),
    hold(method) {
      const { promise, resolve } = Promise.withResolvers<void>();
      held.set(method, promise);
      return () => {
        held.delete(method);
        resolve();
      };
    },
    moveTo,
    forgetNetwork() {
      knowsNetwork = false;
    },
  };
}

class WalletError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

function announceNetwork(page: Page, chainId: number): Promise<void> {
  return page.evaluate(
    (chain) => {
      window.dispatchEvent(new CustomEvent('test-wallet:network', { detail: chain }));
    },
    `0x${chainId.toString(16)}`,
  );
}

function hex(value: unknown): Hex {
  if (isHex(value)) return value;
  throw new Error('The wallet was given something else than bytes');
}

/** Runs in every page. */
function announceProvider(name: string): void {
  const ask = (window as unknown as { walletRequest(request: unknown): Promise<Answer> }).walletRequest;
  const listeners = new Map<string, Set<(value: unknown) => void>>();
  const emit = (event: string, value: unknown) => {
    for (const listener of listeners.get(event) ?? []) listener(value);
  };
  window.addEventListener('test-wallet:network', (event) =>
    emit('chainChanged', (event as CustomEvent).detail),
  );
  const provider = {
    async request(request: WalletRequest) {
      const answer = await ask(request);
      if ('error' in answer)
        throw Object.assign(new Error(answer.error.message), { code: answer.error.code });
      if (request.method === 'eth_requestAccounts') emit('accountsChanged', answer.result);
      if (request.method === 'wallet_revokePermissions') emit('accountsChanged', []);
      return answer.result;
    },
    on(event: string, listener: (value: unknown) => void) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener));
    },
    removeListener(event: string, listener: (value: unknown) => void) {
      listeners.get(event)?.delete(listener);
    },
  };
  const icon =
    'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg"%3E%3Crect width="32" height="32" fill="%23555"/%3E%3C/svg%3E';
  const info = { uuid: crypto.randomUUID(), name, icon, rdns: 'org.example.testwallet' };
  const announce = () =>
    window.dispatchEvent(
      new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }),
    );
  window.addEventListener('eip6963:requestProvider', announce);
  announce();
}
