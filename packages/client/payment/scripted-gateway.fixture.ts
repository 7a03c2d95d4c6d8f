import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { networks } from '@labroom/contracts/networks';
import {
  decodePaymentSignatureHeader,
  encodePaymentRequiredHeader,
  encodePaymentResponseHeader,
} from '@x402/core/http';
import type { PaymentPayload, PaymentRequired, PaymentRequirements, SettleResponse } from '@x402/core/types';

const { contracts, stablecoin } = networks[31337];

export const payTo = '0x976EA74026E726554dB657fA54763abd0C3a0aa9';
export const transaction = `0x${'12'.repeat(32)}`;

const dataKey = { plaintextDEK: 'a2V5', encryptedDek: 'd3JhcA==', encryptionSystem: 'x', error: null };

interface ScriptedAnswer {
  status?: number;
  body?: unknown;
  settlement?: Partial<SettleResponse>;
  headers?: Record<string, string>;
}

/** Headers of a 402 response. */
export function paymentRequired(
  offer: object,
  error?: string,
  url = 'http://gateway',
): Record<string, string> {
  const resource = { url };
  const required = { x402Version: 2, error, resource, accepts: [offer] } as PaymentRequired;
  return { 'payment-required': encodePaymentRequiredHeader(required) };
}

/** A gateway on a real socket that quotes an offer and gives scripted responses to payments. */
export class ScriptedGateway {
  /** The offer it quotes. */
  offer: PaymentRequirements = {
    scheme: 'exact',
    network: 'eip155:31337',
    asset: contracts.usdc,
    amount: '10000',
    payTo,
    maxTimeoutSeconds: 300,
    extra: { name: stablecoin.name, version: stablecoin.version },
  };
  /** The response to a payment; `hang up` breaks the connection. */
  answer: ScriptedAnswer | 'hang up' = {
    settlement: { success: true, transaction },
    headers: { 'x-request-id': 'request-1' },
  };
  /** Responses before `answer`, in order. */
  answers: (ScriptedAnswer | 'hang up')[] = [];
  /** The resource that it quotes; its own by default. */
  resource: string | undefined;
  /** The headers of requests with a payment. */
  sent: IncomingHttpHeaders[] = [];
  /** What it foresees; a status: its answer to the question. */
  foresight: object | number = { runs: true };
  /** Headers of that answer, as that of the price. */
  foresightHeaders: Record<string, string> = {};
  foreseen: { path: string; body: unknown }[] = [];
  paid: PaymentPayload[] = [];
  asked: { path: string; body: unknown }[] = [];
  readonly #server = createServer(async (request, response) => {
    const asked = { path: request.url ?? '', body: await json(request) };
    if (asked.path.endsWith('/foresee')) {
      this.foreseen.push(asked);
      return typeof this.foresight === 'number'
        ? send(response, { status: this.foresight, body: {} })
        : send(response, { body: this.foresight, headers: this.foresightHeaders });
    }
    this.asked.push(asked);
    const signature = request.headers['payment-signature'];
    if (!signature) {
      const mutation = request.url?.split('/').at(-1);
      const resource = this.resource ?? `http://${request.headers.host}/x402/labs/${mutation}`;
      const headers = paymentRequired(this.offer, undefined, resource);
      return send(response, { status: 402, body: {}, headers });
    }
    this.sent.push(request.headers);
    this.paid.push(decodePaymentSignatureHeader(String(signature)));
    const answer = this.answers.shift() ?? this.answer;
    if (answer === 'hang up') return response.destroy();
    send(response, answer);
  });

  async start(): Promise<string> {
    await once(this.#server.listen(0, '127.0.0.1'), 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/local/`;
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

function send(
  response: ServerResponse,
  { status = 200, settlement, headers = {}, body }: ScriptedAnswer,
): void {
  if (settlement) {
    const wire = { success: false, transaction: '', network: 'eip155:31337', ...settlement } as const;
    response.setHeader('payment-response', encodePaymentResponseHeader(wire));
  }
  response.setHeader('content-type', 'application/json; charset=utf-8');
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  const content = body ?? { data: { generateDataEncryptionKey: dataKey } };
  response.writeHead(status).end(typeof content === 'string' ? content : JSON.stringify(content));
}
