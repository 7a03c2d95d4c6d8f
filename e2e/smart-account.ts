import {
  type Address,
  concatHex,
  encodeFunctionData,
  hashMessage,
  type PrivateKeyAccount,
  pad,
  parseAbi,
  zeroAddress,
} from 'viem';
import type { LocalJson } from '#local/start/local-json.ts';
import { chainAs } from './labs.ts';
import type { WalletAccount } from './wallet.ts';

const abi = parseAbi([
  'function execTransaction(address, uint256, bytes, uint8, uint256, uint256, uint256, address, address, bytes) returns (bool)',
]);

/** A Safe with one owner as a smart account is connected: its own address, ERC-1271 signatures, calls through it. */
export function smartAccount(stack: LocalJson, owner: PrivateKeyAccount, address: Address): WalletAccount {
  const { wallet } = chainAs(stack, owner);
  return {
    address,
    signMessage: ({ message }) =>
      owner.signTypedData({
        domain: { chainId: 31337, verifyingContract: address },
        types: { SafeMessage: [{ name: 'message', type: 'bytes' }] },
        primaryType: 'SafeMessage',
        message: { message: hashMessage(message) },
      }),
    signTypedData: () => Promise.reject(new Error('This account signs texts only')),
    sendTransaction({ to, data, value }) {
      // An owner that sends the transaction itself needs no signature (v = 1).
      const signature = concatHex([pad(owner.address), pad('0x'), '0x01']);
      const args = [to, value, data, 0, 0n, 0n, 0n, zeroAddress, zeroAddress, signature] as const;
      return wallet.sendTransaction({
        to: address,
        data: encodeFunctionData({ abi, functionName: 'execTransaction', args }),
      });
    },
  };
}
