import type { DocumentIndex, IndexedDocument } from '@labroom/search-index/document-index';
import type { Client } from 'pg';
import { labelOf } from '#core/search/labels.ts';

/** Documents that are read at once. */
const PORTION = 100;
/** Deletions are kept for a day; after half of it everything is read again. */
const MAX_AGE_SECONDS = 43_200;

const isNew = (changedIn: string) => `${changedIn} >= pg_snapshot_xmin($1::pg_snapshot)
  and ${changedIn} < pg_snapshot_xmax(pg_current_snapshot()) and not pg_visible_in_snapshot(${changedIn}, $1::pg_snapshot)`;

/**
 * Ids of the documents of which the snapshot $1 does not have the present version. Rows of future transaction ids, which
 * a restored backup can contain, were read at the start.
 */
const CHANGES = {
  name: 'changed documents',
  text: `select pg_current_snapshot()::text as snapshot, extract(epoch from clock_timestamp())::float8 as at,
    pg_snapshot_xmax(pg_current_snapshot()) < pg_snapshot_xmax($1::pg_snapshot) as "isEarlier",
    array(select id::float8 from search_documents where ${isNew('changed_in')}) as changed,
    array(select document_id::float8 from search_deletions where ${isNew('deleted_in')}) as deleted`,
};
const COLUMNS = `id::float8 as id, ocl_id as "oclId", kind, access_level as "accessLevel", tags, categories,
  tsvectorsend(stems) as stems from search_documents`;
const AFTER = {
  name: 'documents after',
  text: `select ${COLUMNS} where id > $1 and not hidden order by search_documents.id limit ${PORTION}`,
};
const OF_IDS = {
  name: 'documents of ids',
  text: `select ${COLUMNS} where id = any($1::bigint[]) and not hidden`,
};

interface Row {
  id: number;
  oclId: string;
  kind: string;
  accessLevel: string;
  tags: string[];
  categories: string[];
  stems: Buffer;
}

/** The state of the database that an index has, or a newer one of some documents. */
export interface IndexState {
  snapshot: string;
  /** Seconds, by the clock of the database. */
  at: number;
}

/** Reads all documents into an empty index. */
export async function readAll(db: Client, index: DocumentIndex): Promise<IndexState> {
  const { rows } = await db.query<IndexState>(
    'select pg_current_snapshot()::text as snapshot, extract(epoch from clock_timestamp())::float8 as at',
  );
  for (let last = 0, isEnd = false; !isEnd; ) {
    const page = await db.query<Row>({ ...AFTER, values: [last] });
    for (const row of page.rows) index.set(documentOf(row));
    last = page.rows.at(-1)?.id ?? last;
    isEnd = page.rows.length < PORTION;
  }
  return stateOf(rows);
}

/**
 * Brings an index up to date with every transaction that is committed now.
 * @returns `null` if it is too old for that, or the database went back to an earlier state
 */
export async function readChanges(
  db: Client,
  index: DocumentIndex,
  since: IndexState,
): Promise<IndexState | null> {
  const { rows } = await db.query<IndexState & { isEarlier: boolean; changed: number[]; deleted: number[] }>({
    ...CHANGES,
    values: [since.snapshot],
  });
  const state = stateOf(rows);
  const { isEarlier = true, changed = [], deleted = [] } = rows[0] ?? {};
  // 0: all documents at once.
  if (isEarlier || state.at - since.at > MAX_AGE_SECONDS || deleted.includes(0)) return null;
  for (const id of deleted) index.remove(id);
  for (let from = 0; from < changed.length; from += PORTION) {
    const ids = changed.slice(from, from + PORTION);
    const page = await db.query<Row>({ ...OF_IDS, values: [ids] });
    // Those that are missing are hidden, or were deleted in the meantime.
    for (const id of ids) index.remove(id);
    for (const row of page.rows) index.set(documentOf(row));
  }
  return state;
}

function stateOf(rows: IndexState[]): IndexState {
  if (!rows[0]) throw new Error('The database did not name its snapshot.');
  return rows[0];
}

function documentOf({ id, oclId, kind, accessLevel, tags, categories, stems }: Row): IndexedDocument {
  const labels = [
    labelOf('byKinds', kind),
    labelOf('byAccessLevels', accessLevel),
    ...new Set(tags.map((tag) => labelOf('byTags', tag))),
    ...new Set(categories.map((category) => labelOf('byCategories', category))),
  ];
  return { id, lab: labelOf('byOclIds', oclId), labels, stems };
}
