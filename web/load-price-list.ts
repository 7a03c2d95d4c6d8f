import 'server-only';
import { formatUnits } from 'viem';
import { z } from 'zod';
import type { PriceList } from '#lib/developers/price-list.ts';
import { publicConfig, webEnv } from './config/env.ts';
import { noteGap } from './visitor.ts';

const TIMEOUT_MS = 5_000;
/** Prices change only with the gateway's configuration. Failures are retried sooner. */
const FRESH_MS = 300_000;
const RETRY_MS = 5_000;

const paidCalls = z.object({
  items: z.array(
    z.object({
      resource: z.string(),
      needsIntent: z.boolean(),
      accepts: z
        .array(
          z.object({
            amount: z.string().regex(/^\d+$/),
            asset: z.string(),
            network: z.string(),
            payTo: z.string(),
          }),
        )
        .min(1),
    }),
  ),
});

let known: { list: Promise<PriceList>; until: number } | undefined;

/** The gateway's prices, from the description that the service gives of its paid calls. */
export function loadPriceList(): Promise<PriceList> {
  if (known && Date.now() < known.until) return known.list;
  const list = readPrices().catch((error: unknown) => {
    console.error('the prices of the payment gateway could not be read', error);
    noteGap();
    return null;
  });
  const entry = { list, until: Date.now() + FRESH_MS };
  known = entry;
  void list.then((prices) => {
    if (!prices) entry.until = Date.now() + RETRY_MS;
  });
  return list;
}

async function readPrices(): Promise<PriceList> {
  const response = await fetch(`${webEnv().serviceUrl}/.well-known/x402.json`, {
    cache: 'no-store',
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`The service answered ${response.status}`);
  const { items } = paidCalls.parse(await response.json());
  const { decimals } = publicConfig().network.stablecoin;
  return items.flatMap(({ resource, needsIntent, accepts: [accepted] }) => {
    if (!accepted) return [];
    const price = `${formatUnits(BigInt(accepted.amount), decimals)} USDC`;
    return [{ mutation: resource.split('/').at(-1) ?? '', price, needsIntent, ...accepted }];
  });
}
