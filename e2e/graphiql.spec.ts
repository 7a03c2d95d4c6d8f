import { expect } from '@playwright/test';
import { test } from './test.ts';

test('GraphiQL works without loading anything from other hosts', { tag: '@release' }, async ({
  page,
  stack,
}) => {
  const asked = new Set<string>();
  const complaints: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith('http')) asked.add(`${request.method()} ${url.origin}${url.pathname}`);
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (/Content Security Policy|CORS/.test(message.text())) complaints.push(message.text());
  });

  await page.goto(stack.graphqlUrl);
  await expect(page).toHaveTitle('Labroom API');
  const run = page.getByRole('button', { name: /Execute query/ });
  const response = page.getByRole('region', { name: 'Result Window' });

  await run.click();
  await expect(response).toContainText('Send a consumer credential');

  await page.getByRole('button', { name: 'Headers' }).click();
  await page.locator('.graphiql-editor-tool .graphiql-editor:not(.hidden)').click();
  for (const key of ['ControlOrMeta+End', 'ArrowUp', 'End', 'ArrowLeft']) await page.keyboard.press(key);
  await page.keyboard.insertText(stack.consumerCredential);
  await run.click();
  await expect(response).toContainText('totalCount');
  await expect(response).toContainText('oclId');
  await page.getByRole('button', { name: /Re-fetch GraphQL schema/ }).click();
  await page.getByRole('button', { name: /Show Documentation Explorer/ }).click();
  await expect(page.getByText('labs (onchain research projects)')).toBeVisible();

  expect([...asked].sort()).toEqual([`GET ${stack.graphqlUrl}`, `POST ${stack.graphqlUrl}`]);
  expect(complaints).toEqual([]);
  const stored = await page.evaluate(() => JSON.stringify(window.localStorage));
  expect(stored).not.toContain(stack.consumerCredential);
});
