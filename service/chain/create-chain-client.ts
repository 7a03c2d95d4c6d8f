import { type ChainId, type ContractAddresses, networks } from '@labroom/contracts/networks';
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
import { measure } from '#platform/telemetry/measured.ts';
import { chainUnavailable } from './call-failure.ts';
import type { ChainClient, ChainNode } from './chain-client.ts';
import { anyHead, type HeadGuard } from './head-guard.ts';
import { UntrustedCallQueue } from './untrusted-call-queue.ts';
import type { UntrustedCalls } from './untrusted-calls.ts';

interface ChainClientOptions {
  rpcUrl: string;
  witnessRpcUrl?: string | null;
  chainId: ChainId;
  /** Overrides the published addresses. */
  contracts?: ContractAddresses;
  /** Shared by all nodes of a process. */
  untrusted?: UntrustedCalls;
  /** Absent: every head is accepted. */
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
/** A round trip per block or transaction would take longer than the rest of indexing. */
const requestsPerBatch = 50;
const nodeResponseBytes = 64 * 1024 * 1024;
/** More than three times what `callUntrustedContract` accepts, because JSON carries hex. */
const untrustedResponseBytes = 64 * 1024;
/** As many as calls run at once. Role reads use other connections, so they never wait for untrusted calls. */
const untrustedConnections = 4;

export function createChainClient(options: ChainClientOptions): ChainClient {
  const { rpcUrl, witnessRpcUrl, chainId, untrusted, head } = options;
  const { title, contracts: published } = networks[chainId];
  const contracts = options.contracts ?? published;
  const trusted = [
    contracts.accessResolver,
    contracts.labNft,
    ...(contracts.accessList ? [contracts.accessList] : []),
  ];
  return {
    chainId,
    contracts,
    witness: witnessRpcUrl ? createChainNode({ rpcUrl: witnessRpcUrl, chainId, title }).history : undefined,
    ...createChainNode({ rpcUrl, chainId, title, untrusted, head, trusted }),
  };
}

/**
 * [Note: the only host] This path must connect to no host but the configured node. A contract can ask its caller to
 * fetch a URL (ERC-3668, which viem follows by default), and a node can answer with a redirect.
 */
export function createChainNode(options: ChainNodeOptions): ChainNode {
  const {
    rpcUrl,
    chainId,
    title,
    untrusted = new UntrustedCallQueue(),
    head = anyHead,
    trusted = [],
  } = options;
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
      dispatcher: new Agent({ connections: untrustedConnections }),
    }),
    untrusted,
    head,
    trusted,
  };
}

/**
 * Requires that the node and the second node serve the chain of the environment.
 * @throws Error when one serves another chain, ServiceError `UPSTREAM_UNAVAILABLE` when one does not answer
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
 * Verifies the node's chain id before the first request. A node of another chain would give wrong answers without an
 * error: the same addresses may exist there, with other roles.
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

/** viem's timeout ends with the response's headers. This one covers the body too, and follows no redirect. */
function boundedFetch(timeoutMs: number, dispatcher?: Dispatcher) {
  return async (url: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const deadline = AbortSignal.timeout(timeoutMs);
    const signal = init.signal ? AbortSignal.any([init.signal, deadline]) : deadline;
    const options = { ...init, signal, redirect: 'error', ...(dispatcher && { dispatcher }) } as const;
    const response = await measure('node', fetch(url, options));
    if (!response.headers.has('Retry-After')) return response;
    // Disables retries by `Retry-After`: viem would wait that long within the request.
    const headers = new Headers(response.headers);
    headers.delete('Retry-After');
    return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
  };
}
