import { readFile } from 'node:fs/promises';
import { type RunRecord, runRecordSchema } from '../test-steps/run-record.ts';
import { ReleaseError } from './release-error.ts';

/** The record of the run of `npm run test:full` that a release names, if it allows a release of the commit. */
export async function readTested(file: string, commit: string): Promise<RunRecord> {
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null)
    throw new ReleaseError(
      `There is no record ${file}: run \`npm run test:full\` on commit ${commit}, or name its record with --tested.`,
    );
  const parsed = runRecordSchema.safeParse(parseJson(text));
  if (!parsed.success)
    throw new ReleaseError(
      `${file} is no record of \`npm run test:full\`: ${parsed.error.issues[0]?.path.join('.')} is wrong.`,
    );
  const refusal = refusalOf(parsed.data, commit);
  if (refusal) throw new ReleaseError(`${refusal} (${file})`);
  return parsed.data;
}

/** Why a run does not allow a release of a commit; `null`: it does. */
export function refusalOf(record: RunRecord, commit: string): string | null {
  const { treeAtStart, treeAtEnd } = record;
  if (record.depth !== 'full')
    return `The tests ran at depth ${record.depth}: a release needs \`npm run test:full\`.`;
  for (const { commit: tested } of [treeAtStart, treeAtEnd])
    if (tested !== commit)
      return `The tests ran on commit ${tested ?? 'of no repository'}, and not on ${commit}.`;
  if (!treeAtStart.isClean || !treeAtEnd.isClean)
    return `The tests ran with files that commit ${commit} does not have, or before a file was changed.`;
  if (record.untried.length > 0) return `The tests left out: ${record.untried.join('; ')}.`;
  if (!record.isGreen || record.failedStep !== null || record.failed > 0 || record.failures.length > 0)
    return `The tests failed: ${record.failedStep ?? record.failures[0] ?? `${record.failed} of them`}.`;
  if (record.unstable.length > 0)
    return `The tests were not green in one run, as some passed only the second time: ${record.unstable[0]}.`;
  if (record.passed === 0) return 'The record counts no test.';
  return null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
