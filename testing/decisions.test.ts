import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const folder = path.join(import.meta.dirname, '../docs/decisions');
const index = readFileSync(path.join(folder, 'README.md'), 'utf8');

interface Decision {
  number: number;
  file: string;
  title: string;
  /** What became of it, as its first line below the title says, e.g. `Superseded by [70](070-….md).`; `null`: it holds. */
  status: string | null;
}

const decisions = readdirSync(folder)
  .filter((file) => file !== 'README.md')
  .map(readDecision);
const files = new Map(decisions.map((decision) => [decision.file, decision]));

test('decisions are numbered without gaps, and files are named by their numbers', () => {
  const numbers = decisions.map(({ number }) => number).toSorted((a, b) => a - b);
  expect(numbers).toEqual(decisions.map((_, at) => at + 1));
  const named = decisions.map(({ file }) => Number(file.slice(0, 3)));
  expect(named).toEqual(decisions.map(({ number }) => number));
});

test('the index has each decision once, with its title and what became of it', () => {
  const entries = index.split('\n').filter((line) => line.startsWith('- '));
  const byNumber = (a: string, b: string) =>
    Number.parseInt(a.slice(2), 10) - Number.parseInt(b.slice(2), 10);
  expect(entries.toSorted(byNumber)).toEqual(
    decisions.toSorted((a, b) => a.number - b.number).map(indexEntryOf),
  );
});

test('a decision is replaced by a later one that holds', () => {
  for (const { number, status } of decisions) {
    if (status === null) continue;
    const [, label, target = ''] =
      /^(?:Superseded|Changed in part) by \[(\d+)\]\(([\w-]+\.md)\)\.$/.exec(status) ?? [];
    const later = files.get(target);
    expect([status, later?.number]).toEqual([status, Number(label)]);
    expect(later?.number).toBeGreaterThan(number);
    expect(later?.status ?? '').not.toMatch(/^Superseded/);
  }
});

function readDecision(file: string): Decision {
  const [heading = '', , first = ''] = readFileSync(path.join(folder, file), 'utf8').split('\n');
  const [, number, title = ''] = /^# (\d+)\. (.+)$/.exec(heading) ?? [];
  return {
    number: Number(number),
    file,
    title,
    status: /^(?:Superseded|Changed in part) by/.test(first) ? first : null,
  };
}

function indexEntryOf({ number, file, title, status }: Decision): string {
  const became = status === null ? '' : ` (${status.slice(0, 1).toLowerCase()}${status.slice(1, -1)})`;
  return `- ${number}. [${title}](${file})${became}`;
}
