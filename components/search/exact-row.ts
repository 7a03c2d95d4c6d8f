import type { ExactHitFieldsFragment, FileMatchFieldsFragment } from '@labroom/client/documents';
import { filePath, labPath, labTitle } from '#lib/api/lab-reference.ts';
import { withParams } from '#lib/urls/search-params.ts';
import { describeEvent } from '../core/onchain/describe-event.ts';

/** Something that the search text names, as a row. */
export interface ExactRow {
  kind: 'lab' | 'person' | 'file' | 'transaction';
  name: string;
  /** Why the row is here. */
  reason: string;
  /** The lab of a file or transaction. */
  lab: string | null;
  path: string;
}

const labReasons: Partial<Record<ExactHitFieldsFragment['identifier'], string>> = {
  OCL_ID: 'Has this oclId',
  LAB_ACCOUNT: 'Has this account',
  LAB_DID: 'Has this DID',
  TOKEN_CONTRACT: 'Has this token',
  TOKEN_SYMBOL: 'Has a token with this symbol',
};

const roleReasons = {
  OWNER: 'This wallet is an owner',
  CONTRIBUTOR: 'This wallet is a contributor',
  VIEWER: 'This wallet is a viewer',
} as const;

const matchReasons = {
  STORED_BYTES: 'has these bytes',
  FORMER_BYTES: 'had these bytes before it was encrypted with a new key',
  STATED_PLAINTEXT: 'has this content, as its author stated it',
} as const;

export function exactRow({ identifier, lab, role, file, version, events }: ExactHitFieldsFragment): ExactRow {
  if (version) return matchRow(version);
  const title = lab && labTitle(lab);
  if (lab && file) {
    const path = filePath(lab.shortname, file.path);
    return { kind: 'file', name: file.path, reason: 'Has this DID', lab: title, path };
  }
  if (events.length > 0) {
    const name = [...new Set(events.map((event) => describeEvent(event).title))].join(', ');
    const path = pathOfEvents(lab?.shortname ?? null, events);
    return { kind: 'transaction', name, reason: 'What this transaction did', lab: title, path };
  }
  const isToken = identifier === 'TOKEN_CONTRACT' || identifier === 'TOKEN_SYMBOL';
  return {
    kind: role ? 'person' : 'lab',
    name: title ?? '',
    reason: role ? roleReasons[role] : (labReasons[identifier] ?? ''),
    lab: null,
    path: labPath(lab?.shortname ?? '', isToken ? 'tokenize' : 'overview'),
  };
}

/** A version that has a hash. */
export function matchRow({ path, version, lab, matchedBy }: FileMatchFieldsFragment): ExactRow {
  return {
    kind: 'file',
    name: path,
    reason: `Version ${version} ${matchReasons[matchedBy]}`,
    lab: labTitle(lab),
    path: filePath(lab.shortname, path, version),
  };
}

/** The page of the onchain activity that begins with these events, which are in the order of the chain. */
function pathOfEvents(shortname: string | null, events: ExactHitFieldsFragment['events']): string {
  const last = events.at(-1);
  const before = last && `${last.blockNumber}:${last.logIndex + 1}`;
  if (shortname) return withParams(labPath(shortname, 'activity'), { show: 'onchain', before });
  const named = events.flatMap(({ args }) => Object.values(args as Record<string, unknown>));
  const wallet = named.find((value) => typeof value === 'string' && /^0x(?!0{40})[0-9a-f]{40}$/.test(value));
  return withParams('/activity', { show: 'onchain', wallet: wallet as string | undefined, before });
}
