import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';

export const resultsFolder = join(import.meta.dirname, 'results');

/** When and where a run took its figures. */
export const aboutRun = () => ({
  takenAt: new Date().toISOString(),
  machine: { cores: cpus().length, load: Number((loadavg()[0] ?? 0).toFixed(1)), node: process.version },
});

/** Writes figures to `bench/results/<name>.json`. */
export async function keepResults(name: string, results: object): Promise<void> {
  await mkdir(resultsFolder, { recursive: true });
  await writeFile(join(resultsFolder, `${name}.json`), `${JSON.stringify(results, null, 1)}\n`);
}
