import { join, resolve } from 'node:path';
import { buildPackage } from './packages/build-package.ts';
import { publishedPackages } from './packages/published-packages.ts';

/**
 * Builds the packages that other projects install.
 *
 *     node scripts/build-packages.ts [folder]
 *
 * Each is written to a folder of its name in `folder` (default: `.labroom/packages`), where `npm pack` makes its tarball.
 */
const root = resolve(import.meta.dirname, '..');
const folder = resolve(process.argv[2] ?? join(root, '.labroom/packages'));
for (const [name, description] of Object.entries(publishedPackages)) {
  await buildPackage(description, join(folder, name));
  console.log(`Built ${join(folder, name)}`);
}
