import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { ServiceContext } from '#core/context/context.ts';

type Keys = Pick<ServiceContext, 'config' | 'secrets'>;

export const mailActions = ['confirm', 'unsubscribe'] as const;
/** What a link in a mail does. Its page does it on a click, because mail servers open links. */
export type MailAction = (typeof mailActions)[number];

/** A link in a mail. Its signature is all that it takes, for one address and one action. */
export function mailLink({ config, secrets }: Keys, action: MailAction, id: string): string {
  const signature = sign(secrets.mailKeys[0], action, id).toString('base64url');
  return `${config.http.publicUrl}/mail/${action}?${new URLSearchParams({ id, signature })}`;
}

const linkSchema = z.object({ id: z.uuid(), signature: z.string().max(100) });

/** Returns the id that a link names; `null` if it is not a link of this service for the action. */
export function idOfLink({ secrets }: Keys, action: MailAction, params: URLSearchParams): string | null {
  const parsed = linkSchema.safeParse(Object.fromEntries(params));
  if (!parsed.success) return null;
  const { id, signature } = parsed.data;
  const given = Buffer.from(signature, 'base64url');
  const isSigned = secrets.mailKeys.some((key) => {
    const expected = sign(key, action, id);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  return isSigned ? id : null;
}

const sign = (key: Uint8Array, action: MailAction, id: string): Buffer =>
  createHmac('sha256', key).update(`${action} ${id}`).digest();

/** Domains whose mailboxes are those of another one. */
const sameProvider: Readonly<Record<string, string>> = {
  'googlemail.com': 'gmail.com',
  ...{ 'me.com': 'icloud.com', 'mac.com': 'icloud.com' },
  ...{ 'pm.me': 'proton.me', 'protonmail.com': 'proton.me', 'protonmail.ch': 'proton.me' },
  ...{ 'ya.ru': 'yandex.ru', 'yandex.com': 'yandex.ru' },
};

/**
 * A keyed hash of a mailbox, for limits. Case, dots, quotes and what follows a `+` do not count, nor do other names of one
 * provider, because many servers deliver all of these to one mailbox. Mail is sent to the address as it was given.
 */
export function hashOfAddress({ secrets }: Pick<Keys, 'secrets'>, address: string): Uint8Array {
  const [local = '', host = ''] = address.normalize('NFKC').toLowerCase().split('@');
  const [mailbox = ''] = local.replace(/[."\s]/g, '').split('+', 1);
  const domain = host.replace(/\.$/, '');
  return createHmac('sha256', secrets.mailKeys[0])
    .update(`address ${mailbox}@${sameProvider[domain] ?? domain}`)
    .digest();
}
