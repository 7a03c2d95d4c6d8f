import type { ServiceContext } from '#core/context/context.ts';
import { bulkTransaction } from '#platform/db/bulk-transaction.ts';
import { withoutLimits } from '../core/rows-of.ts';
import type { Samples, Subject } from './findings.ts';

/** Runs a function on one moment of the database, without a time limit, and takes back whatever it wrote. */
export async function inSnapshot<Result>(
  context: ServiceContext,
  samples: Samples,
  work: (subject: Subject) => Promise<Result>,
): Promise<Result> {
  const ended: { result?: Result } = {};
  const rollback = new Error('The work is done.');
  try {
    await bulkTransaction(
      context.db,
      async (tx, copyRows) => {
        await withoutLimits(tx);
        ended.result = await work({ context, tx, copyRows, samples });
        throw rollback;
      },
      { isolationLevel: 'repeatable read' },
    );
  } catch (error) {
    if (error !== rollback) throw error;
  }
  return ended.result as Result;
}
