import { credentialMaxDays, credentialMessage } from '@labroom/protocol/credential';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { createConsumerCredential } from '#auth/consumer-credential.ts';
import { serviceName } from '#auth/sign-in-message.ts';
import { mutationNames } from '#contract/contract.generated.ts';
import type { MutationIssueConsumerCredentialArgs } from '#contract/schema.generated.ts';
import type { RequestContext } from '#core/context/context.ts';
import {
  requireSignedMessage,
  signature,
  signatureUsed,
  signedBy,
  signedTime,
  siteOf,
} from '#core/rights/signed-message.ts';
import { ServiceError } from '#platform/errors/errors.ts';
import { oclId, parseInput } from '#platform/input/input.ts';
import { credentialsOf, mostCredentials, wasSigned } from './credential-store.ts';

const longestMs = credentialMaxDays * 24 * 60 * 60 * 1_000;

const argsSchema = z.object({
  input: z
    .object({
      ...signedBy,
      label: serviceName,
      mutations: z.array(z.enum(mutationNames)).max(100).nullish(),
      labs: z.array(oclId).min(1).max(100).nullish(),
      perMinute: z.int().min(1).max(999_999).nullish(),
      slashPaths: z.boolean().nullish(),
      expiresAt: signedTime,
    })
    .refine(({ issuedAt, expiresAt }) => expiresAt > issuedAt && +expiresAt - +issuedAt <= longestMs, {
      path: ['expiresAt'],
      error: `must be after issuedAt, and at most ${credentialMaxDays} days`,
    }),
  signature,
});

/**
 * Issues a consumer credential to the wallet that signed its terms. It names the wallet as the one that answers for it, and
 * gives no right of that wallet: for those a service token is needed, as with every credential.
 */
export async function issueConsumerCredential(
  context: RequestContext,
  args: MutationIssueConsumerCredentialArgs,
) {
  const { input, signature } = parseInput(argsSchema, args);
  const { wallet, issuedAt, expiresAt, label, mutations = null, labs = null, perMinute = null } = input;
  const { config, db } = context;
  const terms = { label, mutations, labs, perMinute, expiresAt: expiresAt.toISOString() };
  const site = siteOf(context);
  const message = credentialMessage(
    { chainId: config.chain.id, site, wallet, issuedAt: issuedAt.toISOString() },
    terms,
  );
  await requireSignedMessage(context, { wallet, issuedAt, signature, message });
  const issued = await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`credentials ${wallet}`}, 0))`);
    if (await wasSigned(tx, wallet, issuedAt)) throw signatureUsed();
    if ((await credentialsOf(tx, wallet)).length >= mostCredentials) throw tooMany();
    return createConsumerCredential(tx, config.credentialPrefix, label, {
      wallet,
      signedAt: issuedAt,
      expiresAt,
      ...(mutations && { allowedMutations: mutations }),
      ...(labs && { allowedLabs: labs }),
      ...(perMinute && { perMinute }),
      ...(input.slashPaths && { slashPaths: true }),
    });
  });
  return { ...issued, expiresAt: terms.expiresAt, message: 'Credential issued. It is shown only now.' };
}

const tooMany = () =>
  new ServiceError('CONFLICT', `This wallet has ${mostCredentials} valid credentials. Revoke one first.`, {
    reason: 'TOO_MANY_CREDENTIALS',
  });
