import type { ServiceContext } from '#core/context/context.ts';
import { ConfigurationError } from '#platform/config/env.ts';
import { explainStoreError } from '#readiness/store-errors.ts';

/** Requires that objects can be reached, before a command does half of its work. @throws ConfigurationError */
export async function requireStore({
  storage,
  config,
}: Pick<ServiceContext, 'storage' | 'config'>): Promise<void> {
  await storage.answers().catch((error: unknown) => {
    throw new ConfigurationError([explainStoreError(error, config.storage)]);
  });
}
