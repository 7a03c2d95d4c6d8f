import 'server-only';
import { operations } from '#lib/developers/api-reference.generated.ts';
import { exampleArguments, invented } from '#lib/developers/example-arguments.ts';
import type { Operation } from '#lib/developers/operation.ts';
import type { Price, PriceList } from '#lib/developers/price-list.ts';
import { readQuote } from '#packages/client/payment/payment-quote.ts';
import { publicConfig, webEnv } from './env.ts';

const TIMEOUT_MS = 5_000;
/** Prices change only with the gateway's configuration. Failures are retried sooner. */
const FRESH_MS = 300_000;
const RETRY_MS = 5_000;

let known: { list: Promise<PriceList>; until: number } | undefined;

/** The gateway's prices. Calls every mutation without a payment and reads the price from the response. */
export function loadPriceList(): Promise<PriceList> {
  if (known && Date.now() < known.until) return known.list;
  const list = askAll().catch((error: unknown) => {
    console.error('the prices of the payment gateway could not be read', error);
    return null;
  });
  const entry = { list, until: Date.now() + FRESH_MS };
  known = entry;
  void list.then((prices) => {
    if (!prices) entry.until = Date.now() + RETRY_MS;
  });
  return list;
}

async function askAll(): Promise<Price[]> {
  const mutations = operations.filter(({ kind }) => kind === 'mutation');
  const prices = await Promise.all(mutations.map(ask));
  return prices.filter((price) => price !== null);
}

/** `null` if the mutation is not sold. */
async function ask(operation: Operation): Promise<Price | null> {
  const { name: mutation, query } = operation;
  const { environment, serviceUrl } = webEnv();
  const response = await fetch(`${serviceUrl}/${environment}/x402/labs/${mutation}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables: exampleArguments(operation, invented) }),
    cache: 'no-store',
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  await response.body?.cancel();
  if (response.status === 429 || response.status >= 500) throw new Error(`It answered ${response.status}`);
  if (response.status === 401) return { mutation, kind: 'token-needed' };
  const quote = readQuote(response.headers.get('payment-required'), publicConfig().network);
  if (!quote) return null;
  const { amount, asset, network, payTo } = quote.requirements;
  return { mutation, kind: 'price', price: quote.price, amount, asset, network, payTo };
}
