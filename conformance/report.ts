import type { Result } from './run-checks.ts';

/** The results as a table for people; below it what was not run and why, what failed and how, and a line that counts. */
export function reportTable(results: readonly Result[]): string {
  const width = Math.max(...results.map(({ id }) => id.length));
  const lines = results.map(({ id, rule, outcome, ms }) => {
    const time = outcome === 'not run' ? '' : `${ms} ms`;
    return `${id.padEnd(width)}  ${outcome.padEnd(7)}  ${time.padStart(8)}  ${rule}`;
  });
  return [...lines, ...notRun(results), ...failures(results), '', counted(results)].join('\n');
}

function notRun(results: readonly Result[]): string[] {
  const left = Map.groupBy(
    results.filter(({ outcome }) => outcome === 'not run'),
    ({ reason }) => reason,
  );
  return [...left].map(([reason, same]) => `\nnot run, ${reason}:\n  ${same.map(({ id }) => id).join(', ')}`);
}

function failures(results: readonly Result[]): string[] {
  return results
    .filter(({ outcome }) => outcome === 'failed')
    .map(({ id, rule, section, reason }) => `\nfailed, ${id}: ${rule}\n  ${section}\n  ${reason}`);
}

function counted(results: readonly Result[]): string {
  const count = (outcome: Result['outcome']) => results.filter((result) => result.outcome === outcome).length;
  return `${count('passed')} passed, ${count('failed')} failed, ${count('not run')} not run`;
}

export function reportJson(results: readonly Result[], about: { url: string; environment: string }): string {
  const { url, environment } = about;
  return `${JSON.stringify({ url, environment, finishedAt: new Date().toISOString(), results }, null, 2)}\n`;
}
