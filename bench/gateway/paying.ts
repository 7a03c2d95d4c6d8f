import { localAccount } from '@labroom/contracts/local-accounts';
import { localChain, mintStablecoins, newWallet, signIn, type TestWallet } from '@labroom/testing/actors.ts';
import { type ChannelVouchers, channelVouchers } from '@labroom/testing/channel-vouchers.ts';
import { x402Client } from '@x402/core/client';
import type { PaymentPayload, PaymentRequired, PaymentRequirements } from '@x402/core/types';
import { ExactEvmScheme } from '@x402/evm/exact/client';
import { privateKeyToAccount } from 'viem/accounts';
import type { ServiceProcess } from '../stack/service-process.ts';

export interface Paying {
  wallets: readonly TestWallet[];
  channels: readonly Channel[];
  /** Where calls are sent. */
  url: string;
  sign(payers: number, each: number): Promise<PaymentPayload[][]>;
  withToken(): Promise<void>;
  withPayment(payment: PaymentPayload): Promise<void>;
  /** Vouchers of a channel for each payer, in the order in which they must be used. */
  vouchers(payers: number, each: number): Promise<PaymentPayload[][]>;
}

interface Channel extends ChannelVouchers {
  /** What its last voucher is signed for. */
  signed: bigint;
}

export const mutation = 'generateDataEncryptionKey';
export const body = JSON.stringify({
  query: `mutation { ${mutation} { plaintextDEK encryptedDek error { code } } }`,
});

export async function startPaying(
  service: ServiceProcess,
  rpcUrl: string,
  payers: number,
  calls: number,
): Promise<Paying> {
  const wallets = Array.from({ length: payers }, newWallet);
  const { token } = await signIn(service, newWallet());
  const url = `${service.url}/local/x402/labs/${mutation}`;
  const quote = await quoteOf(url);
  const minter = localChain(rpcUrl, privateKeyToAccount(localAccount('owner').privateKey));
  const exact = offerOf(quote, 'exact');
  const price = BigInt(exact.amount);
  const amount = price * BigInt(calls);
  for (const { address } of wallets) await mintStablecoins(minter, address, 2n * amount);
  const channels = wallets.map(
    (wallet): Channel => ({
      ...channelVouchers(offerOf(quote, 'batch-settlement'), wallet),
      signed: price,
    }),
  );
  const clients = wallets.map((wallet) =>
    x402Client.fromConfig({
      schemes: [{ network: 'eip155:31337', client: new ExactEvmScheme(wallet) }],
      spendControls: false,
    }),
  );
  const payWith = (payment: PaymentPayload) => post(url, { 'payment-signature': headerOf(payment) });
  for (const channel of channels) await payWith(await channel.deposit(amount, price));
  return {
    wallets,
    channels,
    url,
    sign: (count, each) =>
      Promise.all(
        clients
          .slice(0, count)
          .map((client) =>
            Promise.all(
              Array.from({ length: each }, () => client.createPaymentPayload({ ...quote, accepts: [exact] })),
            ),
          ),
      ),
    async withToken() {
      await post(`${service.url}/graphql`, { authorization: service.credential, 'x-service-token': token });
    },
    withPayment: payWith,
    vouchers: (count, each) =>
      Promise.all(
        channels.slice(0, count).map((channel) =>
          Promise.all(
            Array.from({ length: each }, () => {
              channel.signed += price;
              return channel.voucher(channel.signed);
            }),
          ),
        ),
      ),
  };
}

/** The payment as the header `payment-signature`. */
export const headerOf = (payment: PaymentPayload) => Buffer.from(JSON.stringify(payment)).toString('base64');

async function post(url: string, headers: Record<string, string>): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
  const answer = (await response.json()) as { data?: Record<string, { error: unknown }> };
  if (answer.data?.[mutation]?.error !== null)
    throw new Error(`HTTP ${response.status}: ${JSON.stringify(answer)}`);
}

function offerOf({ accepts }: PaymentRequired, scheme: string): PaymentRequirements {
  const offer = accepts.find((one) => one.scheme === scheme);
  if (!offer) throw new Error(`The gateway does not take ${scheme}`);
  return offer;
}

async function quoteOf(url: string): Promise<PaymentRequired> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  return JSON.parse(Buffer.from(response.headers.get('payment-required') ?? '', 'base64').toString());
}
