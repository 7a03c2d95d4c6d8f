import { sql } from 'drizzle-orm';
import type { Database } from '#platform/db/database.ts';

/** Characters of a document that are embedded; most models read no more. */
const MAX_TEXT = 8_000;
/** Batch size for marking rows as due. */
const PORTION = 5_000;

export interface DueDocument {
  documentId: number;
  revision: number;
  /** Text that `searchLabs` searches: path or headline, description, labels, text. Never the bytes of a file. */
  text: string;
}

export interface DocumentVector {
  documentId: number;
  revision: number;
  vector: Float32Array;
}

/** Claims due documents for two minutes. */
export async function claimDueDocuments(db: Database, count: number): Promise<DueDocument[]> {
  const claimed = await db.execute<{ id: string; revision: number }>(sql`
    update search_embeddings set due_at = now() + interval '2 minutes' where document_id in (
      select document_id from search_embeddings where due_at <= now() + interval '1 millisecond'
      order by due_at limit ${count} for update skip locked)
    returning document_id as id, revision`);
  const revisions = new Map(claimed.rows.map(({ id, revision }) => [id, revision]));
  // Read after the revision: if the text is newer than the revision, its vector is discarded and the document stays
  // due.
  const { rows } = await db.execute<{ id: string; text: string }>(sql`
    select d.id, left(case when f.id is null then concat_ws(E'\n', a.headline, a.body) else
      concat_ws(E'\n', f.path, f.description, array_to_string(f.tags || f.categories, ', '), f.content_text) end,
      ${MAX_TEXT}::int) as text
    from search_documents d left join files f on f.id = d.file_id left join announcements a on a.id = d.announcement_id
    where d.id = any(${sql.param([...revisions.keys()])}::bigint[]) order by d.id`);
  return rows.map(({ id, text }) => ({ documentId: Number(id), revision: revisions.get(id) ?? 0, text }));
}

/**
 * Stores vectors of documents that have not changed since they were claimed, and deletes vectors of another model or
 * dimension.
 */
export async function keepVectors(db: Database, model: string, vectors: DocumentVector[]): Promise<void> {
  const dimensions = vectors[0]?.vector.length;
  if (dimensions === undefined) return;
  const bytes = vectors.map(({ vector }) => Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength));
  await db.execute(sql`
    update search_embeddings e set vector = given.vector, model = ${model}, dimensions = ${dimensions}, due_at = null,
      changed_in = pg_current_xact_id()
    from unnest(${sql.param(vectors.map(({ documentId }) => documentId))}::bigint[],
      ${sql.param(vectors.map(({ revision }) => revision))}::int[], ${sql.param(bytes)}::bytea[])
      as given(document_id, revision, vector)
    where e.document_id = given.document_id and e.revision = given.revision`);
  await makeDueWhere(
    db,
    sql`model = ${model} and (dimensions < ${dimensions} or dimensions > ${dimensions})`,
  );
}

export async function forgetOtherModels(db: Database, model: string): Promise<void> {
  await makeDueWhere(db, sql`(model < ${model} or model > ${model})`);
}

async function makeDueWhere(db: Database, condition: ReturnType<typeof sql>): Promise<void> {
  await db.execute(sql`
    update search_embeddings set vector = null, model = null, dimensions = null, due_at = now(),
      changed_in = pg_current_xact_id()
    where document_id in (select document_id from search_embeddings where ${condition} limit ${PORTION})`);
}

/** Releases claimed documents without a vector, at once or after a delay in seconds. */
export async function giveBack(db: Database, documents: DueDocument[], afterSeconds = 0): Promise<void> {
  await db.execute(sql`
    update search_embeddings e set due_at = now() + make_interval(secs => ${afterSeconds})
    from unnest(${sql.param(documents.map(({ documentId }) => documentId))}::bigint[],
      ${sql.param(documents.map(({ revision }) => revision))}::int[]) as given(document_id, revision)
    where e.document_id = given.document_id and e.revision = given.revision and e.vector is null`);
}
