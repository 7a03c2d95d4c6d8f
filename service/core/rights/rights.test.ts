import { globSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type LabOperation, leastRoleFor } from '@labroom/protocol/lab-rights';
import { leastRoles } from '@labroom/protocol/least-roles';
import { describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../..');
const operations = Object.keys(leastRoles) as LabOperation[];

/** Calls that ask for the right of an operation, with the name of the operation. */
const ASKS =
  /(?:requireRight|requireRightOf|requireCommenter|requireWebhookOwner|ownWebhook|writeReview)\(\s*context,\s*'(\w+)'|leastRoleFor\('(\w+)'\)/g;

function readAsked(): { file: string; text: string; operation: string }[] {
  const found = [];
  for (const file of globSync('service/{core,operations}/**/*.ts', { cwd: root })) {
    if (file.endsWith('.test.ts')) continue;
    const text = readFileSync(path.join(root, file), 'utf8');
    for (const [, one, other] of text.matchAll(ASKS))
      found.push({ file, text, operation: one ?? other ?? '' });
  }
  return found;
}

const asked = readAsked();

describe('the right of an operation', () => {
  it('is what the specification says', async () => {
    const page = await readFile(path.join(root, 'docs/specification/identity.md'), 'utf8');
    const [, table = ''] = page.split('| operation | needs |');
    const stated = new Map<string, string>();
    for (const [, names = '', role = ''] of table.matchAll(/^\| (.*) \| (OWNER|CONTRIBUTOR|VIEWER)\b.*\|$/gm))
      for (const [, name = ''] of names.matchAll(/`(\w+)`/g)) stated.set(name, role);
    expect(Object.fromEntries([...stated].toSorted())).toEqual(
      Object.fromEntries(operations.map((name) => [name, leastRoleFor(name)] as const).toSorted()),
    );
  });

  it('is asked for by its own use case, and by no other', () => {
    const strange = asked.filter(
      ({ file, text, operation }) =>
        operation !== 'createLab' &&
        !new RegExp(`function ${operation}\\b|const ${operation}\\b`).test(text) &&
        !file.endsWith('authorize.ts'),
    );
    expect(strange.map(({ file, operation }) => `${file}: ${operation}`)).toEqual([]);
  });

  it('is asked for by every operation that needs a role', () => {
    const names = new Set(asked.map(({ operation }) => operation));
    expect(operations.filter((name) => !names.has(name))).toEqual([]);
  });
});
