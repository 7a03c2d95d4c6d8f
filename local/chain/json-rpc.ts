import { z } from 'zod';
import type { Chain } from './chain.ts';
import { LocalChainError } from './local-chain-error.ts';

const requestSchema = z.object({
  id: z.union([z.string(), z.number(), z.null()]).optional(),
  method: z.string(),
  params: z.array(z.unknown()).optional(),
});

type JsonRpcResponse = { jsonrpc: '2.0'; id: string | number | null } & (
  | { result: unknown }
  | { error: { code: number; message: string; data?: unknown } }
);

const maxBatch = 1000;

/** Methods that only read. Methods that are not listed here or below do not exist on this chain. */
const reads = new Set([
  ...['eth_blockNumber', 'eth_chainId', 'eth_coinbase', 'eth_feeHistory', 'eth_gasPrice', 'eth_syncing'],
  ...['eth_getBalance', 'eth_getCode', 'eth_getProof', 'eth_getStorageAt', 'eth_getTransactionCount'],
  ...['eth_getBlockByHash', 'eth_getBlockByNumber', 'eth_getBlockReceipts', 'eth_maxPriorityFeePerGas'],
  ...['eth_getBlockTransactionCountByHash', 'eth_getBlockTransactionCountByNumber'],
  ...['eth_getTransactionByBlockHashAndIndex', 'eth_getTransactionByBlockNumberAndIndex'],
  ...['eth_getTransactionByHash', 'eth_getTransactionReceipt', 'eth_getLogs', 'eth_pendingTransactions'],
  ...['eth_newFilter', 'eth_newBlockFilter', 'eth_newPendingTransactionFilter', 'eth_uninstallFilter'],
  ...['eth_getFilterChanges', 'eth_getFilterLogs', 'net_listening', 'net_peerCount', 'net_version'],
  ...['web3_clientVersion', 'web3_sha3', 'debug_traceTransaction'],
]);

/** Methods that evaluate a call; the second parameter is the block. */
const calls = new Set(['eth_call', 'eth_estimateGas', 'debug_traceCall']);

/**
 * Answers JSON-RPC 2.0 requests (https://ethereum.github.io/execution-apis) to the chain, one or a batch.
 * @param options.testMethods enables `evm_mine` and `evm_increaseTime`, which are recorded in the journal
 * @throws LocalChainError if the chain can no longer write its journal
 */
export class JsonRpc {
  readonly #chain: Chain;
  readonly #testMethods: boolean;

  constructor(chain: Chain, options: { testMethods: boolean }) {
    this.#chain = chain;
    this.#testMethods = options.testMethods;
  }

  async answer(body: string): Promise<JsonRpcResponse | JsonRpcResponse[]> {
    let parsed: unknown;
    try {
      parsed = JSON.parse(body);
    } catch {
      return failure(null, -32700, 'Parse error: the body is not JSON.');
    }
    if (!Array.isArray(parsed)) return this.#answerOne(parsed);
    if (parsed.length === 0 || parsed.length > maxBatch) {
      return failure(null, -32600, `A batch has 1 to ${maxBatch} requests.`);
    }
    return Promise.all(parsed.map((request) => this.#answerOne(request)));
  }

  async #answerOne(input: unknown): Promise<JsonRpcResponse> {
    const request = requestSchema.safeParse(input);
    if (!request.success) return failure(null, -32600, 'Invalid request.');
    const { id = null, method, params = [] } = request.data;
    try {
      return { jsonrpc: '2.0', id, result: (await this.#dispatch(method, params)) ?? null };
    } catch (error) {
      if (error instanceof LocalChainError) throw error;
      const { code, message, data } = error as { code?: number; message: string; data?: unknown };
      return failure(id, typeof code === 'number' ? code : -32603, message, data);
    }
  }

  async #dispatch(method: string, params: unknown[]): Promise<unknown> {
    if (method === 'eth_sendRawTransaction') return this.#chain.submit(signedTransaction(params));
    // The chain has no keys; wallets sign.
    if (method === 'eth_accounts') return [];
    if (calls.has(method)) return this.#call(method, params);
    if (reads.has(method)) {
      if (params[0] === 'pending') await this.#chain.alignClock();
      return this.#chain.request(method, params);
    }
    if (this.#testMethods && method === 'evm_mine') return this.#chain.mine();
    if (this.#testMethods && method === 'evm_increaseTime') return this.#chain.skipTime(seconds(params));
    throw new RpcError(-32601, `The method ${method} does not exist on the local chain.`);
  }

  /** See [Note: the clock]: calls on `latest` run in the next block, which has the current second. */
  async #call(method: string, params: unknown[]): Promise<unknown> {
    const [call, block = 'latest', ...rest] = params;
    if (block !== 'latest' && block !== 'pending') return this.#chain.request(method, params);
    await this.#chain.alignClock();
    return this.#chain.request(method, [call, 'pending', ...rest]);
  }
}

class RpcError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** Checked before it is recorded, because the journal keeps every entry. */
function signedTransaction(params: unknown[]): string {
  const [raw] = params;
  if (typeof raw === 'string' && /^0x([0-9a-f]{2})+$/i.test(raw)) return raw;
  throw new RpcError(-32602, 'eth_sendRawTransaction takes one signed transaction as hex data.');
}

function seconds(params: unknown[]): number {
  const amount = Number(params[0]);
  if (Number.isSafeInteger(amount) && amount > 0) return amount;
  throw new RpcError(-32602, 'evm_increaseTime takes a positive number of seconds.');
}

function failure(id: string | number | null, code: number, message: string, data?: unknown): JsonRpcResponse {
  return { jsonrpc: '2.0', id, error: data === undefined ? { code, message } : { code, message, data } };
}
