import type { Result } from './run-checks.ts';

/** The results as a table for people, what failed once more below it, and a line that counts. */
export function reportTable(results: readonly Result[]): string {
  const width = Math.max(...results.map(({ id }) => id.length));
  const lines = results.map(({ id, rule, outcome, reason, ms }) => {
    const said = outcome === 'not run' ? `not run: ${reason}` : `${outcome} ${ms} ms`;
    return `${id.padEnd(width)}  ${said.padEnd(14)}  ${rule}`;
  });
  const failed = results.filter(({ outcome }) => outcome === 'failed');
  const failures = failed.map(
    ({ id, rule, section, reason }) => `\n${id}: ${rule}\n  ${section}\n  ${reason}`,
  );
  return [...lines, ...failures, '', counted(results)].join('\n');
}

function counted(results: readonly Result[]): string {
  const count = (outcome: Result['outcome']) => results.filter((result) => result.outcome === outcome).length;
  return `${count('passed')} passed, ${count('failed')} failed, ${count('not run')} not run`;
}

/** The results for programs. */
export function reportJson(results: readonly Result[], about: { url: string; environment: string }): string {
  return `${JSON.stringify({ ...about, finishedAt: new Date().toISOString(), results }, null, 2)}\n`;
}
