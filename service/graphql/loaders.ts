import DataLoader from 'dataloader';
import type { Member } from '#contract/schema.generated.ts';
import { type DiscussionKeyRow, keysOfFiles } from '#core/comments/discussion-keys.ts';
import type { RequestContext } from '#core/context/context.ts';
import type { FileWithVersion, ProfileRow } from '#core/context/request-loaders.ts';
import type { ActivityRow } from '#core/feed/feed-store.ts';
import { filesByDid, hiddenFileCounts, publicVersionsOf, versionsOf } from '#core/files/file-store.ts';
import { createOpenConditions } from '#core/keys/open-conditions.ts';
import { findLabs } from '#core/labs/lab-rows.ts';
import { type ListedReaderRow, listedReadersOf } from '#core/members/listed-readers.ts';
import { membersOfLabs } from '#core/members/members-of-lab.ts';
import type { LabContents } from '#core/ports/content-source.ts';
import { mintedAtOf } from '#operations/labs/minted-at.ts';
import type { VersionRow } from '#platform/db/tables/files.ts';
import { provedWallet } from '../auth/caller.ts';
import { eventsByNumber, type LabEventRow } from '../operations/activity/event-log-store.ts';
import { entriesOfGroups } from '../operations/activity/group-store.ts';
import { findAnnouncements, findBodies } from '../operations/announcements/announcement-store.ts';
import { commentCounts, commentsOf, type StoredComment } from '../operations/comments/comment-store.ts';
import { type FollowRow, followsById } from '../operations/follows/follow-store.ts';
import { type HideRow, hidesOf, type ModeratedSubject } from '../operations/moderation/hide-store.ts';
import { type ReadinessRow, readinessOf } from '../operations/plans/readiness-store.ts';
import { type TodoRow, todosById, todosOf } from '../operations/plans/todo-store.ts';
import { profilesOf } from '../operations/profiles/profile-store.ts';
import { shownProfile } from '../operations/profiles/shown-profile.ts';
import { releasesById } from '../operations/releases/release-store.ts';
import { createDrawnTexts } from './drawn-text-loader.ts';
import { createTextLoaders } from './text-loaders.ts';

interface PageOfThread {
  threadId: string;
  page: number;
  perPage: number;
}

