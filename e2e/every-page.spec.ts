import { readdir } from 'node:fs/promises';
import { UpdateLabNftMetadataDocument } from '@labroom/client/documents';
import { localAccount } from '@labroom/contracts/local-accounts';
import { localChain, registerLab } from '@labroom/testing/actors.ts';
import { expect, type Page } from '@playwright/test';
import { filePath, type LabSection, labPath } from '#lib/api/lab-reference.ts';
import { expectAccessible, expectAccessibleInForcedColors, expectContrast } from './browser/accessible.ts';
import { SiteHeader } from './pages/site-header.ts';
import { test } from './test.ts';

const lab = 'thermostable-lipase-screen';
const of = (section?: LabSection) => labPath(lab, section);

/** An address of each page of the app, by its folder; `null` where the test finds one by a link. */
const addresses: Readonly<Record<string, readonly string[]>> = {
  '': ['/', '/no-such-page'],
  account: ['/account'],
  'account/payments': ['/account/payments'],
  activity: ['/activity', `/activity?wallet=${localAccount('owner').address}`],
  'agreements/[...key]': ['/agreements/none'],
  authorize: ['/authorize'],
  design: ['/design'],
  developers: ['/developers'],
  'developers/[page]': ['/developers/pay'],
  'developers/reference': ['/developers/reference'],
  'developers/reference/[group]': ['/developers/reference/files'],
  'how-it-works': ['/how-it-works'],
  inbox: ['/inbox'],
  'invite/[id]': ['/invite/00000000-0000-4000-8000-000000000000'],
  labs: ['/labs', '/labs?sort=name'],
  'labs/[lab]': [of(), '/labs/no-such-lab'],
  'labs/[lab]/activity': [of('activity'), `${of('activity')}?show=onchain`],
  'labs/[lab]/activity/[announcement]': [],
  'labs/[lab]/changes': [of('changes')],
  'labs/[lab]/files/[[...path]]': [
    of('files'),
    filePath(lab, 'structure/active-site.pdb'),
    filePath(lab, 'README.md'),
  ],
  'labs/[lab]/members': [of('members')],
  'labs/[lab]/members/[wallet]': [`${of('members')}/${localAccount('owner').address}`],
  'labs/[lab]/releases': [of('releases')],
  'labs/[lab]/releases/[number]': [`${of('releases')}/1`],
  'labs/[lab]/settings': [of('settings')],
  'labs/[lab]/tokenize': [of('tokenize')],
  'labs/new': ['/labs/new'],
  search: ['/search', '/search?q=zebrafish', '/search?q=round&kind=file'],
  verify: ['/verify'],
  'verify/encryption': ['/verify/encryption'],
};
const all = Object.values(addresses).flat();
const widths = [1440, 1024, 768, 390];

test('each page of the app is looked at here', async () => {
  const folders = (await readdir('app', { recursive: true, withFileTypes: true }))
    .filter(({ name }) => name === 'page.tsx')
    .map(({ parentPath }) => parentPath.replace(/^app\/?/, ''));
  expect(Object.keys(addresses).sort()).toEqual(folders.sort());
});

for (const who of ['a visitor', 'an owner'] as const) {
  test(`axe finds nothing serious for ${who} on any page: light, dark and in forced colors; none is wider than the screen`, {
    tag: '@release',
  }, async ({ page }) => {
    if (who === 'an owner') {
      await page.goto('/');
      await new SiteHeader(page).connectAndSignIn('Owner');
    }
    await page.goto(of('activity'));
    const announcement = await page
      .getByRole('main')
      .locator('a[href*="/activity/"]')
      .first()
      .getAttribute('href');
    for (const address of [...all, announcement ?? '']) {
      await test.step(address, async () => {
        await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none' });
        await page.goto(address);
        await page.waitForLoadState('networkidle');
        await expectAccessible(page);
        await page.emulateMedia({ colorScheme: 'dark' });
        await expectContrast(page);
        await page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' });
        await expectAccessibleInForcedColors(page);
        await page.emulateMedia({ forcedColors: 'none' });
        await expectFits(page, address);
      });
    }
  });
}

test('in forced colors, only the chosen tab has a line below it', { tag: '@release' }, async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto(of('members'));
  const lines = await page
    .getByRole('navigation', { name: 'Lab' })
    .getByRole('link')
    .evaluateAll((links) =>
      links.map((link) => {
        const line = [link, ...link.querySelectorAll('*')].find(
          (element) => getComputedStyle(element).borderBottomWidth === '2px',
        );
        const background = getComputedStyle(document.body).backgroundColor;
        return line !== undefined && getComputedStyle(line).borderBottomColor !== background;
      }),
    );
  expect(lines.filter(Boolean)).toHaveLength(1);
});

const long = `${'Laboratory for the thermal stability of lipases '.repeat(5)}`.slice(0, 199).trim();

for (const [kind, name] of [
  ['long', long],
  ['unbroken', 'Q'.repeat(200)],
  ['Arabic', 'مختبر قياس الثبات الحراري للإنزيمات'],
  ['Chinese', '高温脂肪酶稳定性测定实验室及其合作伙伴的数据室'],
] as const) {
  test(`a lab, files, people and texts with ${kind} names fit at every width`, { tag: '@release' }, async ({
    newPerson,
    page,
    stack,
  }) => {
    const { account } = await newPerson();
    const endpoint = { url: stack.serviceUrl, credential: stack.consumerCredential };
    const { client, oclId, shortname } = await registerLab(endpoint, localChain(stack.rpcUrl, account));
    await client.call(UpdateLabNftMetadataDocument, { oclId, input: { name, description: name } });
    const path = `${name.slice(0, 60)}/${name.slice(0, 190)}.csv`;
    for (const access of ['PUBLIC', 'TEAM'] as const)
      await client.upload({
        oclId,
        target: { path: access === 'TEAM' ? `team ${name.slice(0, 180)}.txt` : path },
        body: 'a,b\n1,2\n',
        access,
        description: name,
      });
    // A lab keeps the short name that it had.
    const addressesOfLab = [
      labPath(shortname),
      labPath(shortname, 'files'),
      labPath(shortname, 'files', [name.slice(0, 60)]),
      filePath(shortname, path),
      ...(['activity', 'members', 'releases', 'tokenize'] as const).map((part) => labPath(shortname, part)),
      '/labs?sort=newest',
      '/activity',
    ];
    for (const address of addressesOfLab) {
      await page.goto(address);
      await page.waitForLoadState('networkidle');
      await expectFits(page, address);
    }
  });
}

/** No page scrolls sideways, at any of the widths. */
async function expectFits(page: Page, address: string): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    const overhang = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    await expect.poll(overhang, { message: `${address} at ${width}` }).toBeLessThanOrEqual(0);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
}
