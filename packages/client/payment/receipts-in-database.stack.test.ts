import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const RECEIPT = { amount: '10', state: 'sent', at: new Date().toISOString() };
const SPENDER = `
  import { PaymentBudget } from '${join(import.meta.dirname, 'payment-budget.ts')}';
  import { DatabaseSync } from 'node:sqlite';
  import { receiptsInDatabase } from '${join(import.meta.dirname, 'receipts-in-database.ts')}';
  const [file, text] = process.argv.slice(1);
  const budget = new PaymentBudget({ perCall: 10n, perDay: 100n, total: 70n }, receiptsInDatabase(new DatabaseSync(file)));
  process.stdout.write('ready');
  process.stdin.once('data', async () => {
    const receipts = Array.from({ length: 20 }, () => ({ ...JSON.parse(text), nonce: crypto.randomUUID() }));
    const answers = await Promise.all(receipts.map((receipt) => budget.spend(receipt)));
    process.stdout.write(String(answers.filter((answer) => answer === null).length));
    process.exit();
  });`;

test('processes with one file of receipts spend no more together than the budget', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'labroom-receipts-'));
  const file = join(folder, 'receipts.db');
  const args = ['--input-type=module-typescript', '-e', SPENDER, file, JSON.stringify(RECEIPT)];
  const children = Array.from({ length: 3 }, () =>
    spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] }),
  );
  await Promise.all(children.map(({ stdout }) => once(stdout, 'data')));
  const allowed = children.map(async ({ stdout }) => Number((await stdout.toArray()).join('')));
  for (const { stdin } of children) stdin.write('go');
  const counts = await Promise.all(allowed);
  await rm(folder, { recursive: true });
  expect(counts.reduce((sum, count) => sum + count)).toBe(7);
}, 30_000);
