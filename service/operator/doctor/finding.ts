import type { Configuration } from '#platform/config/configure.ts';
import { withinTime } from '#readiness/within-time.ts';

/** What a try of one party showed. `off`: it is not configured. `untried`: it is, and this command cannot try it. */
export interface Finding {
  kind: 'ok' | 'FAILED' | 'off' | 'untried';
  /** Begins with the variable that decides about the party. Quotes no secret. */
  text: string;
}

/** Tries one party. A failure that it does not explain is reported under its variable. */
export interface Examination {
  /** The variable that names the party. */
  variable: string;
  run(configuration: Configuration): Promise<Finding[]>;
}

export const ok = (text: string): Finding => ({ kind: 'ok', text });
export const failed = (text: string): Finding => ({ kind: 'FAILED', text });
export const off = (text: string): Finding => ({ kind: 'off', text });
export const untried = (text: string): Finding => ({ kind: 'untried', text });
/** A finding of a sentence that tells a fault, or of none. */
export const findingOf = (fault: string | null, otherwise: string): Finding =>
  fault === null ? ok(otherwise) : failed(fault);

/** Longest time in milliseconds of one examination. */
const timeoutMs = 30_000;

/** Runs an examination. Never rejects. */
export async function examine(
  { variable, run }: Examination,
  configuration: Configuration,
): Promise<Finding[]> {
  const answer = await withinTime(run(configuration), timeoutMs);
  if ('value' in answer) return answer.value;
  if ('error' in answer) return [failed(`${variable}: ${reasonOf(answer.error)}`)];
  return [failed(`${variable}: no answer within ${timeoutMs / 1_000} seconds.`)];
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens at its address.',
  ECONNRESET: 'the connection was ended.',
  ENOTFOUND: 'its host has no address.',
  EAI_AGAIN: 'its host could not be looked up.',
  EHOSTUNREACH: 'its host cannot be reached.',
  ETIMEDOUT: 'no answer in time.',
  TimeoutError: 'no answer in time.',
  CERT_HAS_EXPIRED: 'its certificate has expired.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is signed by itself.',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is signed by an unknown authority.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate is signed by an unknown authority.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host.',
};

/** Explains an error without its message, which may quote a URL with a key, unless the error was made for people. */
export function reasonOf(error: unknown): string {
  if (error instanceof PartyError) return error.message;
  const codes = codesOf(error);
  const known = codes.map((code) => reasons[code]).find(Boolean);
  return known ?? `it failed${codes[0] ? ` (${codes[0]})` : ''}.`;
}

/** A failure with a sentence for the operator, which quotes no secret. */
export class PartyError extends Error {}

function codesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const causes = error instanceof AggregateError ? error.errors : [error.cause];
  const code = 'code' in error ? [String(error.code)] : [];
  return [...code, ...causes.flatMap(codesOf), error.name];
}
