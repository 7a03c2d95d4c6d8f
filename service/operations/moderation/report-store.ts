import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Database, Reader, Transaction } from '#platform/db/database.ts';
import { reportSources, reports } from '#platform/db/tables/moderation.ts';
import { ServiceError } from '#platform/errors/errors.ts';

export type ReportRow = typeof reports.$inferSelect;

/** Reports within 24 hours from one source, by its kind. */
const mostReports = { wallet: 50, visitor: 20, consumer: 200 };
const limitTime = sql`interval '24 hours'`;
/** Open reports about one subject with texts of their own; further ones are counted without their text. */
const mostOfSubject = 100;
/** Open reports in all. */
const mostOpen = 20_000;

export interface ReportSource {
  kind: keyof typeof mostReports;
  name: string;
}

export type NewReport = Pick<
  ReportRow,
  'kind' | 'oclId' | 'subject' | 'reason' | 'text' | 'wallet' | 'consumerId'
>;

/**
 * Adds a report, or counts it where an open one says the same.
 * @param sources whose limits it counts against
 * @throws ServiceError `FAILED_PRECONDITION`, reason `TOO_MANY_REPORTS`
 */
export function addReport(
  db: Database,
  report: NewReport,
  sources: readonly ReportSource[],
): Promise<{ isNew: boolean }> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('reports', 0))`);
    for (const source of sources) await countSource(tx, source);
    const open = await tx.$count(reports, isOpen);
    const ofSubject = await tx.$count(
      reports,
      and(isOpen, eq(reports.kind, report.kind), eq(reports.subject, report.subject)),
    );
    if (ofSubject >= mostOfSubject) return addOrCount(tx, { ...report, text: null, wallet: null });
    if (open >= mostOpen) throw tooManyReports();
    return addOrCount(tx, report);
  });
}

const isOpen = isNull(reports.closedAt);

async function addOrCount(tx: Transaction, report: NewReport): Promise<{ isNew: boolean }> {
  const { kind, oclId, subject, reason, text, wallet, consumerId } = report;
  const { rows } = await tx.execute<{ count: number }>(sql`
    insert into reports as known (kind, ocl_id, subject, reason, text, wallet, consumer_id)
    values (${kind}, ${oclId}, ${subject}, ${reason}, ${text}, ${wallet}, ${consumerId})
    on conflict (kind, subject, reason, coalesce(wallet, ''), md5(coalesce(text, ''))) where closed_at is null
    do update set count = known.count + 1, last_at = now() returning count`);
  return { isNew: rows[0]?.count === 1 };
}

/** Runs under the lock of reports, so that those at the same time count too. */
async function countSource(tx: Transaction, { kind, name }: ReportSource): Promise<void> {
  const source = `${kind} ${name}`;
  const sent = await tx.$count(
    reportSources,
    and(eq(reportSources.source, source), sql`${reportSources.at} > now() - ${limitTime}`),
  );
  if (sent >= mostReports[kind]) throw tooManyReports();
  await tx.insert(reportSources).values({ source });
}

function tooManyReports(): ServiceError {
  return new ServiceError('FAILED_PRECONDITION', 'Too many reports were sent. Try again tomorrow.', {
    reason: 'TOO_MANY_REPORTS',
  });
}

/** Reports that wait for the operator, or with `all` closed ones too, the last sent first. */
export function listReports(db: Reader, { all }: { all: boolean }): Promise<ReportRow[]> {
  return db
    .select()
    .from(reports)
    .where(all ? undefined : isOpen)
    .orderBy(desc(reports.lastAt), reports.id);
}

/**
 * Closes an open report.
 * @param ofSubject whether all open reports of its subject are closed with it
 * @returns how many were closed
 */
export async function closeReport(
  db: Database,
  id: string,
  { ofSubject }: { ofSubject: boolean },
): Promise<number> {
  const { rowCount } = await db.execute(sql`
    update reports set closed_at = now() from reports named
    where named.id::text = ${id} and reports.closed_at is null and (reports.id = named.id
      or ${ofSubject} and reports.kind = named.kind and reports.subject = named.subject)`);
  return rowCount ?? 0;
}

/** Forgets who sent reports, once it limits nothing any more. */
export async function forgetSources(db: Database): Promise<number> {
  const { rowCount } = await db.delete(reportSources).where(sql`${reportSources.at} < now() - ${limitTime}`);
  return rowCount ?? 0;
}
