import { and, like, sql } from 'drizzle-orm';
import type { DataRoomFileColumnsArgs } from '#contract/schema.generated.ts';
import {
  byPath,
  earlierPublicVersions,
  type ListedRoom,
  newestVersion,
  ofRoom,
  path,
} from '#core/files/file-store.ts';
import type { Reader } from '#platform/db/database.ts';
import { likePattern, prefixPattern } from '#platform/db/like-pattern.ts';
import { files, fileVersions } from '#platform/db/tables/files.ts';
import { fileWords, mayContain } from './may-contain.ts';

const MOST_FILES = 20_000;
const MOST_WORDS = 20;
const SUMMARY_LENGTH = 160;

/** The files of a lab by path, a list for each field: a fraction of the work and the bytes of an object for each file. */
export async function fileColumnsOf(
  db: Reader,
  room: ListedRoom,
  { prefix, search }: DataRoomFileColumnsArgs,
  mostFiles = MOST_FILES,
) {
  const { oclId } = room;
  const words = (search ?? '').split(/\s+/).filter(Boolean).slice(0, MOST_WORDS);
  const found = await db
    .select({
      did: files.did,
      path: files.path,
      version: files.version,
      contentType: fileVersions.contentType,
      accessLevel: files.accessLevel,
      contentLength: fileVersions.contentLength,
      updatedAt: files.updatedAt,
      changeBy: files.changeBy,
      summary: sql<string | null>`left(${files.description}, ${SUMMARY_LENGTH})`,
      tags: files.tags,
      categories: files.categories,
      publicVersions: sql<number[]>`case when ${files.accessLevel} <> 'PUBLIC' and ${files.version} > 1
        then ${earlierPublicVersions} else '{}' end`,
    })
    .from(files)
    .innerJoin(fileVersions, newestVersion)
    .where(
      and(
        ofRoom(room),
        prefix ? like(path, prefixPattern(prefix)) : undefined,
        // The fields are parted by a line break, which no word has.
        ...words.map((word) => and(mayContain(oclId, word), sql`${fileWords} ilike ${likePattern(word)}`)),
      ),
    )
    .orderBy(byPath)
    .limit(mostFiles + 1);
  const rows = found.slice(0, mostFiles);
  return {
    hasMore: found.length > mostFiles,
    dids: rows.map(({ did }) => did),
    paths: rows.map((row) => row.path),
    versions: rows.map(({ version }) => version),
    contentTypes: rows.map(({ contentType }) => contentType),
    accessLevels: rows.map(({ accessLevel }) => accessLevel),
    contentLengths: rows.map(({ contentLength }) => String(contentLength)),
    updatedAts: rows.map(({ updatedAt }) => updatedAt),
    changeBys: rows.map(({ changeBy }) => changeBy),
    summaries: rows.map(({ summary }) => summary),
    tags: rows.map(({ tags }) => tags),
    categories: rows.map(({ categories }) => categories),
    publicVersions: rows.map(({ publicVersions }) => publicVersions),
  };
}
