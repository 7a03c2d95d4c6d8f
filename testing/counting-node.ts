import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

export interface CountingNode {
  rpcUrl: string;
  /** The methods of each request that came in, in order; those of a batch joined. */
  requests: string[];
  close(): Promise<void>;
}

/** The node of this run, behind a proxy that counts requests. */
export async function startCountingNode(target: string): Promise<CountingNode> {
  const requests: string[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const calls = [JSON.parse(body)].flat() as { method: string }[];
    requests.push(calls.map(({ method }) => method).join('+'));
    const answer = await fetch(target, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    });
    response.setHeader('content-type', 'application/json').end(await answer.text());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  return {
    rpcUrl: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    requests,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
