import {
  accessResolverAbi,
  didRegistryAbi,
  labNftAbi,
  labTokenAbi,
  oclTermsPermissionerAbi,
  oclTokenizerAbi,
  onChainLabFactoryAbi,
} from '@labroom/contracts/abi';
import { localAddresses as contracts } from '@labroom/contracts/local-addresses';
import { type Abi, type Address, decodeEventLog, type Hex } from 'viem';

type RpcLog = Record<
  'address' | 'blockHash' | 'blockNumber' | 'data' | 'logIndex' | 'transactionHash',
  Hex
> & {
  topics: [Hex, ...Hex[]];
};
type RpcBlock = { timestamp: Hex; transactions: { hash: Hex; from: Address }[] };

const abi: Abi = [
  ...labNftAbi,
  ...onChainLabFactoryAbi,
  ...accessResolverAbi,
  ...oclTokenizerAbi,
  ...oclTermsPermissionerAbi,
  ...didRegistryAbi,
];
const tokenAbi: Abi = labTokenAbi;

/**
 * The expected content of the index, computed from the node's JSON without code of the service: one line of JSON per event,
 * in the order of the chain.
 */
export async function expectedEvents(rpcUrl: string, token: Address): Promise<string[]> {
  const followed = [contracts.labNft, contracts.factory, contracts.accessResolver, contracts.tokenizer];
  const address = [...followed, contracts.termsPermissioner, contracts.didRegistry, token];
  const logs = await rpc<RpcLog[]>(rpcUrl, 'eth_getLogs', [{ address, fromBlock: '0x0', toBlock: 'latest' }]);
  const blocks = new Map<Hex, RpcBlock>();
  const lines: string[] = [];
  for (const log of logs) {
    const block =
      blocks.get(log.blockNumber) ??
      (await rpc<RpcBlock>(rpcUrl, 'eth_getBlockByNumber', [log.blockNumber, true]));
    blocks.set(log.blockNumber, block);
    const { data, topics } = log;
    const isToken = log.address.toLowerCase() === token.toLowerCase();
    const { eventName = '', args } = decodeEventLog({ abi: isToken ? tokenAbi : abi, data, topics });
    lines.push(
      line({
        blockNumber: Number(log.blockNumber),
        logIndex: Number(log.logIndex),
        contractAddress: log.address,
        eventName,
        args: args as unknown as Record<string, unknown>,
        txHash: log.transactionHash,
        txSender: block.transactions.find(({ hash }) => hash === log.transactionHash)?.from ?? '',
        blockHash: log.blockHash,
        blockTimestamp: new Date(Number(block.timestamp) * 1000),
      }),
    );
  }
  return lines;
}

interface ComparedEvent {
  blockNumber: number;
  logIndex: number;
  contractAddress: string;
  eventName: string;
  args: Record<string, unknown>;
  txHash: string;
  txSender: string;
  blockHash: string;
  blockTimestamp: Date;
}

/** An event in the form in which both sides are compared. */
export function line(event: ComparedEvent): string {
  const { blockNumber, logIndex, contractAddress, eventName, txHash, txSender, blockHash } = event;
  const args = Object.entries(event.args).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const fields = [
    blockNumber,
    logIndex,
    contractAddress.toLowerCase(),
    eventName,
    txHash,
    txSender,
    blockHash,
  ];
  return JSON.stringify([...fields, event.blockTimestamp, args], (_, value) => {
    if (typeof value === 'bigint') return value.toString();
    const isAddress = typeof value === 'string' && /^0x[\da-f]{40}$/i.test(value);
    return isAddress ? value.toLowerCase() : value;
  });
}

async function rpc<Result>(rpcUrl: string, method: string, params: unknown[]): Promise<Result> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const headers = { 'Content-Type': 'application/json' };
  const response = await fetch(rpcUrl, { method: 'POST', headers, body });
  const { result } = (await response.json()) as { result: Result };
  return result;
}
