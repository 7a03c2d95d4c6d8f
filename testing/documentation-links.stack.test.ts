import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '..');
/** A link of Markdown: `[text](target)`. */
const markdownLink = /\]\((?<target>[^)\s]+)\)/g;
/** A citation in code, a comment or plain text, e.g. `docs/specification/wire.md#answers`. */
const citation = /(?<![\w/.])(?<target>docs\/[\w/-]+\.md(?:#[\w-]+)?)/g;
const external = /^[a-z][a-z0-9+.-]*:/i;

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root })
  .toString()
  .split('\n')
  .filter((file) => /\.(?:md|tsx?|mjs|graphql|sol|yml|yaml|env|sh|json)$/.test(file))
  .filter((file) => !file.endsWith('.generated.ts') && file !== 'package-lock.json')
  .filter((file) => existsSync(path.join(root, file)));

test('every link and citation leads to an existing file and heading', () => {
  const broken = files.flatMap((file) => {
    const text = readFileSync(path.join(root, file), 'utf8');
    const cited = targetsOf(text, citation).map((target) => [target, '']);
    const linked = file.endsWith('.md')
      ? targetsOf(text, markdownLink).map((target) => [target, path.dirname(file)])
      : [];
    return [...cited, ...linked]
      .filter(([target = '', folder = '']) => !external.test(target) && !leadsSomewhere(file, folder, target))
      .map(([target]) => `${file}: ${target}`);
  });
  expect([...new Set(broken)]).toEqual([]);
});

function targetsOf(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map((match) => match.groups?.target ?? '');
}

function leadsSomewhere(from: string, folder: string, target: string): boolean {
  const [relative = '', anchor] = target.split('#');
  const file = path.join(root, relative === '' ? from : path.join(folder, relative));
  if (!existsSync(file)) return false;
  return anchor === undefined || statSync(file).isDirectory() || anchorsOf(file).has(anchor);
}

const anchors = new Map<string, Set<string>>();

/** Anchors of the headings of a Markdown file, as GitHub generates them; a repeated heading gets `-1`, `-2`, … */
function anchorsOf(file: string): Set<string> {
  const known = anchors.get(file);
  if (known) return known;
  const found = new Set<string>();
  const text = readFileSync(file, 'utf8').replace(/^```[\s\S]*?^```/gm, '');
  for (const [, heading = ''] of text.matchAll(/^#{1,6}\s+(.+)$/gm)) {
    const slug = heading
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(' ', '-');
    let anchor = slug;
    for (let number = 1; found.has(anchor); number += 1) anchor = `${slug}-${number}`;
    found.add(anchor);
  }
  anchors.set(file, found);
  return found;
}
