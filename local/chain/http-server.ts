import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Chain } from './chain.ts';
import type { JsonRpc } from './json-rpc.ts';
import { LocalChainError } from './local-chain-error.ts';

const host = '127.0.0.1';
const maxBodyBytes = 5 * 1024 * 1024;

type ChainServer = { rpcUrl: string; close(): Promise<void> };

/**
 * Serves JSON-RPC over HTTP POST on 127.0.0.1:`port` (0 takes any free port). Browsers can call it from pages of this
 * machine only, not from other origins or names that resolve to 127.0.0.1.
 * `GET /blocks` is a stream of events with the number of the head, now and after each block.
 * @param onFatal called if the chain can no longer write its journal
 * @throws LocalChainError if the port is in use
 */
export async function serveJsonRpc(
  chain: Chain,
  rpc: JsonRpc,
  port: number,
  onFatal: (error: LocalChainError) => void,
): Promise<ChainServer> {
  const streams = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    handle({ chain, rpc, streams }, request, response).catch((error) => {
      response.destroy();
      if (error instanceof LocalChainError) onFatal(error);
    });
  });
  await listen(server, port);
  return {
    rpcUrl: `http://${host}:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const stream of streams) stream.end();
        server.closeIdleConnections();
      }),
  };
}

function streamBlocks(chain: Chain, streams: Set<ServerResponse>, response: ServerResponse): void {
  const send = (number: number) => response.write(`data: ${number}\n\n`);
  response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
  streams.add(response);
  chain.blockListeners.add(send);
  response.once('close', () => {
    streams.delete(response);
    chain.blockListeners.delete(send);
  });
  send(chain.head.number);
}

async function listen(server: Server, port: number): Promise<void> {
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    const inUse = (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
    const reason = inUse ? 'another program does' : (error as Error).message;
    throw new LocalChainError(`The local chain cannot listen on ${host}:${port}, because ${reason}.`, error);
  }
}

interface Serving {
  chain: Chain;
  rpc: JsonRpc;
  streams: Set<ServerResponse>;
}

async function handle(
  { chain, rpc, streams }: Serving,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { origin } = request.headers;
  if (!isLoopback(`http://${request.headers.host}`) || (origin !== undefined && !isLoopback(origin))) {
    return send(response, 403, { message: 'The local chain answers this machine only.' });
  }
  if (origin !== undefined) {
    response.setHeader('Access-Control-Allow-Origin', origin);
    response.setHeader('Vary', 'Origin');
  }
  if (request.method === 'OPTIONS') {
    response.setHeader('Access-Control-Allow-Methods', 'POST');
    response.setHeader('Access-Control-Allow-Headers', 'Content-Type');
    response.setHeader('Access-Control-Max-Age', '86400');
    response.writeHead(204).end();
    return;
  }
  if (request.method === 'GET' && request.url === '/blocks') return streamBlocks(chain, streams, response);
  if (request.method !== 'POST') {
    return send(response, 405, { message: 'The local chain takes JSON-RPC requests by POST.' });
  }
  const body = await readBody(request);
  if (body === undefined) {
    response.setHeader('Connection', 'close');
    return send(response, 413, { message: `A request has at most ${maxBodyBytes} bytes.` });
  }
  send(response, 200, await rpc.answer(body));
}

function isLoopback(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { hostname } = new URL(url);
  return hostname === '127.0.0.1' || hostname === 'localhost' || hostname === '[::1]';
}

async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > maxBodyBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}
