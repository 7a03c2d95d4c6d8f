import { AsyncLocalStorage } from 'node:async_hooks';

/** What an operator wants to know of a request: who asked for what of which lab, what came of it, and what it cost. No secret, and no more of a wallet than tells it from others. */
export interface RequestFacts {
  /** Root fields in the order of their ends, with the code of their error or `OK`. */
  operations: { operation: string; outcome: string; reason: string | undefined }[];
  /** Id of the consumer credential. */
  consumer?: string;
  /** Shortened. */
  wallet?: string;
  /** The first lab that was named: its oclId. */
  lab?: string;
  /** Statements that were sent to the database, and the milliseconds until their answers. */
  statements: number;
  statementMs: number;
}

const store = new AsyncLocalStorage<RequestFacts>();

/** Runs a request with facts of its own. */
export function withFacts(facts: RequestFacts, run: () => void): void {
  store.run(facts, run);
}

/** The facts of the request that this code runs for; undefined outside of one, e.g. in a job. */
export const factsOfRequest = (): RequestFacts | undefined => store.getStore();

/** Notes who asks. */
export function noteCaller(consumer: string, wallet: string | null): void {
  const facts = store.getStore();
  if (!facts) return;
  facts.consumer = consumer;
  if (wallet) facts.wallet = `${wallet.slice(0, 6)}…${wallet.slice(-4)}`;
}

/** Notes the lab that arguments name. */
export function noteLab(args: unknown): void {
  const facts = store.getStore();
  if (!facts || facts.lab || typeof args !== 'object' || args === null || !('oclId' in args)) return;
  const { oclId } = args;
  if (typeof oclId === 'string' && /^0x[0-9a-f]{64}$/i.test(oclId)) facts.lab = oclId.toLowerCase();
}
