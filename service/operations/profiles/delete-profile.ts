import { profileDeletionMessage } from '@labroom/protocol/profile';
import { z } from 'zod';
import type { MutationDeleteProfileArgs } from '#contract/schema.generated.ts';
import type { RequestContext } from '#core/context/context.ts';
import {
  requireSignedMessage,
  signature,
  signatureUsed,
  signedBy,
  siteOf,
} from '#core/rights/signed-message.ts';
import { parseInput } from '#platform/input/input.ts';
import { writeProfile } from './profile-store.ts';

const argsSchema = z.object({ ...signedBy, signature });

/** Deletes all texts and the picture of the profile of the wallet that signed this. */
export async function deleteProfile(context: RequestContext, args: MutationDeleteProfileArgs) {
  const { wallet, issuedAt, signature } = parseInput(argsSchema, args);
  const message = profileDeletionMessage({
    chainId: context.config.chain.id,
    site: siteOf(context),
    wallet,
    issuedAt: issuedAt.toISOString(),
  });
  await requireSignedMessage(context, { wallet, issuedAt, signature, message });
  const deletion = { wallet, texts: null, signature, issuedAt, newPicture: null };
  if ((await writeProfile(context.db, deletion)) === 'USED') throw signatureUsed();
  return { message: 'Profile deleted.' };
}
