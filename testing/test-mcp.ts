import { randomBytes } from 'node:crypto';
import { canonicalJson } from '@labroom/protocol/canonical-json';
import { intentNonce, type NamedCall } from '@labroom/protocol/payment-intent';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { PaymentRequired, SettleResponse } from '@x402/core/types';
import { bytesToHex, type Hex } from 'viem';
import { signedPayment } from './sign-payment.ts';
import type { TestWallet } from './test-wallets.ts';

export interface ToolAnswer {
  isError: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads answers as the program would.
  said: any;
  meta: Record<string, unknown>;
}

/** A program that knows the service by `/mcp` alone, with the unmodified client of the protocol. */
export class TestAgent implements AsyncDisposable {
  /** Requests so far, of the client itself too. */
  requests = 0;
  /** The bodies of all requests and answers: what a model behind the program can see. */
  readonly transcript: string[] = [];
  readonly client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } });

  async connect({ url }: { url: string }, token?: string): Promise<this> {
    const counted: typeof fetch = async (input, init) => {
      this.requests += 1;
      const response = await fetch(input, init);
      const answer = await response.clone().text();
      this.transcript.push(String(init?.body ?? ''), answer);
      return response;
    };
    const requestInit = token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } };
    await this.client.connect(
      new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { fetch: counted, requestInit }),
    );
    return this;
  }

  async call(
    name: string,
    args: Record<string, unknown> = {},
    _meta: Record<string, unknown> = {},
  ): Promise<ToolAnswer> {
    const result = await this.client.callTool({ name, arguments: args, _meta });
    const [content] = result.content;
    const text = content?.type === 'text' ? content.text : '';
    const meta = result._meta ?? {};
    return { isError: result.isError === true, said: JSON.parse(text), meta };
  }

  /** The price of a paid tool. @throws Error if there is none */
  async quote(name: string, args: Record<string, unknown> = {}): Promise<PaymentRequired> {
    const { said } = await this.call(name, args);
    if (said.x402Version !== 2) throw new Error(JSON.stringify(said));
    return said;
  }

  /** What pays for a call of a tool: a payment whose nonce names the call. */
  async payment(
    payer: TestWallet,
    name: string,
    args: Record<string, unknown> = {},
    changes: Partial<NamedCall> = {},
  ) {
    const { resource, accepts } = await this.quote(name, args);
    const [requirements] = accepts;
    if (!requirements) throw new Error('No price was named');
    const salt: Hex = bytesToHex(randomBytes(32));
    const named = { resource: resource.url, body: canonicalJson(args), salt, ...changes };
    const payment = await signedPayment(payer, requirements, { nonce: intentNonce(named) });
    return { 'x402/payment': payment, 'labroom/payment-salt': named.salt };
  }

  /** Pays for a call. */
  async buy(payer: TestWallet, name: string, args: Record<string, unknown> = {}): Promise<ToolAnswer> {
    return this.call(name, args, await this.payment(payer, name, args));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.client.close();
  }
}

export const receiptOf = ({ meta }: ToolAnswer) =>
  meta['x402/payment-response'] as SettleResponse | undefined;
