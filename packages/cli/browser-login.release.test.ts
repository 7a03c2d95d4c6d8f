import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { startTestService, type TestService } from '@labroom/testing/test-service.ts';
import { type Browser, chromium } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chromiumLaunch } from '../../e2e/browser/chromium-launch.ts';
import { createMachine } from './cli.fixture.ts';

let service: TestService;
let browser: Browser;
beforeAll(async () => {
  service = await startTestService();
  browser = await chromium.launch(chromiumLaunch());
});
afterAll(async () => {
  await browser.close();
  await service.stop();
});

test('the wallet of a browser signs in through the page that the command serves', async () => {
  await using machine = await createMachine();
  const { account } = machine;
  const child = machine.start('login', '--browser', '--service', service.url);
  const ended = once(child, 'exit');
  if (!child.stderr) throw new Error('The command has no stderr');
  let url = '';
  for await (const line of createInterface(child.stderr)) {
    url = line.trim();
    if (url.startsWith('http://127.0.0.1:')) break;
  }

  const page = await browser.newPage();
  const refused: string[] = [];
  page.on('console', (message) => message.type() === 'error' && refused.push(message.text()));
  await page.exposeFunction('askWallet', async (method: string, params: string[]) => {
    if (method === 'eth_requestAccounts') return [account.address.toLowerCase()];
    if (method === 'personal_sign')
      return account.signMessage({ message: { raw: params[0] as `0x${string}` } });
    if (method === 'eth_signTypedData_v4') return account.signTypedData(JSON.parse(params[1] ?? ''));
    return null;
  });
  await page.addInitScript(`{
    const provider = { request: ({ method, params }) => window.askWallet(method, params) };
    const detail = { info: { name: 'Test wallet' }, provider };
    const announce = () => dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
    addEventListener('eip6963:requestProvider', announce);
  }`);
  await page.goto(url);
  await page.getByRole('button', { name: 'Test wallet' }).click();
  await page.getByText('You can close this page').waitFor();

  expect(await ended).toEqual([0, null]);
  expect(refused).toEqual([]);
  expect(await machine.json('ls')).toMatchObject({ code: 0, labs: [] });
});
