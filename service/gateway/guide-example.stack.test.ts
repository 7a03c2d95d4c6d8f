import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { networks } from '@labroom/contracts/networks';
import { fillUp } from '@labroom/testing/test-gateway.ts';
import { PRICE, stablecoinsOf } from '@labroom/testing/test-payment.ts';
import { startTestService } from '@labroom/testing/test-service.ts';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

test.each(['docs/gateway.md', 'docs/developers/pay.md'])(
  'the example of %s pays with the official client',
  async (document) => {
    const service = await startTestService();
    try {
      const guide = await readFile(join(root, document), 'utf8');
      const [, example = ''] = /```js\n(.*?)```/s.exec(guide) ?? [];
      const privateKey = generatePrivateKey();
      const payer = privateKeyToAccount(privateKey);
      await fillUp(payer, 2n * PRICE);
      const program = `
      import { privateKeyToAccount } from 'viem/accounts';
      const account = privateKeyToAccount('${privateKey}');
      const usdc = '${networks[31337].contracts.usdc}';
      const gatewayUrl = '${service.url}/local';
      ${example.replace('eip155:8453', 'eip155:31337')}
      console.log(answer.status, await answer.text());`;
      const child = spawn(process.execPath, ['--input-type=module', '-'], { cwd: root });
      child.stdin.end(program);
      const [stdout, stderr] = await Promise.all([
        text(child.stdout),
        text(child.stderr),
        once(child, 'close'),
      ]);
      expect(stderr).toBe('');
      expect(stdout).toMatch(/^200 .*"plaintextDEK":"/);
      expect(await stablecoinsOf(payer.address)).toBe(PRICE);
    } finally {
      await service.stop();
    }
  },
);
