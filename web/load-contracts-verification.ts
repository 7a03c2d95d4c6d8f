import 'server-only';
import { z } from 'zod';
import { webEnv } from './config/env.ts';
import { noteGap } from './visitor.ts';

const TIMEOUT_MS = 5_000;
/** It changes with a start of the service only. */
const FRESH_MS = 60_000;

const address = z.string().regex(/^0x[0-9a-f]{40}$/i);
const verification = z.object({
  manifestUrl: z.url().nullable(),
  check: z
    .object({
      version: z.string(),
      at: z.iso.datetime(),
      isComplete: z.boolean(),
      warnings: z.array(z.string()),
    })
    .nullable(),
  contracts: z.array(z.object({ name: z.string(), address })),
  changes: z.array(z.object({ transactionHash: z.string(), what: z.string() })),
});

/** What the service says of the deployment of the contracts, and of its own comparison at its start. */
type ContractsVerification = z.infer<typeof verification>;

let known: { answer: Promise<ContractsVerification | null>; until: number } | undefined;

/** What the service says; `null` if it does not answer. */
export function loadContractsVerification(): Promise<ContractsVerification | null> {
  if (known && Date.now() < known.until) return known.answer;
  const answer = read().catch((error: unknown) => {
    console.error('the verification of the contracts could not be read', error);
    known = undefined;
    noteGap();
    return null;
  });
  known = { answer, until: Date.now() + FRESH_MS };
  return answer;
}

async function read(): Promise<ContractsVerification> {
  const response = await fetch(`${webEnv().serviceUrl}/contracts.json`, {
    cache: 'no-store',
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`The service answered ${response.status}`);
  return z.object({ verification }).parse(await response.json()).verification;
}
