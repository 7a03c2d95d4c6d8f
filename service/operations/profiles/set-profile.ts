import {
  ProfileTextError,
  parseAffiliation,
  parseOrcid,
  parseProfileName,
  parseWebsite,
} from '@labroom/protocol/parse-profile';
import { pictureMaxBytes } from '@labroom/protocol/picture';
import { profileMessage } from '@labroom/protocol/profile';
import { z } from 'zod';
import type { MutationSetProfileArgs } from '#contract/schema.generated.ts';
import type { RequestContext } from '#core/context/context.ts';
import {
  requireSignedMessage,
  signature,
  signatureUsed,
  signedBy,
  siteOf,
} from '#core/rights/signed-message.ts';
import { parseInput } from '#platform/input/input.ts';
import { parsePicture, pictureMissing, storePicture } from './picture.ts';
import { profilesOf, writeProfile } from './profile-store.ts';

const argsSchema = z.object({
  input: z.object({
    ...signedBy,
    name: z.string().max(1_000).transform(parsedBy(parseProfileName)),
    orcid: optional(parseOrcid),
    affiliation: optional(parseAffiliation),
    website: optional(parseWebsite),
    pictureSha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/, { error: 'must be 64 lowercase hex digits' })
      .nullish()
      .transform((hash) => hash ?? null),
    picture: z
      .base64({ error: 'must be Base64' })
      .max(2 * pictureMaxBytes)
      .nullish(),
  }),
  signature,
});

/**
 * Replaces the profile of the wallet that signed it. The signature is the only right that it needs. Nothing is stored before
 * it is verified.
 */
export async function setProfile(context: RequestContext, args: MutationSetProfileArgs) {
  const { input, signature } = parseInput(argsSchema, args);
  const { wallet, issuedAt, picture: sent, ...texts } = input;
  const picture = sent ? parsePicture(sent, texts.pictureSha256) : null;
  const signed = {
    chainId: context.config.chain.id,
    site: siteOf(context),
    wallet,
    issuedAt: issuedAt.toISOString(),
  };
  const message = profileMessage(signed, texts);
  await requireSignedMessage(context, { wallet, issuedAt, signature, message });
  const newPicture = picture && (await storePicture(context, picture));
  const outcome = await writeProfile(context.db, { wallet, texts, signature, issuedAt, newPicture });
  if (outcome === 'NO_PICTURE') throw pictureMissing();
  if (outcome === 'USED') throw signatureUsed();
  const [profile = null] = await profilesOf(context, [wallet]);
  return { profile, message: 'Profile saved.' };
}

function optional(parse: (text: string) => string | null) {
  return z
    .string()
    .max(1_000)
    .nullish()
    .transform((text, issues) => parsedBy(parse)(text ?? '', issues));
}

/** A transformation of zod that fails as the parser does. */
function parsedBy<T>(parse: (text: string) => T) {
  return (text: string, issues: z.RefinementCtx): T => {
    try {
      return parse(text);
    } catch (error) {
      if (!(error instanceof ProfileTextError)) throw error;
      issues.addIssue({ code: 'custom', message: error.message });
      return z.NEVER;
    }
  };
}
