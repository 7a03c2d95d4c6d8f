import { z } from 'zod';
import type { MutationSetNoticeMailArgs } from '#contract/schema.generated.ts';
import type { RequestContext } from '#core/context/context.ts';
import { requireWallet } from '#core/rights/authorize.ts';
import { mailFrequencies } from '#platform/db/tables/mail.ts';
import { ServiceError } from '#platform/errors/errors.ts';
import { parseInput, reasoned } from '#platform/input/input.ts';
import { hashOfAddress } from './mail-links.ts';
import { deleteMail, writeMail } from './mail-store.ts';

/** The message does not quote the address, which is private. */
const mailAddress = z
  .string()
  .refine(
    (text) => text.length <= 254 && text.indexOf('@') <= 64 && z.email().safeParse(text).success,
    reasoned('INVALID_MAIL_ADDRESS', 'must be an e-mail address of at most 254 ASCII characters'),
  );
const argsSchema = z.object({
  address: mailAddress.nullish(),
  frequency: z.enum(mailFrequencies).nullish(),
});

/** Stores the address that notices of the caller's wallet are mailed to, or deletes it. */
export async function setNoticeMail(context: RequestContext, args: MutationSetNoticeMailArgs) {
  const wallet = await requireWallet(context);
  const { address, frequency } = parseInput(argsSchema, args);
  const { db, config, visitor, caller } = context;
  if (!address) {
    await deleteMail(db, wallet);
    return { mail: null, message: 'Address deleted.' };
  }
  if (!config.mail)
    throw new ServiceError('FAILED_PRECONDITION', 'This service sends no mail.', {
      reason: 'MAIL_NOT_CONFIGURED',
    });
  const source =
    visitor === undefined
      ? ({ kind: 'consumer', name: caller.consumer.id } as const)
      : ({ kind: 'visitor', name: visitor } as const);
  const asker = { source, addressHash: hashOfAddress(context, address) };
  const mail = await writeMail(db, { wallet, address, frequency: frequency ?? 'IMMEDIATE' }, asker);
  return { mail, message: mail.confirmedAt ? 'Saved.' : 'Saved. Use the link in the mail to confirm it.' };
}
