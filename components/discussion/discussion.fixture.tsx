import { mayCall, mayCallOnOthers } from '@labroom/protocol/lab-rights';
import { withApi } from '#lib/session/api-provider.tsx';
import { type Answers, openPage, reader } from '#lib/session/stubbed-page.fixture.tsx';
import type { MyRole } from '../core/labs/use-my-role.ts';
import { Discussion } from './discussion.tsx';

export const other = `0x${'cd'.repeat(20)}`;
export const at = '2026-11-01T10:00:00.000Z';
export const file = {
  ...{ ref: 'did:odf:1', path: 'assay.csv', name: 'assay.csv', contentType: 'text/csv' },
  version: 2,
  encrypted: [] as number[],
};
export const onFile = (encrypted: number[]) => ({
  oclId: '0x01',
  shortname: 'lab',
  file: { ...file, encrypted },
});
const onLab = { oclId: '0x01', shortname: 'lab', file: null };

export const comment = (changes = {}) => ({
  ...{
    __typename: 'Comment',
    id: 'c1',
    author: other,
    profile: null,
    body: 'Looks fine.',
    isEncrypted: false,
  },
  ...{ ciphertext: null, keyContentHash: null, createdAt: at, editedAt: null, deletedAt: null },
  ...{ deletedBy: null, isHidden: false, hidden: null },
  ...changes,
});
export const thread = (changes = {}) => ({
  ...{ __typename: 'Thread', id: 't1', ref: null, version: null, keyVersion: null, anchor: null },
  ...{ createdBy: other, createdAt: at, resolvedAt: null, resolvedBy: null, commentCount: 1 },
  ...{ canRead: true, keys: [], comments: [comment()] },
  ...changes,
});
const pageInfo = {
  ...{ __typename: 'PageInfo', hasNextPage: false, hasPreviousPage: false, totalPages: 1 },
};
export const threads = (...nodes: object[]) => ({
  threads: { nodes, totalCount: nodes.length, commentCount: nodes.length, pageInfo },
});
/** The version of `file` that is discussed, as the service states it. */
export const versionOf = (accessLevel: string) => ({
  dataRoomFile: {
    did: file.ref,
    commentCount: 0,
    versions: [{ version: 2, restoredFrom: null, accessLevel, contentHash: 'hash', discussionKeys: [] }],
  },
});
export const dataKey = { decryptDataKey: { plaintextDEK: btoa('k'.repeat(32)), error: null } };
export const done = (name: string) => ({ [name]: { thread: null, message: '', error: null } });

type Role = MyRole['role'];
const me = (role: Role, isSignedIn = true): MyRole => ({
  identity: isSignedIn
    ? { kind: 'signed-in', address: reader, walletConnected: false }
    : { kind: 'anonymous' },
  members: [],
  role,
  isLoading: false,
  offers: (operation) => isSignedIn && (role === undefined || mayCall(operation, role)),
  offersOnOthers: (operation) => mayCallOnOthers(operation, role ?? null),
});

export interface Shown {
  discussed?: ReturnType<typeof onFile> | typeof onLab;
  /** `undefined`: not known. */
  role?: Role;
  isSignedIn?: boolean;
}

/** Opens the discussions for a reader: a viewer unless stated. */
export function openDiscussion(
  answers: Answers,
  { discussed = onLab, isSignedIn = true, ...who }: Shown = {},
) {
  const role = 'role' in who ? who.role : 'VIEWER';
  return openPage(
    <InSession discussed={discussed} me={me(role, isSignedIn)} />,
    { FileReviews: { fileReviews: [] }, ...answers },
    { session: isSignedIn ? reader : undefined },
  );
}

const InSession = withApi(Discussion);
