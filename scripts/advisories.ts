import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { z } from 'zod';

/** Severities that end the run with an error. */
const grave = new Set(['high', 'critical']);

const auditSchema = z.object({
  vulnerabilities: z.record(
    z.string(),
    z.object({
      name: z.string(),
      severity: z.string(),
      range: z.string(),
      via: z.array(z.union([z.string(), z.object({ title: z.string(), url: z.string().optional() })])),
    }),
  ),
});

export interface AdvisoryReport {
  /** `unknown`: the source of advisories did not answer, so nothing is known. */
  outcome: 'clean' | 'found' | 'unknown';
  lines: string[];
}

/** Judges what `npm audit --json` printed about the packages that an installation runs. */
export function judgeAudit(printed: string): AdvisoryReport {
  const parsed = auditSchema.safeParse(parseJson(printed));
  if (!parsed.success) {
    const lines = [
      'The source of advisories cannot be reached, so the lockfile was not compared with any. Run this where it can.',
    ];
    return { outcome: 'unknown', lines };
  }
  const all = Object.values(parsed.data.vulnerabilities);
  const found = all.filter(({ severity }) => grave.has(severity));
  if (found.length === 0)
    return {
      outcome: 'clean',
      lines: [`No advisory of high or critical severity; ${all.length} of others.`],
    };
  const lines = found.map(({ name, severity, range, via }) => {
    const reasons = via.map((one) =>
      typeof one === 'string' ? `through ${one}` : `${one.title} ${one.url ?? ''}`,
    );
    return `${severity}: ${name} ${range}: ${reasons.join('; ').trim()}`;
  });
  return { outcome: 'found', lines };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Compares the production packages of the lockfile with the advisories of the configured registry. */
function main(): void {
  const { stdout } = spawnSync('npm', ['audit', '--audit=true', '--omit=dev', '--json'], {
    cwd: path.resolve(import.meta.dirname, '..'),
    encoding: 'utf8',
    timeout: 120_000,
    maxBuffer: 64 * 1024 * 1024,
  });
  const { outcome, lines } = judgeAudit(stdout ?? '');
  console.log(lines.join('\n'));
  if (outcome === 'found') process.exitCode = 1;
}

if (import.meta.main) main();
