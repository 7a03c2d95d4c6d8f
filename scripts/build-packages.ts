import { join, resolve } from 'node:path';
import { buildTarballs } from './packages/build-tarballs.ts';

/**
 * Builds the packages that other projects install, unless they are built from these sources already.
 *
 *     node scripts/build-packages.ts [folder]
 *
 * Their tarballs are written to `folder` (default: `.labroom/packages`), with their hashes in `packages.json`. A service
 * whose `PACKAGES_DIR` is that folder serves them at `/packages`.
 */
const root = resolve(import.meta.dirname, '..');
const folder = resolve(process.argv[2] ?? join(root, '.labroom/packages'));
const { isBuilt, packages } = await buildTarballs(folder);
for (const { file } of packages) console.log(`${isBuilt ? 'Built' : 'Up to date:'} ${join(folder, file)}`);