/** Loads fields of many objects with one query each. Created for every request. */
export function createLoaders(context: RequestBase & Pick<RequestContext, 'signer'>) {
  const { db } = context;
  /** `null` for a lab that is not registered. */
  const registeredLabs = new DataLoader(async (oclIds: readonly string[]) => {
    const rows = new Map((await findLabs(db, [...oclIds])).map((lab) => [lab.oclId, lab]));
    return oclIds.map((id) => rows.get(id) ?? null);
  });
  let content: Promise<LabContents | null> | undefined;
  return {
    ...createTextLoaders(db),
    ...createDrawnTexts(context),
    openConditions: createOpenConditions(context),
    /** The content source's facts about all labs; null when it cannot be read. */
    content(): Promise<LabContents | null> {
      content ??= context.content.labs(context.log).catch((error: unknown) => {
        context.log.warn({ err: error }, 'content source unavailable');
        return null;
      });
      return content;
    },
    members: new DataLoader<string, Member[]>(async (oclIds) => {
      const members = await membersOfLabs(context, [...oclIds]);
      return oclIds.map((id) => members.get(id) ?? []);
    }),
    /** By wallet, in any case. */
    profiles: new DataLoader<string, ProfileRow | null>(async (wallets) => {
      const lower = wallets.map((wallet) => wallet.toLowerCase());
      const viewer = provedWallet(context.caller);
      const found = await profilesOf(context, [...new Set(lower)]);
      const rows = new Map(found.map((row) => [row.wallet, shownProfile(row, viewer)]));
      return lower.map((wallet) => rows.get(wallet) ?? null);
    }),
    registeredLabs,
    /** What the operator hid now; `null` for what is shown. */
    hides: new DataLoader<Pick<ModeratedSubject, 'kind' | 'subject'>, HideRow | null, string>(
      async (asked) => {
        const found = new Map<string, HideRow>();
        for (const [kind, some] of Map.groupBy(asked, (one) => one.kind)) {
          const rows = await hidesOf(
            db,
            kind,
            some.map(({ subject }) => subject),
          );
          for (const row of rows) found.set(keyOfSubject(row), row);
        }
        return asked.map((one) => found.get(keyOfSubject(one)) ?? null);
      },
      { cacheKeyFn: keyOfSubject },
    ),
    /** Who is on the access list of a lab for a file. */
    listedReaders: new DataLoader<{ oclId: string; subject: string }, ListedReaderRow[], string>(
      async (subjects) => {
        const found = await listedReadersOf(db, subjects);
        return subjects.map((asked) => found.get(keyOfListed(asked)) ?? []);
      },
      { cacheKeyFn: keyOfListed },
    ),
    /** Files of labs that the operator hid, by oclId. */
    hiddenFiles: new DataLoader<string, number>(async (oclIds) => {
      const counts = await hiddenFileCounts(db, oclIds);
      return oclIds.map((id) => counts.get(id) ?? 0);
    }),
    /** Events of the log by number. */
    events: new DataLoader<number, LabEventRow | null>(async (numbers) => {
      const rows = new Map((await eventsByNumber(db, [...numbers])).map((row) => [row.cursor, row]));
      return numbers.map((number) => rows.get(String(number)) ?? null);
    }),
    follows: new DataLoader<string, FollowRow | null>(async (ids) => {
      const rows = new Map((await followsById(db, [...ids])).map((row) => [row.id, row]));
      return ids.map((id) => rows.get(id) ?? null);
    }),
    labs: new DataLoader(async (oclIds: readonly string[]) =>
      (await registeredLabs.loadMany(oclIds)).map((lab, at) => lab ?? new Error(`No lab ${oclIds[at]}`)),
    ),
    mintedAt: new DataLoader<string, Date | null>(async (oclIds) => {
      const minted = await mintedAtOf(db, [...oclIds]);
      return oclIds.map((id) => minted.get(id) ?? null);
    }),
    versions: new DataLoader<string, VersionRow[]>(async (fileIds) => {
      const rows = Map.groupBy(await versionsOf(db, [...fileIds]), (row) => row.fileId);
      return fileIds.map((id) => rows.get(id) ?? []);
    }),
    /** Earlier public versions of files whose newest version is encrypted, by file id. */
    publicVersions: new DataLoader<string, number[]>(async (fileIds) => {
      const rows = await publicVersionsOf(db, [...fileIds]);
      return fileIds.map((id) => rows.get(id) ?? []);
    }),
    files: new DataLoader<string, FileWithVersion | null>(async (dids) => {
      const rows = new Map((await filesByDid(db, [...dids])).map((file) => [file.did, file]));
      return dids.map((did) => rows.get(did) ?? null);
    }),
    groupEntries: new DataLoader<GroupPage, ActivityRow[], string>(
      async (wanted) => {
        const entries = new Map<string, ActivityRow[]>();
        for (const [, groups] of Map.groupBy(wanted, ({ page, perPage }) => `${page} ${perPage}`)) {
          const [first] = groups;
          if (!first) continue;
          const found = await entriesOfGroups(db, groups, first);
          groups.forEach((group, at) => {
            entries.set(keyOfGroupPage(group), found[at] ?? []);
          });
        }
        return wanted.map((group) => entries.get(keyOfGroupPage(group)) ?? []);
      },
      { cacheKeyFn: keyOfGroupPage },
    ),
    releases: new DataLoader(async (ids: readonly string[]) => {
      const rows = new Map((await releasesById(db, [...ids])).map((row) => [row.id, row]));
      return ids.map((id) => rows.get(id) ?? new Error(`No release ${id}`));
    }),
    readiness: new DataLoader<string, ReadinessRow | null>(async (oclIds) => {
      const rows = new Map((await readinessOf(db, oclIds)).map((row) => [row.oclId, row]));
      return oclIds.map((id) => rows.get(id) ?? null);
    }),
    todoLists: new DataLoader<string, TodoRow[]>(async (oclIds) => {
      const rows = Map.groupBy(await todosOf(db, oclIds), ({ oclId }) => oclId);
      return oclIds.map((id) => rows.get(id) ?? []);
    }),
    /** By id; `null` for a deleted one. */
    todos: new DataLoader<string, TodoRow | null>(async (ids) => {
      const rows = new Map((await todosById(db, ids)).map((row) => [row.id, row]));
      return ids.map((id) => rows.get(id) ?? null);
    }),
    /** Pages of comments of threads. Threads that ask for the same page take one statement together. */
    comments: new DataLoader<PageOfThread, StoredComment[], string>(
      async (asked) => {
        const byPage = Map.groupBy(asked, ({ page, perPage }) => `${page} ${perPage}`);
        const found = await Promise.all(
          [...byPage].map(async ([key, group]) => {
            const ids = group.map(({ threadId }) => threadId);
            const rows = await commentsOf(db, ids, group[0] ?? { page: 0, perPage: 0 });
            return [key, Map.groupBy(rows, ({ threadId }) => threadId)] as const;
          }),
        );
        const pages = new Map(found);
        return asked.map(
          ({ threadId, page, perPage }) => pages.get(`${page} ${perPage}`)?.get(threadId) ?? [],
        );
      },
      { cacheKeyFn: ({ threadId, page, perPage }) => `${threadId} ${page} ${perPage}` },
    ),
    /** Keys of comments whose data key was replaced, by DID of the file. */
    discussionKeys: new DataLoader<string, DiscussionKeyRow[]>(async (dids) => {
      const rows = Map.groupBy(await keysOfFiles(db, dids), ({ fileDid }) => fileDid);
      return dids.map((did) => rows.get(did) ?? []);
    }),
    /** Comments on a file that are not deleted, by its DID. */
    commentCounts: new DataLoader<string, number>(async (dids) => {
      const counts = await commentCounts(db, dids);
      return dids.map((did) => counts.get(did) ?? 0);
    }),
    bodies: new DataLoader(async (ids: readonly string[]) => {
      const rows = new Map((await findBodies(db, [...ids])).map((row) => [row.id, row.body]));
      return ids.map((id) => rows.get(id) ?? new Error(`No announcement ${id}`));
    }),
    announcements: new DataLoader(async (ids: readonly string[]) => {
      const rows = new Map((await findAnnouncements(db, [...ids])).map((row) => [row.id, row]));
      return ids.map((id) => rows.get(id) ?? new Error(`No announcement ${id}`));
    }),
  };
}

/** Which entries of which group of a feed. */
interface GroupPage {
  oclId: string;
  number: number;
  withHidden: boolean;
  page: number;
  perPage: number;
}

const keyOfGroupPage = ({ oclId, number, withHidden, page, perPage }: GroupPage) =>
  `${oclId} ${number} ${withHidden} ${page} ${perPage}`;

const keyOfListed = ({ oclId, subject }: { oclId: string; subject: string }) => `${oclId} ${subject}`;

const keyOfSubject = ({ kind, subject }: Pick<ModeratedSubject, 'kind' | 'subject'>) => `${kind} ${subject}`;

type Loaders = ReturnType<typeof createLoaders>;

/** A request before its execution. */
export type RequestBase = Omit<RequestContext, 'loaders' | 'inBandErrors' | 'signer'>;

export interface ResolverContext extends RequestContext {
  loaders: Loaders;
}
