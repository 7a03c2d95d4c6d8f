import { weekMilliseconds, weekOf } from '@labroom/protocol/week';
import { and, asc, desc, eq, gt, gte, sql } from 'drizzle-orm';
import type { FileWithVersion } from '#core/context/request-loaders.ts';
import { type ListedRoom, newestPublicFiles, newestVersion, ofRoom } from '#core/files/file-store.ts';
import { KeptReads } from '#operations/files/kept-reads.ts';
import type { Database } from '#platform/db/database.ts';
import { type FileRow, files, fileVersions, type VersionRow } from '#platform/db/tables/files.ts';

/** Data rooms whose figures are kept per process, about 30 kB each. */
const keptRooms = 200;
const weeksShown = 52;

interface Room extends ListedRoom {
  /** Every change of a file appends to the feed, so figures are valid as long as its length is the same. */
  feedLength: number;
  fileCount: number;
  /** Grows whenever something is hidden or shown. */
  hides: number;
}

/** Figures of a large room take up to a second to read, so they may be this old. */
const largeRoom = 5000;
const ageOfLargeRooms = 60_000;

interface AreaRow {
  accessLevel: FileRow['accessLevel'];
  fileCount: number;
  bytes: string;
}

export interface FolderRow extends AreaRow {
  /** Null for files outside of every folder. */
  name: string | null;
}

export interface ExtensionRow extends AreaRow {
  /** Lowercase, without the dot; null for names without one. */
  extension: string | null;
}

export interface WeekRow {
  startsAt: Date;
  publicCount: number;
  encryptedCount: number;
}

export interface FileHistory {
  did: string;
  path: string;
  versions: Pick<VersionRow, 'version' | 'accessLevel' | 'createdAt'>[];
}

interface RoomFigures {
  folders: KeptReads<FolderRow[]>;
  extensions: KeptReads<ExtensionRow[]>;
  weeks: KeptReads<WeekRow[]>;
  histories: KeptReads<FileHistory[]>;
  pictures: KeptReads<FileWithVersion[]>;
}

const kept = new WeakMap<Database, RoomFigures>();

function figuresOf(db: Database): RoomFigures {
  const found = kept.get(db) ?? {
    folders: new KeptReads(keptRooms),
    extensions: new KeptReads(keptRooms),
    weeks: new KeptReads(keptRooms),
    histories: new KeptReads(keptRooms),
    pictures: new KeptReads(keptRooms),
  };
  kept.set(db, found);
  return found;
}

type Figure = keyof RoomFigures;
type ValueOf<Name extends Figure> = RoomFigures[Name] extends KeptReads<infer Value> ? Value : never;

/** Reads a figure, unless it is kept. `period` is what it depends on besides the files. */
function readFigure<Name extends Figure>(
  db: Database,
  name: Name,
  { oclId, feedLength, fileCount, hides, withHidden }: Room,
  load: () => PromiseLike<ValueOf<Name>>,
  period = '',
): Promise<ValueOf<Name>> {
  const reads = figuresOf(db)[name] as unknown as KeptReads<ValueOf<Name>>;
  // What was hidden is not shown by an older figure either.
  const key = `${oclId} ${hides} ${withHidden}`;
  return reads.read(key, `${feedLength} ${period}`, load, fileCount > largeRoom ? ageOfLargeRooms : 0);
}

const count = sql<number>`count(*)::int`;
const totalBytes = sql`sum(${fileVersions.contentLength})`;
const bytes = sql<string>`${totalBytes}::text`;

/** Files of a lab by top-level folder and access level, the most bytes first; at most 100 rows. */
export function foldersOf(db: Database, room: Room): Promise<FolderRow[]> {
  return readFigure(db, 'folders', room, () => {
    const name = sql<
      string | null
    >`case when ${files.path} like '%/%' then split_part(${files.path}, '/', 1) end`;
    return db
      .select({ name, accessLevel: files.accessLevel, fileCount: count, bytes })
      .from(files)
      .innerJoin(fileVersions, newestVersion)
      .where(ofRoom(room))
      .groupBy(sql`1`, files.accessLevel)
      .orderBy(desc(totalBytes), sql`1`, files.accessLevel)
      .limit(100);
  });
}

