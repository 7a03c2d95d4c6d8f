import { x402Client } from '@x402/core/client';
import type { PaymentPayload, PaymentRequired } from '@x402/core/types';
import { ExactEvmScheme } from '@x402/evm/exact/client';
import { privateKeyToAccount } from 'viem/accounts';
import { localAccount } from '#contracts/local-accounts.ts';
import { localChain, mintStablecoins, newWallet, signIn } from '#testing/actors.ts';
import type { ServiceProcess } from '../stack/service-process.ts';

export interface Paying {
  sign(payers: number, each: number): Promise<PaymentPayload[][]>;
  withToken(): Promise<void>;
  withPayment(payment: PaymentPayload): Promise<void>;
}

const mutation = 'generateDataEncryptionKey';
const body = JSON.stringify({
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
  const amount = BigInt(quote.accepts[0]?.amount ?? 0) * BigInt(calls);
  for (const { address } of wallets) await mintStablecoins(minter, address, amount);
  const clients = wallets.map((wallet) =>
    x402Client.fromConfig({
      schemes: [{ network: 'eip155:31337', client: new ExactEvmScheme(wallet) }],
      spendControls: false,
    }),
  );
  return {
    sign: (count, each) =>
      Promise.all(
        clients
          .slice(0, count)
          .map((client) =>
            Promise.all(Array.from({ length: each }, () => client.createPaymentPayload(quote))),
          ),
      ),
    async withToken() {
      await post(`${service.url}/graphql`, { authorization: service.credential, 'x-service-token': token });
    },
    async withPayment(payment) {
      const header = Buffer.from(JSON.stringify(payment)).toString('base64');
      await post(url, { 'payment-signature': header });
    },
  };
}

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

async function quoteOf(url: string): Promise<PaymentRequired> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  return JSON.parse(Buffer.from(response.headers.get('payment-required') ?? '', 'base64').toString());
}
