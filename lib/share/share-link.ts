import { z } from 'zod';
import '../tokenize/zod-without-eval.ts';
import type { ShareClaim } from '@labroom/protocol/share-claim';
import { decodeText, encodeText } from '../urls/text-in-link.ts';

const hexOf = (bytes: number) =>
  z
    .string()
    .regex(new RegExp(`^0x[0-9a-f]{${bytes * 2}}$`, 'i'))
    .transform((value) => value as `0x${string}`);
const count = z.int().min(0);

const linkSchema = z.object({
  claim: z.object({
    oclId: hexOf(32),
    subject: hexOf(32),
    writer: hexOf(20),
    key: hexOf(20),
    expiry: count,
    deadline: count,
    uses: count,
    epoch: count,
    salt: hexOf(32),
  }) satisfies z.ZodType<ShareClaim>,
  /** Of the claim, by its writer. */
  signature: z
    .string()
    .regex(/^0x([0-9a-f]{2})+$/i)
    .transform((value) => value as `0x${string}`),
  /** The private key that names the reader. */
  secret: hexOf(32),
});

export type ShareLink = z.output<typeof linkSchema>;

const parameter = 'share';

/** A link to a page that opens files to who has it. All of it is in the fragment, which no server receives. */
export function hrefOfShareLink(page: string, link: ShareLink): string {
  const url = new URL(page);
  url.hash = new URLSearchParams({ [parameter]: encodeText(JSON.stringify(link)) }).toString();
  return url.href;
}

/** The link in the fragment of an address; `null` without one, `undefined` where a part of it is missing. */
export function shareLinkOf(fragment: string): ShareLink | null | undefined {
  const encoded = new URLSearchParams(fragment.replace(/^#/, '')).get(parameter);
  if (encoded === null) return null;
  try {
    return linkSchema.safeParse(JSON.parse(decodeText(encoded) ?? '')).data;
  } catch {
    return undefined;
  }
}
