import type { LabOperation } from '@labroom/protocol/lab-rights';
import { z } from 'zod';
import type { RequestContext } from '#core/context/context.ts';
import { requireRight } from '#core/rights/authorize.ts';
import { ServiceError } from '#platform/errors/errors.ts';
import { oclId, parseInput } from '#platform/input/input.ts';
import { findWebhook, type WebhookOwner, type WebhookRow } from './webhook-store.ts';

type WebhookOperation = Extract<LabOperation, `${string}ebhook${string}`>;

/**
 * Whose webhooks the caller manages: those of a lab, which takes an owner of it, or those of its consumer. Everyone who
 * visits a web app shares its credential, and wallets issue themselves any number, so both have none.
 * @throws ServiceError as `requireRight`; `UNAUTHORIZED`, reason `CREDENTIAL_SCOPE`
 */
export async function requireWebhookOwner(
  context: RequestContext,
  operation: WebhookOperation,
  oclId: string | null | undefined,
): Promise<WebhookOwner> {
  if (oclId) {
    const { wallet, lab } = await requireRight(context, operation, oclId);
    return { oclId: lab.oclId, wallet };
  }
  const { consumer } = context.caller;
  if (!consumer.namesVisitors && consumer.issuedTo === null) return { consumerId: consumer.id };
  throw new ServiceError(
    'UNAUTHORIZED',
    'Only the credential of an operator has webhooks of its own. Name a lab with oclId.',
    { reason: 'CREDENTIAL_SCOPE' },
  );
}

const oneSchema = z.object({ id: z.uuid(), oclId: oclId.nullish() });

/**
 * The endpoint that the arguments name, if the caller manages it.
 * @throws ServiceError as `requireWebhookOwner`; `NOT_FOUND`, reason `WEBHOOK_NOT_FOUND`
 */
export async function ownWebhook(
  context: RequestContext,
  operation: WebhookOperation,
  args: { id: string; oclId?: string | null | undefined },
): Promise<WebhookRow> {
  const { id, oclId } = parseInput(oneSchema, args);
  return findWebhook(context.db, await requireWebhookOwner(context, operation, oclId), id);
}
