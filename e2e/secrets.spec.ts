import { createHash } from 'node:crypto';
import { localAccount } from '@labroom/contracts/local-accounts';
import { exampleLabs } from '@labroom/example-labs/example-labs.ts';
import { bytesOf } from '@labroom/example-labs/labs/example-lab.ts';
import { expect, type Page } from '@playwright/test';
import { privateKeyToAccount } from 'viem/accounts';
import { filePath, labPath } from '#lib/api/lab-reference.ts';
import { press } from './browser/pointer-actions.ts';
import { signInToWeb } from './stack/web-session.ts';
import { test } from './test.ts';

const lab = 'thermostable-lipase-screen';
const pages = [
  '/',
  '/activity',
  '/search?q=soil',
  labPath(lab),
  labPath(lab, 'files'),
  labPath(lab, 'members'),
  '/account',
  '/inbox',
];

test("no response to a browser contains the web app's credential or the session's token", async ({
  page,
  stack,
}) => {
  const answers = collectAnswers(page);
  const owner = privateKeyToAccount(localAccount('owner').privateKey);
  await page.context().addCookies([await signInToWeb(stack, owner)]);
  for (const path of pages) await page.goto(path, { waitUntil: 'networkidle' });

  const cookies = await page.context().cookies();
  const session = cookies.find(({ httpOnly }) => httpOnly);
  expect(session?.value.length).toBeGreaterThan(20);
  const secrets = [stack.consumerCredential, session?.value ?? '', 'SERVICE_CREDENTIAL'];
  const bodies = await Promise.all(answers);
  expect(bodies.length).toBeGreaterThan(20);
  for (const { url, body } of bodies)
    for (const secret of secrets)
      expect(body.includes(secret), `${secret.slice(0, 6)}… in ${url}`).toBe(false);
});

test('no page shows a visitor the plaintext hash of an encrypted file', { tag: '@release' }, async ({
  page,
}) => {
  const encrypted = exampleLabs.flatMap(({ name, files }) => {
    const shortname = name.toLowerCase().replaceAll(' ', '-');
    return files
      .filter(({ access = 'PUBLIC' }) => access !== 'PUBLIC')
      .map((file) => ({ ...file, shortname }));
  });
  const secrets = await Promise.all(encrypted.map(async (file) => ({ ...file, bytes: await bytesOf(file) })));
  // The pages of one file per lab are enough; their lists show the others.
  const opened = [...new Map(secrets.map((file) => [file.shortname, file])).values()];
  expect(opened.length).toBeGreaterThan(1);
  const answers = collectAnswers(page);
  for (const path of ['/', '/activity', '/search?q=soil', '/verify'])
    await page.goto(path, { waitUntil: 'networkidle' });
  for (const { shortname, path } of opened) {
    await page.goto(filePath(shortname, path), { waitUntil: 'networkidle' });
    await press(page.getByRole('tab', { name: 'About' }));
    await expect(page.getByRole('tabpanel')).toContainText('Shown to wallets that can open this version.');
  }
  for (const { url, body } of await Promise.all(answers))
    for (const { path, bytes } of secrets) {
      const hash = createHash('sha256').update(bytes);
      const forms = [hash.copy().digest('hex'), hash.digest('base64')];
      for (const form of forms) expect(body.includes(form), `the hash of ${path} in ${url}`).toBe(false);
    }
});

/** Every text that the web app sends while the page is open. */
function collectAnswers(page: Page): Promise<{ url: string; body: string }>[] {
  const answers: Promise<{ url: string; body: string }>[] = [];
  page.on('response', (response) => {
    const url = response.url();
    if (new URL(url).host !== new URL(page.url()).host) return;
    // Redirects and cancelled requests have no body.
    const body = response.text().catch(() => '');
    answers.push(body.then((text) => ({ url, body: text })));
  });
  return answers;
}
