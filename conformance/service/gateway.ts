import type { LabChain } from '@labroom/client/chain/lab-chain.ts';
import { paymentHeaderOf, signedPayment } from '@labroom/testing/sign-payment.ts';
import { type Answer, textOf } from '@labroom/testing/test-client.ts';
import type { DocumentNode } from 'graphql';
import { type Hex, type PrivateKeyAccount, parseAbi } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { challengeOf, type Requirements } from './payment.ts';
import { send, untilTaken } from './service.ts';

const stablecoinAbi = parseAbi([
  'function mint(address, uint256)',
  'function transfer(address, uint256) returns (bool)',
  'function balanceOf(address) view returns (uint256)',
]);
const LOCAL_CHAIN = 31337;

/** A call at the gateway: a mutation and what it is asked for. */
export interface PaidCall {
  mutation: string;
  query: string | DocumentNode;
  variables?: Record<string, unknown>;
  payerAddress?: string;
}

/** The gateway as a program sees it that has neither credential nor token. */
export class GatewayClient {
  readonly url: string;

  /** @param url its base, with the stage */
  constructor(url: string) {
    this.url = url.replace(/\/$/, '');
  }

  /** A call as it is, with these headers. */
  call({ mutation, query, ...rest }: PaidCall, headers: Record<string, string> = {}): Promise<Answer> {
    return this.send(mutation, JSON.stringify({ query: textOf(query), ...rest }), headers);
  }

  send(path: string, body: string, headers: Record<string, string> = {}): Promise<Answer> {
    const request = { headers: { 'content-type': 'application/json', ...headers }, body };
    return untilTaken(() => send(`${this.url}/x402/labs/${path}`, request));
  }

  /** What a call costs. */
  async quote(call: PaidCall): Promise<Requirements> {
    const [accepted] = challengeOf(await this.call(call)).accepts;
    if (!accepted) throw new Error('The challenge accepts nothing');
    return accepted;
  }

  /** Asks for the price, signs exactly that and calls again. */
  async pay(
    payer: PrivateKeyAccount,
    call: PaidCall,
    headers: Record<string, string> = {},
    name = 'payment-signature',
  ) {
    const payment = await signedPayment(payer, await this.quote(call));
    const header = paymentHeaderOf(payment);
    return { payment, header, answer: await this.call(call, { ...headers, [name]: header }) };
  }
}

export type PaymentClient = ReturnType<typeof openPaymentClient>;

/** Gives wallets what calls are paid with: minted on the local chain, elsewhere the owner's own. */
export function openPaymentClient(chain: LabChain) {
  const { usdc: address } = chain.contracts;
  const functionName = chain.reader.chain.id === LOCAL_CHAIN ? 'mint' : 'transfer';
  const token = { address, abi: stablecoinAbi } as const;
  return {
    balanceOf: (wallet: string): Promise<bigint> =>
      chain.reader.readContract({ ...token, functionName: 'balanceOf', args: [wallet as Hex] }),
    fill: (wallet: string, amount: bigint) =>
      chain.write({ ...token, functionName, args: [wallet as Hex, amount] }),
    /** A fresh wallet that can pay for so many calls. */
    async payer(calls = 1, price = 10_000n): Promise<PrivateKeyAccount> {
      const payer = privateKeyToAccount(generatePrivateKey());
      await this.fill(payer.address, price * BigInt(calls));
      return payer;
    },
  };
}
