import { dependencyCalls } from './metrics.ts';

/** Other parties that the service calls. */
const dependencies = ['store', 'node', 'kms', 'facilitator', 'mail', 'push'] as const;
export type Dependency = (typeof dependencies)[number];

// A series that begins with its first failure would hide that one from rates.
for (const dependency of dependencies)
  for (const outcome of ['ok', 'failed']) dependencyCalls.zero({ dependency, outcome });

/** Measures a call of another party until its answer. `failed`: there was none, or not one that tells anything. */
export async function measure<Result>(
  dependency: Dependency,
  call: Promise<Result>,
  isFailure: (error: unknown) => boolean = () => true,
): Promise<Result> {
  const stop = dependencyCalls.startTimer({ dependency });
  try {
    const result = await call;
    stop({ outcome: 'ok' });
    return result;
  } catch (error) {
    stop({ outcome: isFailure(error) ? 'failed' : 'ok' });
    throw error;
  }
}

/**
 * A port whose calls are measured. What it computes itself, without a promise, is not.
 * @param isLocal names methods with a promise that ask nobody
 */
export function measured<Port extends object>(
  dependency: Dependency,
  port: Port,
  {
    isFailure,
    isLocal = () => false,
  }: { isFailure?: (error: unknown) => boolean; isLocal?: (name: string) => boolean } = {},
): Port {
  return new Proxy(port, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]) => {
        const result: unknown = value.apply(target, args);
        const isMeasured = result instanceof Promise && !isLocal(String(name));
        return isMeasured ? measure(dependency, result, isFailure) : result;
      };
    },
  });
}
