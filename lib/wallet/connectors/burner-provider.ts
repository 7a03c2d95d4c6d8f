import {
  createWalletClient,
  type EIP1193Provider,
  type Hex,
  http,
  isHex,
  ProviderRpcError,
  type TypedDataDefinition,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import type { PublicConfig } from '../../config/public-config.tsx';
import { chainOf } from '../chain.ts';
import { type BatchedCall, callsStatus, sendBatchByDelegation } from './batch-by-delegation.ts';

type Request = { method: string; params?: unknown };

/**
 * A wallet without an extension, for the local chain only: its key is public. It implements EIP-1193 (`request`), so
 * that other code treats it as a real wallet.
 */
export function burnerProvider(privateKey: Hex, config: PublicConfig): Pick<EIP1193Provider, 'request'> {
  if (config.environment !== 'local') throw new Error('Burner wallets exist in the local environment only.');
  const account = privateKeyToAccount(privateKey);
  const chain = chainOf(config);
  const client = createWalletClient({ account, chain, transport: http(config.rpcUrl) });

  async function request({ method, params }: Request): Promise<unknown> {
    const list: unknown[] = Array.isArray(params) ? params : [];
    switch (method) {
      case 'eth_accounts':
      case 'eth_requestAccounts':
        return [account.address];
      case 'eth_chainId':
        return `0x${chain.id.toString(16)}`;
      case 'personal_sign':
        return account.signMessage({ message: { raw: hex(list[0]) } });
      case 'eth_signTypedData_v4':
        return account.signTypedData(JSON.parse(String(list[1])) as TypedDataDefinition);
      case 'eth_sendTransaction':
        return client.sendTransaction(transaction(list[0]));
      case 'wallet_getCapabilities':
        return { [`0x${chain.id.toString(16)}`]: { atomic: { status: 'supported' } } };
      case 'wallet_sendCalls': {
        const { calls } = list[0] as { calls: BatchedCall[] };
        return { id: await sendBatchByDelegation(client, calls) };
      }
      case 'wallet_getCallsStatus': {
        const id = hex(list[0]);
        const receipt = await client.request({ method: 'eth_getTransactionReceipt', params: [id] } as never);
        return callsStatus(id, chain.id, receipt);
      }
      case 'wallet_watchAsset':
        return true;
      case 'wallet_switchEthereumChain':
        return null;
      default:
        return client.request({ method, params } as never);
    }
  }

  return { request: request as EIP1193Provider['request'] };
}

function transaction(value: unknown): { to: Hex; data?: Hex; value?: bigint; gas?: bigint } {
  const { to, data, value: wei, gas } = value as Record<string, unknown>;
  return {
    to: hex(to),
    ...(isHex(data) ? { data } : {}),
    ...(isHex(wei) ? { value: BigInt(wei) } : {}),
    ...(isHex(gas) ? { gas: BigInt(gas) } : {}),
  };
}

function hex(value: unknown): Hex {
  if (isHex(value)) return value;
  throw new ProviderRpcError(new Error('Expected a hexadecimal value'), {
    code: -32602,
    shortMessage: 'Invalid params',
  });
}
