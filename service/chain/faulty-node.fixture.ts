import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

interface RpcRequest {
  id: number;
  method: string;
  params: unknown[];
}

/** Answers a request itself and returns true, or leaves it to the real node. */
type Fault = (request: RpcRequest, response: ServerResponse, body: IncomingMessage) => boolean;

export interface FaultyNode {
  rpcUrl: string;
  /** Methods requested so far. */
  asked: string[];
  fail(fault: Fault | null): void;
  stop(): Promise<void>;
}

/** A proxy of the real node that fails on command. */
export async function startFaultyNode(realUrl: string): Promise<FaultyNode> {
  const asked: string[] = [];
  let fault: Fault | null = null;
  const server = createServer(async (incoming, response) => {
    const body = await text(incoming);
    const request: RpcRequest = { params: [], ...JSON.parse(body) };
    asked.push(request.method);
    if (fault?.(request, response, incoming)) return;
    const real = await fetch(realUrl, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
    });
    response.setHeader('Content-Type', 'application/json').end(await real.text());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    rpcUrl: `http://127.0.0.1:${port}`,
    asked,
    fail(next) {
      fault = next;
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Answers with a JSON-RPC error. */
export const rpcError =
  (code: number, message: string, data?: unknown): Fault =>
  ({ id }, response) => {
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify({ jsonrpc: '2.0', id, error: { code, message, data } }));
    return true;
  };

/** Answers with this HTTP response. */
export const httpAnswer =
  (status: number, headers: Record<string, string> = {}, body = ''): Fault =>
  (_, response) => {
    response.writeHead(status, headers).end(body);
    return true;
  };

/** Breaks the connection. */
export const hangUp: Fault = (_, __, incoming) => {
  incoming.socket.destroy();
  return true;
};
