import type { LocalJson } from '@labroom/local/data-dir/local-json.ts';
import { localChain } from '@labroom/testing/actors.ts';
import { safeTransaction, signAsSafe } from '@labroom/testing/safe.ts';
import { type Address, hashMessage, type PrivateKeyAccount } from 'viem';
import type { WalletAccount } from './wallet.ts';

/** A Safe with one owner as a connected smart account: its own address, ERC-1271 signatures, calls through it. */
export function smartAccount(stack: LocalJson, owner: PrivateKeyAccount, address: Address): WalletAccount {
  const { wallet } = localChain(stack.rpcUrl, owner);
  return {
    address,
    signMessage: ({ message }) => signAsSafe(owner, address, hashMessage(message)),
    signTypedData: () => Promise.reject(new Error('This account signs texts only')),
    sendTransaction: (call) => wallet.sendTransaction(safeTransaction(address, owner.address, call)),
  };
}
