import { noticeVerbs, unknownLabText } from '@labroom/protocol/notice-verbs';

/** What a text about a notice is made of. */
export interface ListedNotice {
  kind: string;
  by: string | null;
  byName: string | null;
  path: string | null;
  lab: string | null;
  tokenId: string | null;
  /** Of followed events. */
  event: string | null;
  count: number;
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

/** A notice as one line of text, with the facts that the inbox shows. */
export function lineOf(notice: ListedNotice): string {
  const { kind, by, byName, path, event, count } = notice;
  if (kind === 'MENTIONED_BY_UNKNOWN_LAB') return unknownLabText(count);
  const who = by && (byName ? `${shown(byName)} (${shortAddress(by)})` : shortAddress(by));
  const verb =
    (kind === 'FOLLOWED' && event ? eventVerbs[event] : undefined) ??
    noticeVerbs[kind as keyof typeof noticeVerbs];
  if (kind === 'MAIL_DISABLED') return verb;
  const lab = labOf(notice);
  const others = count > 1 ? ` and ${count - 1} more` : '';
  const subject = path ? `"${shown(path)}"${others}${lab ? ` in ${lab}` : ''}` : `${lab ?? 'a lab'}${others}`;
  return [who, verb, subject].filter(Boolean).join(' ');
}

/** The name of the lab that a notice is about; `null` while it is not registered. */
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
