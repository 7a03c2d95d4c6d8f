import { terminalText } from '@labroom/protocol/terminal-text';
import { z } from 'zod';
import { findSubject } from '../operations/moderation/find-subject.ts';
import {
  hide as hideSubject,
  listHides,
  type ModeratedSubject,
  unhide as unhideSubject,
} from '../operations/moderation/hide-store.ts';
import type { SubjectKind } from '../platform/db/tables/moderation.ts';
import { type Command, type Operation, required, UsageError } from './core/command.ts';
import { findNamedLab, noSuchLab } from './named-lab.ts';

/** Options that name something of a lab. */
const parts = {
  file: 'FILE',
  announcement: 'ANNOUNCEMENT',
  release: 'RELEASE',
  thread: 'THREAD',
  comment: 'COMMENT',
} as const satisfies Record<string, SubjectKind>;

const subjectOptions = {
  lab: { placeholder: 'oclId|shortname', summary: 'the lab, alone or with one of the next five' },
  file: { placeholder: 'path|DID', summary: 'a file of it' },
  announcement: { placeholder: 'id', summary: 'an announcement of it' },
  release: { placeholder: 'number|DID', summary: 'a release of it' },
  thread: { placeholder: 'id', summary: 'a discussion in it' },
  comment: { placeholder: 'id', summary: 'the words of a comment in it' },
  wallet: { placeholder: 'address', summary: 'instead of a lab: what a wallet says about itself' },
};

const reasonSchema = z.string().trim().min(1).max(500);

export const hide: Command = {
  summary: 'takes a lab, an entry or a profile out of lists, search and feeds; nothing is deleted',
  options: {
    ...subjectOptions,
    reason: { placeholder: 'text', summary: 'why, 1 to 500 characters; members of the lab read it' },
  },
  async run(operation) {
    const reason = reasonSchema.safeParse(required(operation, 'reason'));
    if (!reason.success) throw new UsageError('--reason: must have 1 to 500 characters.');
    const subject = await subjectOf(operation);
    if (!subject) return false;
    const isNew = await hideSubject(operation.context.db, subject, reason.data);
    operation.print(isNew ? `Hidden: ${describe(subject)}.` : 'It is hidden already. See hidden.');
    return isNew;
  },
};

export const unhide: Command = {
  summary: 'shows what was hidden again',
  options: subjectOptions,
  async run(operation) {
    const subject = await subjectOf(operation);
    if (!subject) return false;
    const isShown = await unhideSubject(operation.context.db, subject);
    operation.print(isShown ? `Shown again: ${describe(subject)}.` : 'It is not hidden. See hidden.');
    return isShown;
  },
};

export const hidden: Command = {
  summary: 'lists what is hidden, since when and why',
  options: { all: { summary: 'also what was shown again' } },
  async run({ context, options, print }) {
    for (const row of await listHides(context.db, { all: options.all === true })) {
      const until = row.shownAt ? [`shown ${row.shownAt.toISOString()}`] : [];
      print([row.hiddenAt.toISOString(), describe(row), terminalText(row.reason), ...until].join('\t'));
    }
    return true;
  },
};

/** Kind, lab and id, as one field of a line. */
export function describe({ kind, oclId, subject }: ModeratedSubject): string {
  return [kind, ...new Set([oclId, subject])].filter((part) => part !== null).join(' ');
}

/**
 * What the options name; `null`, after saying so, if there is no such thing.
 * @throws UsageError
 */
async function subjectOf(operation: Operation): Promise<ModeratedSubject | null> {
  const { options, context, print } = operation;
  const { lab, wallet } = options;
  const named = Object.entries(parts).flatMap(([option, kind]) => {
    const name = options[option];
    return typeof name === 'string' ? [{ kind, name }] : [];
  });
  if (named.length > 1 || (wallet !== undefined && (lab !== undefined || named.length > 0)))
    throw new UsageError('Name one thing: a lab, something of a lab, or a wallet.');
  if (wallet !== undefined) {
    if (!/^0x[0-9a-f]{40}$/i.test(String(wallet))) throw new UsageError('--wallet: 0x and 40 hex digits.');
    return { kind: 'PROFILE', oclId: null, subject: String(wallet).toLowerCase() };
  }
  const found = await findNamedLab(operation);
  if (!found) return nothing(print, noSuchLab);
  const { kind, name } = named[0] ?? { kind: 'LAB' as const, name: '' };
  const subject = await findSubject(context.db, { kind, oclId: found.oclId, name });
  return subject ?? nothing(print, `The lab has no such ${kind.toLowerCase()}.`);
}

function nothing(print: (line: string) => void, line: string): null {
  print(line);
  return null;
}
