import { existsSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { incompatibilities } from './compatibility.ts';
import { currentStorageLayout, RECORD, recordedStorageLayout } from './layout.ts';

/** Records the layout of a released version. If no proxy has the last one, its record can be deleted first. */
const path = resolve(import.meta.dirname, '../..', RECORD);
const layout = currentStorageLayout();
const problems = existsSync(path) ? incompatibilities(recordedStorageLayout(), layout) : [];
for (const problem of problems) console.error(problem);
if (problems.length > 0) {
  console.error('Proxies with the last version cannot be upgraded to this one. Nothing was written.');
  process.exitCode = 1;
} else {
  writeFileSync(path, `${JSON.stringify(layout, null, 2)}\n`);
  console.log(`written: ${RECORD}`);
}
