import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  getAddress,
  getTypesForEIP712Domain,
  isAddress,
  numberToHex,
  serializeTypedData,
  stringToHex,
  type TypedDataDefinition,
} from 'viem';
import { z } from 'zod';
import { CommandError } from '../command-line/exit-codes.ts';
import type { Terminal } from '../command-line/terminal.ts';
import type { MessageSigner } from './signer.ts';
import { walletPage } from './wallet-page.ts';

const mostBodyBytes = 100_000;
const patienceMs = 10 * 60_000;

const answerSchema = z.object({ id: z.int(), result: z.unknown().optional(), error: z.string().optional() });

interface WalletRequest {
  method: string;
  params: unknown[];
  /** A refusal ends nothing. */
  isOptional?: boolean;
}

export interface BrowserWallet extends AsyncDisposable {
  /** Address of the page. Only this user knows it. */
  url: string;
  /** Resolves when the user has chosen a wallet. Throws `CommandError` if the wallet refuses, or nobody comes. */
  connect(): Promise<MessageSigner>;
}

/** Serves a page on this machine, through which the wallet of a browser signs. */
export async function openBrowserWallet(options: {
  chainId: number;
  terminal: Pick<Terminal, 'say'>;
  launch(url: string): void;
}): Promise<BrowserWallet> {
  const exchange = openExchange();
  const secret = randomBytes(24).toString('base64url');
  let origin = '';
  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // Another host name is a page elsewhere that was led here by its DNS.
    if (`http://${request.headers.host}` !== origin) return end(response, 421);
    const [, given, path] = (request.url ?? '').split('/');
    if (given !== secret) return end(response, 404);
    if (request.method === 'GET' && path === '') return sendPage(response);
    if (request.method !== 'POST' || request.headers.origin !== origin) return end(response, 403);
    if (path === 'next') return sendJson(response, await exchange.next());
    if (path !== 'answer') return end(response, 404);
    const answer = answerSchema.safeParse(await readJson(request));
    if (!answer.success) return end(response, 400);
    exchange.settle(answer.data);
    sendJson(response, {});
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const url = `${origin}/${secret}/`;
  const timer = setTimeout(() => exchange.fail('Nobody signed within ten minutes.'), patienceMs).unref();
  options.terminal.say(`Open this page in the browser that has your wallet:\n${url}`);
  options.launch(url);

  return {
    url,
    async connect() {
      const accounts = z
        .array(z.string())
        .safeParse(await exchange.ask({ method: 'eth_requestAccounts', params: [] }));
      const account = accounts.data?.[0];
      if (!account || !isAddress(account)) throw new CommandError('failed', 'The wallet gave no account.');
      const address = getAddress(account);
      const chainId = numberToHex(options.chainId);
      // Wallets refuse typed data of a chain that they do not show; one that cannot switch may sign all the same.
      await exchange.ask({ method: 'wallet_switchEthereumChain', params: [{ chainId }], isOptional: true });
      return {
        address,
        signMessage: async ({ message }) =>
          signature(await exchange.ask({ method: 'personal_sign', params: [stringToHex(message), address] })),
        async signTypedData({ types, ...message }) {
          const data: TypedDataDefinition = {
            ...message,
            types: { EIP712Domain: getTypesForEIP712Domain(message), ...types },
          };
          const text = serializeTypedData(data);
          return signature(await exchange.ask({ method: 'eth_signTypedData_v4', params: [address, text] }));
        },
      };
    },
    async [Symbol.asyncDispose]() {
      clearTimeout(timer);
      // Gives the page the time to hear that it is done. One that was closed is not waited for longer.
      await Promise.race([exchange.finish(), sleep(2_000, undefined, { ref: false })]);
      const closed = new Promise((resolve) => server.close(resolve));
      setTimeout(() => server.closeAllConnections(), 2_000).unref();
      await closed;
    },
  };
}

function signature(result: unknown): string {
  if (typeof result === 'string' && /^0x([0-9a-f]{2})+$/i.test(result)) return result;
  throw new CommandError('failed', 'The wallet gave no signature.');
}

/** One request at a time: the program asks, the page fetches and answers. */
function openExchange() {
  let asked: {
    id: number;
    request: WalletRequest;
    resolve(result: unknown): void;
    reject(error: Error): void;
  } | null = null;
  let waiting: ((message: object) => void) | null = null;
  let isDone = false;
  let last = 0;
  const told = Promise.withResolvers<void>();
  let hasPage = false;
  const message = () => {
    if (isDone) return { done: true };
    return asked && { id: asked.id, ...asked.request };
  };
  const deliver = () => {
    const found = message();
    if (!found || !waiting) return;
    waiting(found);
    waiting = null;
    if (isDone) told.resolve();
  };
  return {
    /** What the page does next. */
    next(): Promise<object> {
      const { promise, resolve } = Promise.withResolvers<object>();
      hasPage = true;
      waiting?.({ done: true });
      waiting = resolve;
      deliver();
      return promise;
    },
    ask(request: WalletRequest): Promise<unknown> {
      const { promise, resolve, reject } = Promise.withResolvers<unknown>();
      last += 1;
      asked = { id: last, request, resolve, reject };
      deliver();
      return promise;
    },
    settle({ id, result, error }: z.infer<typeof answerSchema>): void {
      if (asked?.id !== id) return;
      const { request, resolve, reject } = asked;
      asked = null;
      if (error === undefined || request.isOptional) resolve(result);
      else reject(new CommandError('failed', `The wallet refused: ${error}`));
    },
    fail(reason: string): void {
      asked?.reject(new CommandError('failed', reason));
    },
    /** Resolves when the page, if there is one, was told that it is no longer needed. */
    async finish(): Promise<void> {
      isDone = true;
      deliver();
      if (hasPage) await told.promise;
    },
  };
}

function sendPage(response: ServerResponse): void {
  const nonce = randomBytes(16).toString('base64');
  response.setHeader(
    'content-security-policy',
    `default-src 'none'; connect-src 'self'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`,
  );
  response.setHeader('content-type', 'text/html; charset=utf-8');
  end(response, 200, walletPage(nonce));
}

function sendJson(response: ServerResponse, body: object): void {
  response.setHeader('content-type', 'application/json');
  end(response, 200, JSON.stringify(body));
}

function end(response: ServerResponse, status: number, body = ''): void {
  response
    .writeHead(status, {
      connection: 'close',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
    .end(body);
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) {
    text += chunk;
    if (text.length > mostBodyBytes) throw new Error('The body is too long.');
  }
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
