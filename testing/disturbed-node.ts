import { createServer, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import type { ScriptedChain } from './scripted-chain.ts';
import { listen } from './transports/listen.ts';

interface RpcRequest {
  id: number;
  method: string;
  params?: unknown[];
}

/** Disturbance of an HTTP response, or of one result in it. */
type Disturbance = 'drop' | 'cut' | 'delay' | 'shuffle' | 'empty' | 'reverse' | 'repeat' | 'refuse' | 'none';

export interface DisturbedNode {
  rpcUrl: string;
  /** Probabilities in thousandths; the rest is undisturbed. */
  chances: Partial<Record<Disturbance, number>>;
  /** Maximum number of blocks per log request. */
  widestRange: number;
  struck: Map<Disturbance, number>;
  /** Resolves when that many more requests came in. */
  after(requests: number): Promise<void>;
  close(): Promise<void>;
}

/**
 * A scripted chain behind HTTP with random disturbances. Falsifies a response (emptied, reversed, repeated) never twice in a
 * row for one request, because a client could not detect that.
 */
export async function startDisturbedNode(chain: ScriptedChain, random: () => number): Promise<DisturbedNode> {
  const waiting = new Map<() => void, number>();
  const emptied = new Set<string>();
  const node: Omit<DisturbedNode, 'rpcUrl' | 'close'> = {
    chances: {},
    widestRange: Number.POSITIVE_INFINITY,
    struck: new Map(),
    after: (requests) => new Promise((resolve) => void waiting.set(resolve, requests)),
  };
  const strikes = (...candidates: Disturbance[]): Disturbance => {
    let left = random() * 1000;
    const found = candidates.find((candidate) => {
      left -= node.chances[candidate] ?? 0;
      return left < 0;
    });
    if (found) node.struck.set(found, (node.struck.get(found) ?? 0) + 1);
    return found ?? 'none';
  };

  async function answer({ id, method, params = [] }: RpcRequest) {
    const request = { method, params } as Parameters<typeof chain.node.request>[0];
    try {
      if (isWiderThan(node.widestRange, params[0])) throw new Error('query returned more than 10000 results');
      const result: unknown = await chain.node.request(request);
      return { jsonrpc: '2.0', id, result: falsified(JSON.stringify([method, params]), result) };
    } catch (error) {
      return { jsonrpc: '2.0', id, error: { code: -32005, message: (error as Error).message } };
    }
  }

  function falsified(question: string, result: unknown): unknown {
    const disturbance = strikes('empty', 'reverse', 'repeat');
    if (disturbance === 'empty' && !emptied.delete(question)) {
      emptied.add(question);
      return Array.isArray(result) ? [] : null;
    }
    emptied.delete(question);
    if (!Array.isArray(result)) return result;
    if (disturbance === 'repeat') return [...result, ...result];
    return disturbance === 'reverse' ? result.toReversed() : result;
  }

  async function respond(body: string, response: ServerResponse): Promise<void> {
    const disturbance = strikes('drop', 'cut', 'delay', 'shuffle', 'refuse');
    if (disturbance === 'drop') return void response.destroy();
    if (disturbance === 'refuse') return void response.writeHead(503).end('overloaded');
    const parsed: RpcRequest | RpcRequest[] = JSON.parse(body);
    const answers = await Promise.all([parsed].flat().map(answer));
    if (disturbance === 'shuffle') answers.reverse();
    const json = JSON.stringify(Array.isArray(parsed) ? answers : answers[0]);
    if (disturbance === 'delay') await pause(random() * 60);
    response.setHeader('Content-Type', 'application/json');
    response.end(disturbance === 'cut' ? json.slice(0, json.length >> 1) : json);
  }

  const server = createServer(async (incoming, response) => {
    for (const [resolve, left] of waiting) {
      waiting.set(resolve, left - 1);
      if (left <= 1 && waiting.delete(resolve)) resolve();
    }
    // The client can be killed while it sends the request.
    const body = await text(incoming).catch(() => null);
    if (body !== null) await respond(body, response);
  });
  const { url, close } = await listen(server);
  return Object.assign(node, {
    rpcUrl: url,
    close,
  });
}

function isWiderThan(widest: number, filter: unknown): boolean {
  const { fromBlock, toBlock } = (filter ?? {}) as { fromBlock?: string; toBlock?: string };
  return Number(toBlock) - Number(fromBlock) >= widest;
}
