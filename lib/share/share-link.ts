import { z } from 'zod';
import '../tokenize/zod-without-eval.ts';
import type { ShareClaim } from '@labroom/protocol/share-claim';
import { decodeText, encodeText } from '../urls/text-in-link.ts';

const word = z
  .string()
  .regex(/^0x[0-9a-f]{64}$/i)
  .transform((value) => value as `0x${string}`);
const address = z
  .string()
  .regex(/^0x[0-9a-f]{40}$/i)
  .transform((value) => value as `0x${string}`);
const count = z.int().min(0);

const linkSchema = z.object({
  claim: z.object({
    oclId: word,
    subject: word,
    writer: address,
    key: address,
    expiry: count,
    deadline: count,
    uses: count,
    epoch: count,
    salt: word,
  }) satisfies z.ZodType<ShareClaim>,
  /** Of the claim, by its writer. */
  signature: z
    .string()
    .regex(/^0x([0-9a-f]{2})+$/i)
    .transform((value) => value as `0x${string}`),
  /** The private key that names the reader. */
  secret: word,
});

export type ShareLink = z.output<typeof linkSchema>;

const parameters = { link: 'share', why: 'why' } as const;

/** Characters of what a link says. */
export const LONGEST_WHY = 280;

interface Sent {
  /** Opens the files; without it, the reader is on their list already. */
  link?: ShareLink;
  /** Why they are shared. */
  why: string;
}

/** A link to a page of shared files. What it adds is in the fragment, which no server receives. */
export function hrefOfShared(page: string, { link, why }: Sent): string {
  const url = new URL(page);
  const added = new URLSearchParams();
  if (link) added.set(parameters.link, encodeText(JSON.stringify(link)));
  if (why.trim()) added.set(parameters.why, encodeText(why.trim()));
  url.hash = added.toString();
  return url.href;
}

/** What the link in a fragment says, as its maker wrote it; empty if nothing. */
export function whyOf(fragment: string): string {
  const encoded = new URLSearchParams(fragment.replace(/^#/, '')).get(parameters.why);
  return (encoded && decodeText(encoded)?.slice(0, LONGEST_WHY)) || '';
}

/** The link in the fragment of an address; `null` without one, `undefined` where a part of it is missing. */
export function shareLinkOf(fragment: string): ShareLink | null | undefined {
  const encoded = new URLSearchParams(fragment.replace(/^#/, '')).get(parameters.link);
  if (encoded === null) return null;
  try {
    return linkSchema.safeParse(JSON.parse(decodeText(encoded) ?? '')).data;
  } catch {
    return undefined;
  }
}
