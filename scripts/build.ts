import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { ensureWebBuild } from '@labroom/local/start/web-build.ts';
import { buildTarballs } from './packages/build-tarballs.ts';

/** `npm run build [folder]`: builds what a machine without containers serves: the web app, and the packages in `folder`. */
const root = resolve(import.meta.dirname, '..');
const folder = resolve(process.argv[2] ?? join(root, '.labroom/packages'));
await mkdir(join(root, '.labroom'), { recursive: true });
const [web, { isBuilt }] = [
  await ensureWebBuild(join(root, '.labroom/build.log')),
  await buildTarballs(folder),
];
console.log(`The web app is ${web}; the packages in ${folder} are ${isBuilt ? 'built' : 'up to date'}.`);
