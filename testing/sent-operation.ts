import type { StoredUserOperation } from '@labroom/service/platform/db/tables/did.ts';
import { pad, zeroAddress } from 'viem';

/** An operation in the queue that was sent, for tests that never ask the chain about it. */
export const sentOperation: StoredUserOperation = {
  sender: zeroAddress,
  nonce: '0x0',
  callGasLimit: '0x0',
  verificationGasLimit: '0x0',
  preVerificationGas: '0x0',
  maxFeePerGas: '0x0',
  maxPriorityFeePerGas: '0x0',
  callData: '0x',
  signature: pad('0x'),
  fromBlock: 0,
  deadline: 0,
  sendingFailed: false,
};
