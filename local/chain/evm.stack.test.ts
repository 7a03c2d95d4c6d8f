import fs from 'node:fs/promises';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { createEvm } from './evm.ts';

test('the local chain keeps no build artifacts of the clone in memory', async () => {
  const readdir = vi.spyOn(fs, 'readdir');
  await createEvm({ version: 2, chainId: 31337, hardfork: 'osaka', genesisTime: 1_700_000_000 });
  const searched = readdir.mock.calls.map(([folder]) => String(folder));
  expect(searched.filter((folder) => path.basename(folder) === 'build-info')).toEqual([
    path.join(import.meta.dirname, 'build-info'),
  ]);
});
