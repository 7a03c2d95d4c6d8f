import { createServer, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { listen } from './transports/listen.ts';

interface Call {
  method: string;
  params?: [{ to?: string; data?: string }?, ...unknown[]];
}

/** How a node fails to answer. None of these says anything about a contract. */
export const nodeFailures = {
  'a limit of requests (429)': (response: ServerResponse) =>
    void response.writeHead(429).end('Too Many Requests'),
  'a limit of requests as an answer': (response: ServerResponse) =>
    answer(response, {
      error: { code: -32005, message: 'daily request count exceeded, request rate limited' },
    }),
  'an internal error': (response: ServerResponse) =>
    answer(response, { error: { code: -32603, message: 'Internal error' } }),
  'an overload (503)': (response: ServerResponse) =>
    void response.writeHead(503).end('<html>overloaded</html>'),
  'a cut connection': (response: ServerResponse) => void response.destroy(),
  'an answer that is no JSON': (response: ServerResponse) => void response.end('<html>Sign in</html>'),
} as const;

/** How a node reports that a contract has no such function, or refuses. */
export const contractFailures = {
  'a revert': (response: ServerResponse) =>
    answer(response, { error: { code: 3, message: 'execution reverted', data: '0x' } }),
  'a revert with a code of its own': (response: ServerResponse) =>
    answer(response, {
      error: { code: -32000, message: 'VM Exception while processing transaction: revert' },
    }),
  'an empty answer': (response: ServerResponse) => answer(response, { result: '0x' }),
} as const;

/**
 * A JSON-RPC node that answers some calls and fails at others. `respond` writes the response of a call; a hex string that it
 * returns is the call's result.
 */
export function startFailingNode(respond: (call: Call, response: ServerResponse) => unknown) {
  const server = createServer(async (incoming, response) => {
    const call = (await json(incoming)) as Call;
    const result = respond(call, response);
    if (typeof result === 'string') answer(response, { result });
  });
  return listen(server);
}

function answer(response: ServerResponse, body: object): void {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, ...body }));
}
