import type { UpstreamAnswer } from './forward.ts';

/** The response of a mutation that ran. */
export interface ServedAnswer extends UpstreamAnswer {
  /** Unix time in seconds. */
  servedAt: number;
}

export interface GatewayAnswer {
  status: number;
  headers: Record<string, string>;
  body: unknown;
}

/** A mutation that did not run answers as it would without a payment. */
export function upstreamError({ status, body, retryAfterSeconds: wait }: UpstreamAnswer): GatewayAnswer {
  return { status, body, headers: wait === undefined ? {} : { 'retry-after': String(wait) } };
}
