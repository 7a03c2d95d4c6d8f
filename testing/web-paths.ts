import { existsSync, globSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '..');
const app = join(root, 'app');

/** Documents that Next makes from files of these names. */
const named: Readonly<Record<string, string>> = { 'robots.ts': '/robots.txt', 'sitemap.ts': '/sitemap.xml' };

/** Each route of the web app, as an expression of its paths. */
const routes: readonly RegExp[] = [
  ...globSync('**/{page.tsx,route.ts}', { cwd: app }).map((file) => routeOf(dirname(file))),
  ...globSync('{robots,sitemap}.ts', { cwd: app }).map((file) => literal(named[file] ?? '')),
  ...readdirSync(join(root, 'public')).map((file) => literal(`/${file}`)),
  // Redirects and rewrites of next.config.mjs.
  /^\/projects(?:\/[^/]+)?$/,
];

function routeOf(folder: string): RegExp {
  const segments = folder === '.' ? [] : folder.split('/');
  const pattern = segments.map((segment) => {
    if (segment.startsWith('[[...')) return '(?:/.+)?';
    if (segment.startsWith('[...')) return '/.+';
    return segment.startsWith('[') ? '/[^/]+' : `/${escaped(segment)}`;
  });
  return new RegExp(`^${pattern.join('') || '/'}$`);
}

/** As a part of an expression. */
function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

function literal(path: string): RegExp {
  return new RegExp(`^${escaped(path)}$`);
}

/** Whether the web app has a page or a document at a path, by its sources. A page of the guide must be one that is written. */
export function isWebPath(path: string): boolean {
  const guide = /^\/developers\/(?!reference\b|files\/)([^/]+?)(?:\.md)?$/.exec(path)?.[1];
  if (guide !== undefined) return existsSync(join(root, 'docs/developers', `${guide}.md`));
  const page = path.replace(/^(\/developers(?:\/reference\/[a-z-]+)?)\.md$/, '$1');
  return routes.some((route) => route.test(page.length > 1 ? page.replace(/\/$/, '') : page));
}
