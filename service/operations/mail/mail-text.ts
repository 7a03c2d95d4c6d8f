import { noticeVerbs } from '#packages/protocol/notice-verbs.ts';
import type { ServiceContext } from '#service/context.ts';
import { mailLink } from './mail-links.ts';
import type { DueMail, ListedNotice } from './mail-queue.ts';

export interface MailText {
  subject: string;
  text: string;
  /** The link of one-click unsubscription (RFC 8058); `null` in a mail that asks for a confirmation. */
  unsubscribe: string | null;
}

/** Characters that end a line, are invisible, or change the direction of what follows. */
const deceptive = /[\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}]+/gu;
const longestName = 120;

/** What followed events did. */
const eventVerbs: Readonly<Record<string, string>> = {
  FILE_ADDED: 'added',
  FILE_UPDATED: 'changed',
  FILE_REMOVED: 'removed',
  ENTRIES_MOVED: 'moved',
  ENTRIES_TRASHED: 'moved to the trash',
  ENTRIES_RESTORED: 'restored',
  ENTRIES_REMOVED: 'deleted permanently',
  RELEASE_CREATED: 'made a release of',
  READINESS_CHANGED: 'stated the readiness of',
  TODO_CHANGED: 'changed a to-do of',
  DISCUSSION: 'commented on',
  ANNOUNCEMENT: 'made an announcement in',
};

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
  const labs = new Set(notices.map(labOf));
  const [lab] = labs;
  const noun = count === 1 ? 'notice' : 'notices';
  const further = count - notices.length;
  return {
    subject: `${count} ${noun}${labs.size === 1 && lab ? ` from ${lab}` : ` from ${site}`}`,
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

function lineOf(notice: ListedNotice): string {
  const { kind, by, byName, path, event, count } = notice;
  const who = by && (byName ? `${shown(byName)} (${shortAddress(by)})` : shortAddress(by));
  const verb =
    (kind === 'FOLLOWED' && event ? eventVerbs[event] : undefined) ??
    noticeVerbs[kind as keyof typeof noticeVerbs];
  const lab = labOf(notice);
  const others = count > 1 ? ` and ${count - 1} more` : '';
  const subject = path ? `"${shown(path)}"${others}${lab ? ` in ${lab}` : ''}` : `${lab ?? 'a lab'}${others}`;
  return [who, verb, subject].filter(Boolean).join(' ');
}

function labOf({ lab, tokenId }: ListedNotice): string | null {
  if (lab) return shown(lab);
  return tokenId && `Lab #${tokenId}`;
}

const shortAddress = (address: string) => `${address.slice(0, 6)}…${address.slice(-4)}`;

/** A name that somebody chose, on one line. */
function shown(name: string): string {
  const plain = name.toWellFormed().replace(deceptive, ' ').trim();
  return plain.length > longestName ? `${plain.slice(0, longestName)}…`.toWellFormed() : plain;
}
