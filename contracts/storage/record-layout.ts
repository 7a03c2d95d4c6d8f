import { existsSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { incompatibilities } from './compatibility.ts';
import { currentStorageLayout, RECORD, recordedStorageLayout } from './layout.ts';

/** Records what a version keeps, when it goes out. Where no proxy holds the last one, its record may be deleted first. */
const path = resolve(import.meta.dirname, '../..', RECORD);
const layout = currentStorageLayout();
const problems = existsSync(path) ? incompatibilities(recordedStorageLayout(), layout) : [];
for (const problem of problems) console.error(problem);
if (problems.length > 0) {
  console.error('Proxies that hold the last version cannot be upgraded to this one; nothing was written.');
  process.exitCode = 1;
} else {
  writeFileSync(path, `${JSON.stringify(layout, null, 2)}\n`);
  console.log(`written: ${RECORD}`);
}
