import { intentSettingMessage } from '@labroom/protocol/payment-intent';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { MutationSetWalletIntentArgs } from '#contract/schema.generated.ts';
import type { RequestContext } from '#core/context/context.ts';
import {
  requireSignedMessage,
  signature,
  signatureUsed,
  signedBy,
  siteOf,
} from '#core/rights/signed-message.ts';
import { intentWallets } from '#platform/db/tables/paid-calls.ts';
import { parseInput } from '#platform/input/input.ts';

const argsSchema = z.object({ ...signedBy, required: z.boolean(), signature });

/**
 * Demands that every payment of a wallet names its call, or no longer, as the wallet signs. What it signs stands until it signs
 * something else: a payment that names its call changes nothing then.
 */
export async function setWalletIntent(context: RequestContext, args: MutationSetWalletIntentArgs) {
  const { wallet, required, issuedAt, signature } = parseInput(argsSchema, args);
  const message = intentSettingMessage({
    chainId: context.config.chain.id,
    site: siteOf(context),
    wallet,
    issuedAt: issuedAt.toISOString(),
    required,
  });
  await requireSignedMessage(context, { wallet, issuedAt, signature, message });
  const values = { isRequired: required, issuedAt };
  // One statement, so that of several messages at once the latest wins.
  const { rowCount } = await context.db
    .insert(intentWallets)
    .values({ wallet, ...values })
    .onConflictDoUpdate({
      target: intentWallets.wallet,
      set: { ...values, since: sql`now()` },
      setWhere: sql`${intentWallets.issuedAt} is null or ${intentWallets.issuedAt} < excluded.issued_at`,
    });
  if (rowCount !== 1) throw signatureUsed();
  return {
    required,
    message: required
      ? 'Payments of this wallet must name their calls.'
      : 'Any payment of this wallet is taken.',
  };
}
