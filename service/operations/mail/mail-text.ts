import type { ServiceContext } from '#core/context/context.ts';
import { lineOf } from '#core/notices/notice-line.ts';
import { mailLink } from './mail-links.ts';
import type { DueMail } from './mail-queue.ts';

export interface MailText {
  subject: string;
  text: string;
  /** The link of one-click unsubscription (RFC 8058); `null` in a mail that asks for a confirmation. */
  unsubscribe: string | null;
}

/** The words of a mail: what the inbox says, and nothing else. */
export function mailText(
  context: Pick<ServiceContext, 'config' | 'secrets'>,
  { id, wallet, mailId, notices, count }: DueMail,
): MailText {
  const inbox = `${context.config.http.webUrl}/inbox`;
  const site = new URL(inbox).host;
  if (notices === null) {
    return {
      subject: 'Confirm your e-mail address',
      text: paragraphs(
        `The wallet ${wallet} wants the notices of its inbox on ${site} sent to this address.`,
        'If this is your wallet, open this link within 24 hours and press "Confirm":',
        mailLink(context, 'confirm', mailId),
        'If it is not, ignore this mail. Nothing else is sent to you.',
      ),
      unsubscribe: null,
    };
  }
  const unsubscribe = mailLink(context, 'unsubscribe', id);
  const noun = count === 1 ? 'notice' : 'notices';
  const further = count - notices.length;
  return {
    // Names that others gave never stand here: it would be phishing with the signature of the operator's domain.
    subject: `${count} ${noun} from ${site}`,
    text: paragraphs(
      notices.map((notice) => `- ${lineOf(notice)}`).join('\n'),
      ...(further > 0 ? [`And ${further} more.`] : []),
      `Your inbox: ${inbox}`,
      `For the wallet ${wallet}. To get no more of these mails: ${unsubscribe}`,
    ),
    unsubscribe,
  };
}

const paragraphs = (...parts: string[]) => `${parts.join('\n\n')}\n`;
