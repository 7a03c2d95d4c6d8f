import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { requireStack } from '@labroom/testing/require-stack.ts';
import { startTestService } from '@labroom/testing/test-service.ts';
import { fund } from '@labroom/testing/test-wallets.ts';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { expect, test } from 'vitest';

const run = promisify(execFile);
const isThere = await run('python3', ['-c', 'import cryptography, Crypto']).then(
  () => true,
  () => false,
);

// Python with `cryptography` and `pycryptodome`.
test.runIf(isThere)(
  'a Python program without another one mints a lab, stores an encrypted file and opens it',
  async () => {
    const service = await startTestService();
    const folder = await mkdtemp(join(tmpdir(), 'labroom-python-'));
    try {
      for (const name of ['wallet.py', 'labroom.py', 'start.py'])
        await copyFile(join(import.meta.dirname, 'tasks', name), join(folder, name));
      const privateKey = generatePrivateKey();
      await fund(privateKeyToAccount(privateKey).address);
      const { stdout: python } = await run('python3', ['-c', 'import sys; print(sys.executable)']);
      // No PATH: it can start nothing.
      const env = {
        LABROOM_URL: service.url,
        RPC_URL: requireStack('rpcUrl'),
        CHAIN_ID: '31337',
        PRIVATE_KEY: privateKey,
      };
      const { stdout } = await run(python.trim(), ['start.py'], { cwd: folder, env });
      expect(stdout).toBe('Yield 83 %\n');
    } finally {
      await rm(folder, { recursive: true });
      await service.stop();
    }
  },
);
