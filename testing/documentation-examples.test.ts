import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '..');
const developers = readdirSync(path.join(root, 'docs/developers')).map((name) => `docs/developers/${name}`);

/** Code that is no file of `examples/tasks/`, by document and language, with what runs it. */
const runOtherwise: Readonly<Record<string, string>> = {
  'README.md sh 1': 'scripts/bootstrap.stack.test.ts: a fresh clone starts and is tested',
  'README.md sh 2': 'e2e/readme.spec.ts',
  'docs/developers/agents.md sh 1': 'packages/cli/package.release.test.ts',
  'docs/developers/pay.md js 1': 'service/gateway/guide-example.stack.test.ts',
  'packages/client/package/README.md js 1': 'packages/client/package/runtimes.release.test.ts',
  'packages/client/package/README.md ts 1': 'packages/client/package/package.merge.test.ts',
};

test('every example of the README, of the client and of the pages for developers is run by a test', () => {
  const loose = ['README.md', 'packages/client/package/README.md', ...developers].flatMap((file) => {
    const text = readFileSync(path.join(root, file), 'utf8');
    // Files of examples/tasks, and signatures of the client, are no examples that a test must find here.
    const rest = text.replace(/^<!-- (example|client)\b[\s\S]*?^<!-- \/\1 -->$/gm, '');
    const counts = new Map<string, number>();
    return [...rest.matchAll(/^```(?<language>ts|js|sh|py)\b.*\n/gm)].map(({ groups }) => {
      const language = groups?.language ?? '';
      const count = (counts.get(language) ?? 0) + 1;
      counts.set(language, count);
      return `${file} ${language} ${count}`;
    });
  });
  // e2e/examples.spec.ts follows the page Start word for word.
  const others = loose.filter((name) => !name.startsWith('docs/developers/start.md'));
  expect(others.sort()).toEqual(Object.keys(runOtherwise).sort());
});
