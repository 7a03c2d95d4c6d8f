import { ECDH } from 'node:crypto';
import { z } from 'zod';
import type { MutationSetNoticePushArgs } from '#contract/schema.generated.ts';
import type { RequestContext } from '#core/context/context.ts';
import { endpointsOf } from '#core/notices/notice-channels.ts';
import { requireWallet } from '#core/rights/authorize.ts';
import { ServiceError } from '#platform/errors/errors.ts';
import { parseInput, reasoned } from '#platform/input/input.ts';
import { isEndpoint } from '#platform/network/is-endpoint.ts';
import { deletePush, writePush } from './push-store.ts';

const notSubscription = (what: string) => reasoned('INVALID_PUSH_SUBSCRIPTION', what);

const argsFor = (isLocal: boolean) =>
  z.object({
    endpoint: z
      .string()
      .max(2_000)
      .refine(
        (url) => isEndpoint(url, isLocal),
        notSubscription('must be an https URL of the public internet, as the browser has it'),
      ),
    keys: z
      .object({
        p256dh: z.string().refine(isPoint, notSubscription('must be a point of P-256 in Base64url')),
        auth: z
          .string()
          .refine((text) => /^[\w-]{22}$/.test(text), notSubscription('must be 16 bytes in Base64url')),
      })
      .nullish(),
  });

/** Shows notices of the caller's wallet in a browser, or no longer. */
export async function setNoticePush(context: RequestContext, args: MutationSetNoticePushArgs) {
  const wallet = await requireWallet(context);
  const { db, config } = context;
  const { endpoint, keys } = parseInput(argsFor(config.environment === 'local'), args);
  if (keys && !config.push)
    throw new ServiceError('FAILED_PRECONDITION', 'This service sends no push messages.', {
      reason: 'PUSH_NOT_CONFIGURED',
    });
  if (keys) await writePush(db, wallet, { endpoint, ...keys });
  else await deletePush(db, wallet, endpoint);
  return { endpoints: await endpointsOf(db, wallet), message: 'Saved.' };
}

function isPoint(text: string): boolean {
  if (!/^[\w-]{87}$/.test(text)) return false;
  try {
    ECDH.convertKey(text, 'prime256v1', 'base64url');
    return true;
  } catch {
    return false;
  }
}
