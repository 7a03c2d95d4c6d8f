import { Agent, type Dispatcher } from 'undici';
import {
  type Address,
  createPublicClient,
  defineChain,
  type HttpTransport,
  type HttpTransportConfig,
  http,
  type PublicClient,
} from 'viem';
import { type ChainId, type ContractAddresses, networks } from '#contracts/networks.ts';
import { chainUnavailable } from './call-failure.ts';
import { anyHead, type HeadGuard } from './head-guard.ts';
import { UntrustedCalls } from './untrusted-calls.ts';

/** One configured node, asked in three ways. */
export interface ChainNode {
  /** For contracts that the configuration names, while somebody waits. */
  node: PublicClient;
  /** For blocks and logs, which may take a node long and nobody waits for. */
  history: PublicClient;
  /** For untrusted contracts: connections of its own, small answers, no second try. Use `callUntrustedContract`. */
  untrustedNode: PublicClient;
  /** The queue of calls through `untrustedNode`. */
  untrusted: UntrustedCalls;
  /** Refuses answers of a node that lags. */
  head: HeadGuard;
  /** Contracts that the configuration names and that conditions ask: they do not wait in the queue. */
  trusted: readonly Address[];
}

/** The chain of the environment. */
export interface ChainClient extends ChainNode {
  chainId: ChainId;
  contracts: ContractAddresses;
  /** Another node, where one is configured: asked about history when the first one could keep something to itself. */
  witness?: PublicClient | undefined;
}

interface ChainClientOptions {
  rpcUrl: string;
  witnessRpcUrl?: string | null;
  chainId: ChainId;
  /** Instead of the published addresses. */
  contracts?: ContractAddresses;
  /** The queue that all nodes of a process share. */
  untrusted?: UntrustedCalls;
  /** Absent: any head will do. */
  head?: HeadGuard;
}

interface ChainNodeOptions {
  rpcUrl: string;
  chainId: number;
  title: string;
  untrusted?: UntrustedCalls | undefined;
  head?: HeadGuard | undefined;
  trusted?: readonly Address[] | undefined;
}

const waitedForMs = 5_000;
const historyTimeoutMs = 20_000;
/** A round trip per block or transaction would take longer than all the rest of reading a chain. */
const requestsPerBatch = 50;
/** A range of logs may be long. */
const nodeResponseBytes = 64 * 1024 * 1024;
/** More than three times what `callUntrustedContract` accepts, as JSON carries hex. */
const untrustedResponseBytes = 64 * 1024;
/** As many as calls run at once. Reads of roles use others, so that they never wait for one of these. */
const strangerConnections = 4;

export function createChainClient(options: ChainClientOptions): ChainClient {
  const { rpcUrl, witnessRpcUrl, chainId, untrusted, head } = options;
  const { title, contracts: published } = networks[chainId];
  const contracts = options.contracts ?? published;
  const trusted = [contracts.accessResolver, contracts.labNft];
  return {
    chainId,
    contracts,
    witness: witnessRpcUrl ? createChainNode({ rpcUrl: witnessRpcUrl, chainId, title }).history : undefined,
    ...createChainNode({ rpcUrl, chainId, title, untrusted, head, trusted }),
  };
}

/**
 * [Note: the only host] Nothing on this path may talk to another host than the configured node: a contract can ask its
 * caller to fetch a URL (ERC-3668, which viem follows unless told otherwise), and a node can answer with a redirect.
 */
export function createChainNode(options: ChainNodeOptions): ChainNode {
  const { rpcUrl, chainId, title, untrusted = new UntrustedCalls(), head = anyHead, trusted = [] } = options;
  const chain = defineChain({
    id: chainId,
    name: title,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  });
  const onChain = onlyOnChain(chainId);
  const client = (
    timeout: number,
    maxResponseBodySize: number,
    {
      dispatcher,
      ...options
    }: Pick<HttpTransportConfig, 'retryCount' | 'batch'> & { dispatcher?: Dispatcher },
  ): PublicClient =>
    createPublicClient({
      chain,
      ccipRead: false,
      transport: onChain(
        http(rpcUrl, {
          fetchFn: boundedFetch(timeout, dispatcher),
          maxResponseBodySize,
          timeout,
          ...options,
        }),
      ),
    });
  return {
    node: client(waitedForMs, nodeResponseBytes, { retryCount: 1 }),
    history: client(historyTimeoutMs, nodeResponseBytes, {
      retryCount: 1,
      batch: { batchSize: requestsPerBatch },
    }),
    untrustedNode: client(waitedForMs, untrustedResponseBytes, {
      retryCount: 0,
      dispatcher: new Agent({ connections: strangerConnections }),
    }),
    untrusted,
    head,
    trusted,
  };
}

/**
 * Makes sure that the node serves the chain of the environment, and the other one too.
 * @throws Error when it serves another, ServiceError `UPSTREAM_UNAVAILABLE` when it does not answer
 */
export async function verifyChainId({ node, witness, chainId }: ChainClient): Promise<void> {
  for (const asked of witness ? [node, witness] : [node]) {
    const actual = await asked.getChainId().catch((error: unknown) => {
      throw chainUnavailable(error);
    });
    if (actual !== chainId) throw new Error(otherChain(actual, chainId));
  }
}

/**
 * A node of another chain answers every question, and wrongly: contracts may have the same addresses there, and somebody else a
 * role. So nothing is asked of a node before it said once that it serves the chain of the environment.
 */
function onlyOnChain(chainId: number): (transport: HttpTransport) => HttpTransport {
  let confirmed: Promise<void> | undefined;
  return (transport) => (parameters) => {
    const { request, ...rest } = transport(parameters);
    const confirm = async () => {
      const actual = Number(await request({ method: 'eth_chainId' }));
      if (actual !== chainId) throw new Error(otherChain(actual, chainId));
    };
    const guarded: typeof request = async (asked, options) => {
      if (asked.method !== 'eth_chainId') {
        confirmed ??= confirm().catch((error: unknown) => {
          confirmed = undefined;
          throw error;
        });
        await confirmed;
      }
      return request(asked, options);
    };
    return { ...rest, request: guarded };
  };
}

const otherChain = (actual: number, wanted: number) =>
  `The node serves chain ${actual}, but this environment uses chain ${wanted}.`;

/** viem's own time limit ends with the response's headers; this one covers the body too, and no redirect is followed. */
function boundedFetch(timeoutMs: number, dispatcher?: Dispatcher) {
  return async (url: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const deadline = AbortSignal.timeout(timeoutMs);
    const signal = init.signal ? AbortSignal.any([init.signal, deadline]) : deadline;
    const options = { ...init, signal, redirect: 'error', ...(dispatcher && { dispatcher }) } as const;
    const response = await fetch(url, options);
    if (!response.headers.has('Retry-After')) return response;
    // Disables retries by `Retry-After`: viem would wait that long while a request is pending.
    const headers = new Headers(response.headers);
    headers.delete('Retry-After');
    return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
  };
}
