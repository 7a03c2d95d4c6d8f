import type { BrowserContext } from '@playwright/test';
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
import { type BatchedCall, callsStatus, sendBatchByDelegation } from '#lib/wallet/batch-by-delegation.ts';

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

/** An account of the local chain that acts with its key. */
export function keyAccount(account: PrivateKeyAccount, rpcUrl: string): WalletAccount {
  const client = createWalletClient({ account, chain: hardhat, transport: http(rpcUrl) });
  return {
    address: account.address,
    signMessage: (input) => account.signMessage(input),
    signTypedData: (data) => account.signTypedData(data),
    sendTransaction: (call) => client.sendTransaction(call),
    sendBatch: (calls) => sendBatchByDelegation(client, calls),
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
): Promise<TestWallet> {
  const client = createPublicClient({ chain: hardhat, transport: http(rpcUrl) });
  const asked: string[] = [];
  const declined = new Set<string>();
  // Kept here and not in the page, so that it survives a reload.
  let isAuthorised = false;

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
        return `0x${hardhat.id.toString(16)}`;
      case 'wallet_getCapabilities':
        return account.sendBatch
          ? { [`0x${hardhat.id.toString(16)}`]: { atomic: { status: 'supported' } } }
          : {};
      case 'wallet_sendCalls': {
        const { calls } = list[0] as { calls: BatchedCall[] };
        return { id: await account.sendBatch?.(calls) };
      }
      case 'wallet_getCallsStatus': {
        const id = hex(list[0]);
        const receipt = await client.request({ method: 'eth_getTransactionReceipt', params: [id] } as never);
        return callsStatus(id, hardhat.id, receipt);
      }
      case 'wallet_watchAsset':
        return true;
      case 'wallet_switchEthereumChain':
        return null;
      case 'personal_sign':
        return account.signMessage({ message: { raw: hex(list[0]) } });
      case 'eth_signTypedData_v4':
        return account.signTypedData(JSON.parse(String(list[1])) as TypedDataDefinition);
      case 'eth_sendTransaction': {
        const { to, data = '0x', value = '0x0' } = list[0] as { to: Hex; data?: Hex; value?: Hex };
        return account.sendTransaction({ to, data, value: BigInt(value) });
      }
      default:
        return client.request({ method, params } as never);
    }
  }

  await context.exposeBinding('walletRequest', async (_source, request: WalletRequest): Promise<Answer> => {
    asked.push(request.method);
    if (declined.delete(request.method)) return { error: { code: 4001, message: 'The person declined' } };
    try {
      return { result: await answer(request) };
    } catch (error) {
      // An exposed binding passes on only error messages, but a wallet's errors have codes.
      return { error: { code: -32603, message: error instanceof Error ? error.message : String(error) } };
    }
  });
  await context.addInitScript(announceProvider, walletName);
  return { asked, decline: (method) => declined.add(method) };
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
