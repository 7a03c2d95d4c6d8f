'use client';
import { useSyncExternalStore } from 'react';
import type { TypedDataDefinition } from 'viem';

/** [Note: lazy wallet] Pages render without any wallet code. This store is all they see of the wallet; the code behind
 * it (wagmi, RainbowKit, viem) is loaded as a sibling of the page when somebody connects, or at once for those who were
 * connected before, and registers itself here. */

export type WalletState =
  | { status: 'disconnected' }
  /** The wallet code is loading, or reconnects. */
  | { status: 'connecting' }
  | {
      status: 'connected';
      /** Lowercase. */
      address: `0x${string}`;
      chainId: number;
      /** Name of the wallet, e.g. "MetaMask". */
      walletName: string;
    };

interface ContractCall {
  address: `0x${string}`;
  data: `0x${string}`;
  /** Wei sent along. */
  value: bigint;
}

/** The operations of a connected wallet. They reject with the error of the wallet if the person declines. */
export interface WalletRuntime {
  openConnectDialog(): void;
  /** EIP-191 `personal_sign`. */
  signMessage(message: string): Promise<`0x${string}`>;
  /** EIP-712 `eth_signTypedData_v4`. Moves the wallet to our chain first. */
  signTypedData(data: TypedDataDefinition): Promise<`0x${string}`>;
  /** Moves the wallet to our chain first, if it is on another. Gives the transaction's hash. */
  send(call: ContractCall): Promise<`0x${string}`>;
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

/** The wallet as it is now. */
export function useWallet(): WalletState {
  return useSyncExternalStore(
    subscribe,
    () => state,
    () => disconnected,
  );
}

/** The wallet as it is now, outside of React. */
export function walletState(): WalletState {
  return state;
}

/** Whether the wallet code should be on the page. */
export function useWalletWanted(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => wanted,
    () => false,
  );
}

/** The wallet code, loaded where it is not yet. */
export function walletRuntime(): Promise<WalletRuntime> {
  if (!wanted) {
    wanted = true;
    change({ status: 'connecting' });
  }
  return runtime.promise;
}

/** Opens the dialog in which a wallet is chosen. */
export async function connectWallet(): Promise<void> {
  (await walletRuntime()).openConnectDialog();
}

/** Loads the wallet code for somebody who was connected before. */
export function resumeWallet(): void {
  if (localStorage.getItem(rememberedKey)) void walletRuntime();
}

/** For the wallet code: it is there. The one that registers last counts, as its connection is the one that is shown. */
export function registerRuntime(next: WalletRuntime): void {
  runtime.resolve(next);
  runtime = Promise.withResolvers();
  runtime.resolve(next);
}

/** For the wallet code: the account, the chain or the connection changed. */
export function publishWalletState(next: WalletState): void {
  if (next.status === 'connected') localStorage.setItem(rememberedKey, '1');
  if (next.status === 'disconnected') localStorage.removeItem(rememberedKey);
  change(next);
}

/** For the host of the wallet code: it could not be loaded. The next attempt starts anew. */
export function failRuntime(reason: Error): void {
  runtime.promise.catch(() => undefined);
  runtime.reject(reason);
  runtime = Promise.withResolvers();
  wanted = false;
  change(disconnected);
}
