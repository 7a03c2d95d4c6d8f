import { join } from 'node:path';
import packageJson from '#package.json' with { type: 'json' };
import { commitOf } from './commit.ts';

/** The version of this build (Semantic Versioning) from `package.json`, shown by `/health`, logs and metrics. */
export const { version } = packageJson;

/** The commit of this build, shown beside the version; `unknown` if nothing tells it. */
export const commit = commitOf(join(import.meta.dirname, '../../..'));
