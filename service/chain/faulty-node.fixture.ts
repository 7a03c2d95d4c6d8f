import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { listen } from '@labroom/testing/transports/listen.ts';

interface RpcRequest {
  id: number;
  method: string;
  params: unknown[];
}

/** Answers a request itself and returns true, or leaves it to the real node. */
type Fault = (request: RpcRequest, response: ServerResponse, body: IncomingMessage) => boolean;

export interface FaultyNode {
  rpcUrl: string;
  /** The methods of each request so far; those of a batch joined. */
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
    const calls: RpcRequest[] = [JSON.parse(body)].flat();
    asked.push(calls.map(({ method }) => method).join('+'));
    const request: RpcRequest = { id: 0, method: '', ...calls[0], params: calls[0]?.params ?? [] };
    if (fault?.(request, response, incoming)) return;
    const real = await fetch(realUrl, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
    });
    response.setHeader('Content-Type', 'application/json').end(await real.text());
  });
  const { url, close } = await listen(server);
  return {
    rpcUrl: url,
    asked,
    fail(next) {
      fault = next;
    },
    stop: close,
  };
}

export const rpcError =
  (code: number, message: string, data?: unknown): Fault =>
  ({ id }, response) => {
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify({ jsonrpc: '2.0', id, error: { code, message, data } }));
    return true;
  };

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
