import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import { z } from 'zod';

const call = z.object({
  id: z.union([z.number(), z.string()]),
  method: z.string().optional(),
  params: z.unknown().optional(),
});
const topicOf = z.object({ topic: z.string() });
const topicsOf = z.object({ topics: z.array(z.string()) });
const published = z.object({ topic: z.string(), message: z.string(), tag: z.number() });
type Message = z.output<typeof published> & { publishedAt: number };

/**
 * A relay of WalletConnect in this process: it passes encrypted messages between the subscribers of a topic, and keeps
 * them for late ones (https://specs.walletconnect.com/2.0/specs/servers/relay/relay-server-rpc).
 */
export async function startRelay(): Promise<{ url: string; stop(): void }> {
  const kept = new Map<string, Message[]>();
  const subscribers = new Map<string, Set<WebSocket>>();
  let lastId = 0;

  const deliver = (socket: WebSocket, data: Message) => {
    lastId += 1;
    const params = { id: data.topic, data };
    socket.send(JSON.stringify({ id: lastId, jsonrpc: '2.0', method: 'irn_subscription', params }));
  };
  const subscribe = (socket: WebSocket, topic: string) => {
    subscribers.set(topic, (subscribers.get(topic) ?? new Set()).add(socket));
    for (const message of kept.get(topic) ?? []) deliver(socket, message);
    return topic;
  };
  const answer = (socket: WebSocket, method: string, params: unknown): unknown => {
    switch (method) {
      case 'irn_subscribe':
        return subscribe(socket, topicOf.parse(params).topic);
      case 'irn_batchSubscribe':
        return topicsOf.parse(params).topics.map((topic) => subscribe(socket, topic));
      case 'irn_batchFetchMessages':
        return { messages: [], hasMore: false };
      case 'irn_publish': {
        const message = { ...published.parse(params), publishedAt: Date.now() };
        kept.set(message.topic, [...(kept.get(message.topic) ?? []), message]);
        for (const other of subscribers.get(message.topic) ?? [])
          if (other !== socket) deliver(other, message);
        return true;
      }
      default:
        return true;
    }
  };

  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  server.on('connection', (socket) => {
    socket.on('message', (text) => {
      const { id, method, params } = call.parse(JSON.parse(String(text)));
      if (method) socket.send(JSON.stringify({ id, jsonrpc: '2.0', result: answer(socket, method, params) }));
    });
    socket.on('close', () => {
      for (const sockets of subscribers.values()) sockets.delete(socket);
    });
  });
  await once(server, 'listening');
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop() {
      for (const socket of server.clients) socket.terminate();
      server.close();
    },
  };
}
