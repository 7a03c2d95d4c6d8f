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

test('the example of docs/gateway.md pays with the official client', async () => {
  const service = await startTestService();
  try {
    const guide = await readFile(join(root, 'docs/gateway.md'), 'utf8');
    const [, example = ''] = /```js\n(.*?)```/s.exec(guide) ?? [];
    const privateKey = generatePrivateKey();
    const payer = privateKeyToAccount(privateKey);
    await fillUp(payer, 2n * PRICE);
    const program = `
      import { privateKeyToAccount } from 'viem/accounts';
      const account = privateKeyToAccount('${privateKey}');
      const usdc = '${networks[31337].contracts.usdc}';
      const gatewayUrl = '${service.url}/local';
      ${example}
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
});
