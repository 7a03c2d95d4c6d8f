'use client';
import type { LocalAccountName } from '@labroom/contracts/local-accounts';
import { useSyncExternalStore } from 'react';
import type { TypedDataDefinition } from 'viem';

/**
 * [Note: lazy wallet] Pages render without wallet code. They use only this store. The wallet code (wagmi, RainbowKit,
 * viem) is loaded beside the page when the user connects, or at once if a wallet was connected before, and registers
 * itself here.
 */

export type WalletState =
  | { status: 'disconnected' }
  /** The wallet code is loading or reconnecting. */
  | { status: 'connecting' }
  | {
      status: 'connected';
      /** Lowercase. */
      address: `0x${string}`;
      /** Network of the wallet, which may differ from the configured one. */
      chainId: number;
      /** Name of the wallet, e.g. "MetaMask". */
      walletName: string;
    };

export interface ContractCall {
  address: `0x${string}`;
  data: `0x${string}`;
  /** Value in wei. */
  value: bigint;
}

/** Operations of a connected wallet. They reject with the wallet's error if the user declines. */
export interface WalletRuntime {
  openConnectDialog(): void;
  /** Connects an account of the local chain. Rejects in other environments. */
  connectAs(name: LocalAccountName): Promise<void>;
  /** EIP-191 `personal_sign`. */
  signMessage(message: string): Promise<`0x${string}`>;
  /** EIP-712 `eth_signTypedData_v4`. Switches the wallet to the configured chain first. */
  signTypedData(data: TypedDataDefinition): Promise<`0x${string}`>;
  /** Sends a transaction and returns its hash. Switches the wallet to the configured chain first. */
  send(call: ContractCall): Promise<`0x${string}`>;
  /** Whether the wallet can send several calls in one transaction, all or none (EIP-5792). */
  canSendBatch(): Promise<boolean>;
  /** Sends several calls in one transaction and returns an id of the wallet. Switches the chain first. */
  sendBatch(calls: readonly ContractCall[]): Promise<string>;
  /** Waits until a batch is mined and returns the hash of its transaction. Rejects if it failed. */
  batchMined(id: string): Promise<`0x${string}`>;
  /** Asks the wallet to list a token (EIP-747). Switches the chain first. Returns whether it does. */
  watchToken(token: { address: `0x${string}`; symbol: string; decimals: number }): Promise<boolean>;
  /** Switches the wallet to the configured chain, if it is on another. Errors: `OtherNetworkError`. */
  switchNetwork(): Promise<void>;
  disconnect(): Promise<void>;
}

const rememberedKey = 'labroom.wallet';
const disconnected: WalletState = { status: 'disconnected' };

let state: WalletState = disconnected;
let wanted = false;
let runtime = Promise.withResolvers<WalletRuntime>();
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function change(next: WalletState): void {
  state = next;
  for (const listener of listeners) listener();
}

/** The current wallet state. */
export function useWallet(): WalletState {
  return useSyncExternalStore(
    subscribe,
    () => state,
    () => disconnected,
  );
}

/** The wallet state, outside of React, once it is not connecting. */
export function settledWallet(): Promise<Exclude<WalletState, { status: 'connecting' }>> {
  const { promise, resolve } = Promise.withResolvers<Exclude<WalletState, { status: 'connecting' }>>();
  const look = () => {
    if (state.status === 'connecting') return;
    stop();
    resolve(state);
  };
  const stop = subscribe(look);
  look();
  return promise;
}

/** Whether the wallet code should be mounted. */
export function useWalletWanted(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => wanted,
    () => false,
  );
}

/** The wallet operations. Loads the wallet code if needed. */
export function walletRuntime(): Promise<WalletRuntime> {
  if (!wanted) {
    wanted = true;
    change({ status: 'connecting' });
  }
  return runtime.promise;
}

/** Opens the dialog to choose a wallet. */
export async function connectWallet(): Promise<void> {
  (await walletRuntime()).openConnectDialog();
}

/** Connects an account of the local chain without a dialog. */
export async function connectLocalAccount(name: LocalAccountName): Promise<void> {
  await (await walletRuntime()).connectAs(name);
}

/** Loads the wallet code if a wallet was connected before. */
export function resumeWallet(): void {
  if (localStorage.getItem(rememberedKey)) void walletRuntime();
}

/** Called by the wallet code when it is ready. The last registration wins, because its connection is the one shown. */
export function registerRuntime(next: WalletRuntime): void {
  runtime.resolve(next);
  runtime = Promise.withResolvers();
  runtime.resolve(next);
}

/** Called by the wallet code when the account, the chain or the connection changes. */
export function publishWalletState(next: WalletState): void {
  if (next.status === 'connected') localStorage.setItem(rememberedKey, '1');
  if (next.status === 'disconnected') localStorage.removeItem(rememberedKey);
  change(next);
}

/** Called if the wallet code could not be loaded. The next attempt starts over. */
export function failRuntime(reason: Error): void {
  runtime.promise.catch(() => undefined);
  runtime.reject(reason);
  runtime = Promise.withResolvers();
  wanted = false;
  change(disconnected);
}