/** Files of a lab by the extension of their names and access level, the most bytes first; at most 100 rows. */
export function extensionsOf(db: Database, room: Room): Promise<ExtensionRow[]> {
  return readFigure(db, 'extensions', room, () => {
    const extension = sql<string | null>`lower(substring(${files.path} from '[^/]\\.([A-Za-z0-9]{1,12})$'))`;
    return db
      .select({ extension, accessLevel: files.accessLevel, fileCount: count, bytes })
      .from(files)
      .innerJoin(fileVersions, newestVersion)
      .where(ofRoom(room))
      .groupBy(sql`1`, files.accessLevel)
      .orderBy(desc(totalBytes), sql`1`, files.accessLevel)
      .limit(100);
  });
}

/** Versions of a lab's files per week of the last 52, oldest first, without weeks that have none. */
export function weeksOf(db: Database, room: Room, now: Date): Promise<WeekRow[]> {
  const from = new Date(weekOf(now.getTime()) - (weeksShown - 1) * weekMilliseconds);
  const load = () => {
    const startsAt = sql`date_trunc('week', ${fileVersions.createdAt}, 'UTC')`.mapWith(
      fileVersions.createdAt,
    );
    return db
      .select({
        startsAt,
        publicCount: sql<number>`(count(*) filter (where ${fileVersions.accessLevel} = 'PUBLIC'))::int`,
        encryptedCount: sql<number>`(count(*) filter (where ${fileVersions.accessLevel} <> 'PUBLIC'))::int`,
      })
      .from(files)
      .innerJoin(fileVersions, eq(fileVersions.fileId, files.id))
      .where(and(ofRoom(room), gte(fileVersions.createdAt, from)))
      .groupBy(sql`1`)
      .orderBy(sql`1`);
  };
  return readFigure(db, 'weeks', room, load, from.toISOString());
}

const historiesShown = 6;
const versionsShown = 30;

/** The files of a lab with the most versions, and the newest 30 versions of each, oldest first; at most six files. */
export function historiesOf(db: Database, room: Room): Promise<FileHistory[]> {
  return readFigure(db, 'histories', room, async () => {
    const revised = db
      .select({ id: files.id, did: files.did, path: files.path, newest: files.version })
      .from(files)
      .where(and(ofRoom(room), gt(files.version, 1)))
      .orderBy(desc(files.version), desc(files.updatedAt), files.id)
      .limit(historiesShown)
      .as('revised');
    const rows = await db
      .select({
        did: revised.did,
        path: revised.path,
        version: fileVersions.version,
        accessLevel: fileVersions.accessLevel,
        createdAt: fileVersions.createdAt,
      })
      .from(revised)
      .innerJoin(
        fileVersions,
        and(
          eq(fileVersions.fileId, revised.id),
          gt(fileVersions.version, sql`${revised.newest} - ${versionsShown}`),
        ),
      )
      .orderBy(desc(revised.newest), asc(revised.did), asc(fileVersions.version));
    return [...Map.groupBy(rows, ({ did }) => did)].map(([did, versions]) => ({
      did,
      path: versions[0]?.path ?? '',
      versions,
    }));
  });
}

/** Images that browsers show as they are. An SVG is not: its references can multiply. */
const pictureTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif'];
const mostPictureBytes = 2_000_000;

/** The newest public images of a lab that are small enough for a page; at most six. */
export function picturesOf(db: Database, room: Room): Promise<FileWithVersion[]> {
  return readFigure(db, 'pictures', room, () =>
    newestPublicFiles(db, {
      ...room,
      contentTypes: pictureTypes,
      mostBytes: mostPictureBytes,
      limit: 6,
    }),
  );
}
