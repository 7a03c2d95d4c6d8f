import { devBatchAccountAbi } from '@labroom/contracts/abi';
import { localAddresses } from '@labroom/contracts/local-addresses';
import {
  type Account,
  type Chain,
  encodeAbiParameters,
  type Hex,
  type Transport,
  type WalletClient,
} from 'viem';

export interface BatchedCall {
  to: Hex;
  data?: Hex;
  value?: Hex;
}

/** ERC-7579: several calls, all or none. */
const allOrNone = `0x01${'0'.repeat(62)}` as const;
const callsType = [
  {
    type: 'tuple[]',
    components: [{ type: 'address' }, { type: 'uint256' }, { type: 'bytes' }],
  },
] as const;

/**
 * Sends several calls in one transaction of a key of the local chain, which delegates to the code of
 * `DevBatchAccount` (EIP-7702). All calls succeed or none. Returns the hash.
 */
export async function sendBatchByDelegation(
  client: WalletClient<Transport, Chain, Account>,
  calls: readonly BatchedCall[],
): Promise<Hex> {
  const { account } = client;
  const authorization = await client.signAuthorization({
    account,
    contractAddress: localAddresses.batchAccount,
    executor: 'self',
  });
  const list = calls.map(({ to, data = '0x', value = '0x0' }) => [to, BigInt(value), data] as const);
  return client.writeContract({
    address: account.address,
    abi: devBatchAccountAbi,
    functionName: 'execute',
    args: [allOrNone, encodeAbiParameters(callsType, [list])],
    authorizationList: [authorization],
  });
}

/** Answers `wallet_getCallsStatus` (EIP-5792) for a batch whose id is its transaction hash. */
export function callsStatus(id: Hex, chainId: number, receipt: Record<string, unknown> | null): object {
  const status = receipt === null ? 100 : receipt.status === '0x1' ? 200 : 500;
  return {
    version: '2.0.0',
    id,
    chainId: `0x${chainId.toString(16)}`,
    atomic: true,
    status,
    receipts: receipt === null ? [] : [receipt],
  };
}
