import { expect, type Page } from '@playwright/test';
import { labPath } from '../lib/api/lab-reference.ts';
import { SiteHeader } from './pages/site-header.ts';
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
];

test('no answer to a browser holds the credential of the web app or the token of the session', async ({
  page,
  house,
}) => {
  const answers = collectAnswers(page);
  await page.goto('/');
  await new SiteHeader(page).connectAndSignIn('Owner');
  for (const path of pages) await page.goto(path, { waitUntil: 'networkidle' });

  const cookies = await page.context().cookies();
  const session = cookies.find(({ httpOnly }) => httpOnly);
  expect(session?.value.length).toBeGreaterThan(20);
  const secrets = [house.consumerCredential, session?.value ?? '', 'SERVICE_CREDENTIAL'];
  const bodies = await Promise.all(answers);
  expect(bodies.length).toBeGreaterThan(20);
  for (const { url, body } of bodies)
    for (const secret of secrets)
      expect(body.includes(secret), `${secret.slice(0, 6)}… in ${url}`).toBe(false);
});

/** Every text that the web app sends while the page is open. */
function collectAnswers(page: Page): Promise<{ url: string; body: string }>[] {
  const answers: Promise<{ url: string; body: string }>[] = [];
  page.on('response', (response) => {
    const url = response.url();
    if (new URL(url).host !== new URL(page.url()).host) return;
    // Redirects and what was given up have no body.
    const body = response.text().catch(() => '');
    answers.push(body.then((text) => ({ url, body: text })));
  });
  return answers;
}
