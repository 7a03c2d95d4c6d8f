import { setTimeout as wait } from 'node:timers/promises';
import { startCountingProxy } from '@labroom/testing/counting-proxy.ts';
import type { BenchContext } from './bench-context.ts';

/** A proxy that passes each request on after a delay, as if the service were far away. Returns its URL. */
export async function startLateProxy(context: BenchContext, target: string, delay: number): Promise<string> {
  const { url, close } = await startCountingProxy(
    () => target,
    () => wait(delay),
  );
  context.onEnd(close);
  return url;
}
