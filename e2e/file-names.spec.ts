import { localChain, registerLab } from '@labroom/testing/actors.ts';
import { expect, type Locator } from '@playwright/test';
import { labPath } from '#lib/api/lab-reference.ts';
import { expectAccessible } from './browser/accessible.ts';
import { untilHydrated } from './browser/hydrated.ts';
import { DataRoomPage } from './pages/data-room-page.ts';
import { test } from './test.ts';

const long = `${'measurement of the thermal stability '.repeat(6).slice(0, 190)} 07.csv`;
const folder = 'Round 3 (final)';
const names = [
  'active-site.pdb',
  'half-life.csv',
  long,
  'مجلد القياسات النهائية.csv',
  '高温での測定結果の一覧表と図.csv',
];

/** What of a name cannot be seen: the beginning, which may be cut, and the end, which may not. */
const hidden = (link: Locator) =>
  link.evaluate((element) => {
    const [, beginning, end] = element.querySelectorAll('bdi > span');
    if (!beginning || !end) return { beginning: 0, end: 0 };
    const place = element.getBoundingClientRect();
    const { left, right } = end.getBoundingClientRect();
    return {
      beginning: beginning.scrollWidth - beginning.clientWidth,
      end: Math.max(0, right - place.right, place.left - left),
    };
  });

test('names of files keep their extension at every width, and are cut only where there is no room', async ({
  newPerson,
  page,
  stack,
}) => {
  const owner = await newPerson();
  const endpoint = { url: stack.serviceUrl, credential: stack.consumerCredential };
  const { client, oclId, shortname } = await registerLab(endpoint, localChain(stack.rpcUrl, owner.account));
  for (const name of names)
    await client.upload({
      oclId,
      target: { path: `${folder}/${name}` },
      body: new TextEncoder().encode(name),
      access: 'PUBLIC',
      description:
        'A description that is much longer than the room that is left beside the name of the file.',
    });
  const room = new DataRoomPage(page);
  await page.goto(labPath(shortname, 'files', [folder]));
  await untilHydrated(page.getByRole('region', { name: 'Files' }));
  for (const width of [1440, 1280, 768, 390]) {
    await page.setViewportSize({ width, height: 900 });
    for (const name of names) {
      const link = room.list.getByRole('link', { name, exact: true });
      await expect(link, `${name} at ${width}`).toBeVisible();
      await expect
        .poll(async () => (await hidden(link)).end, `the end of ${name} at ${width}`)
        .toBeLessThan(1);
    }
    const { beginning } = await hidden(room.list.getByRole('link', { name: 'active-site.pdb', exact: true }));
    expect(beginning, `active-site.pdb at ${width}`).toBe(0);
    const isWider = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
    expect(isWider, `the page at ${width}`).toBe(false);
    const steps = await page.getByRole('navigation', { name: 'Folder' }).boundingBox();
    if (width >= 768) expect(steps?.height, `the breadcrumb at ${width}`).toBeLessThan(32);
    await expectAccessible(page);
  }
});
