import { CreateAnnouncementDocument, UpdateLabNftMetadataDocument } from '@labroom/client/documents';
import { localChain, openFaucet, type RegisteredLab, registerLab } from '@labroom/testing/actors.ts';
import { isFull } from '@labroom/testing/depth.ts';
import { expect, type Page } from '@playwright/test';
import { labPath } from '#lib/api/lab-reference.ts';
import { operator } from './stack/operator.ts';
import { test } from './test.ts';

/** For how long the wallets write, and how many there are. */
const hostile = isFull ? { minutes: 30, wallets: 20 } : { minutes: 0.25, wallets: 4 };

const names = [
  'COM1.csv',
  '<img src=x onerror=alert(1)>.csv',
  'zero.png',
  'gnp.exe',
  `${'long '.repeat(36)}.md`,
  '科学/数据.csv',
];

/** What the front page shows of labs: where its links lead, and its titles. */
const windowOf = (page: Page) =>
  page.getByRole('main').evaluate((main) => ({
    links: [...main.querySelectorAll('a')].map((link) => link.getAttribute('href')),
    titles: [...main.querySelectorAll('h2, h3')].map((title) => title.textContent),
  }));

test('while wallets fill labs with advertisements, the front page shows the labs that the operator chose', async ({
  page,
  newPerson,
  stack,
}) => {
  test.setTimeout(hostile.minutes * 60_000 + 240_000);
  const { serviceUrl: url, consumerCredential: credential, rpcUrl } = stack;
  const endpoint = { url, credential };
  const { account } = await newPerson();
  const good = await registerLab(endpoint, localChain(rpcUrl, account));
  const { fundedWallet } = openFaucet(rpcUrl);
  await good.client.upload({ oclId: good.oclId, target: { path: 'a.txt' }, body: 'a', access: 'PUBLIC' });
  const labs: RegisteredLab[] = [];
  for (let index = 0; index < hostile.wallets; index += 1)
    labs.push(await registerLab(endpoint, localChain(rpcUrl, await fundedWallet())));

  await page.goto('/');
  const before = await windowOf(page);
  expect(before.links).toContain(labPath('thermostable-lipase-screen'));

  const end = Date.now() + hostile.minutes * 60_000;
  for (let round = 0; round === 0 || Date.now() < end; round += 1) {
    for (const [index, lab] of labs.entries()) await beHostile(lab, round * labs.length + index);
    await page.reload();
    expect(await windowOf(page)).toEqual(before);
  }

  try {
    await operator('feature', '--lab', good.shortname, '--place', '1');
    await expect(async () => {
      await page.reload();
      expect((await windowOf(page)).links).toContain(labPath(good.shortname));
    }).toPass({ timeout: 60_000 });
  } finally {
    await operator('unfeature', '--lab', good.shortname);
  }
  await expect(async () => {
    await page.reload();
    expect(await windowOf(page)).toEqual(before);
  }).toPass({ timeout: 60_000 });
});

/** A name, a description, a public file and an announcement, as somebody writes them who wants to be seen. */
async function beHostile({ client, oclId }: RegisteredLab, turn: number): Promise<void> {
  const path = `${turn} ${names[turn % names.length]}`;
  await client.call(UpdateLabNftMetadataDocument, {
    oclId,
    input: { name: `Buy now ${turn}`, description: '# Buy\n\n![x](https://evil.example/x.png)' },
  });
  await client.upload({ oclId, target: { path }, body: `${turn},`.repeat(500), access: 'PUBLIC' });
  await client.call(CreateAnnouncementDocument, { oclId, headline: `Buy ${turn}`, body: 'Now.' });
}
