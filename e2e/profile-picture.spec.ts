import { CreateReleaseDocument } from '@labroom/client/documents';
import { localChain, registerLab } from '@labroom/testing/actors.ts';
import { png } from '@labroom/testing/test-image.ts';
import { expect } from '@playwright/test';
import { labPath } from '#lib/api/lab-reference.ts';
import { expectAccessible } from './browser/accessible.ts';
import { MembersPage } from './pages/members-page.ts';
import { profileOf } from './pages/profile-section.ts';
import { SiteHeader } from './pages/site-header.ts';
import { test } from './test.ts';

test('a person signs a picture with the profile, others see it in the feed and among the members, and it can be removed', async ({
  newPerson,
  page,
  stack,
}) => {
  const owner = await newPerson();
  const endpoint = { url: stack.serviceUrl, credential: stack.consumerCredential };
  const chain = localChain(stack.rpcUrl, owner.account);
  const { oclId, shortname, client } = await registerLab(endpoint, chain);
  await client.call(CreateReleaseDocument, { oclId, name: 'Preprint' });
  const address = owner.account.address.toLowerCase();
  const pictures = page.locator(`img[src^="${stack.serviceUrl}/pictures/"]`);
  const save = () => owner.page.getByRole('button', { name: 'Save', exact: true });
  const remove = owner.page.getByRole('button', { name: 'Remove it' });
  const signatures = () => owner.wallet.asked.filter((method) => method === 'eth_signTypedData_v4').length;

  await test.step('a picture is cropped, and signed once with the texts', async () => {
    await owner.page.goto('/account');
    await new SiteHeader(owner.page).connectAndSignIn();
    await profileOf(owner.page).getByLabel('Name', { exact: true }).fill('Ada Lovelace');
    const input = owner.page.getByLabel('Picture of you');
    await input.setInputFiles({ name: 'x.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
    await expect(owner.page.getByRole('alert').filter({ hasText: 'cannot be opened' })).toBeVisible();
    await input.setInputFiles({
      name: 'ada.png',
      mimeType: 'image/png',
      buffer: png({ width: 300, height: 200, shade: 90 }),
    });
    await expectAccessible(owner.page);
    await owner.page.getByRole('button', { name: 'Use the picture' }).click();
    await expect(remove).toBeVisible();
    const before = signatures();
    await save().click();
    await expect(owner.page.getByRole('button', { name: 'Delete my profile' })).toBeVisible();
    expect(signatures() - before).toBe(1);
  });

  await test.step('others see it, loaded late and without a shift, over what is drawn from the address', async () => {
    for (const section of ['members', 'activity'] as const) {
      await page.goto(labPath(shortname, section));
      const picture = pictures.first();
      await expect(picture).toHaveAttribute('loading', 'lazy');
      await expect(picture).toHaveAttribute('width', /^(20|28)$/);
      await expect(picture).toHaveAttribute('style', new RegExp(`/marks/\\d+/person/${address}\\.svg`));
      await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(128);
    }
    const url = (await pictures.first().getAttribute('src')) ?? '';
    const response = await page.request.get(url);
    expect(response.headers()).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    await new MembersPage(page).open(shortname);
    await page.getByTitle(address).first().click();
    await expect(page.getByRole('dialog').locator('img')).toHaveAttribute('src', url);
  });

  await test.step('it stays when texts change, and is removed on request', async () => {
    await owner.page.reload();
    await owner.page.getByLabel('Affiliation', { exact: true }).fill('Uppsala');
    const written = owner.page.waitForResponse(
      (response) => response.request().postData()?.includes('setProfile') ?? false,
    );
    await save().click();
    await written;
    await page.goto(labPath(shortname, 'members'));
    await expect(pictures.first()).toBeAttached();
    await remove.click();
    await expect(remove).toHaveCount(0);
    const removed = owner.page.waitForResponse(
      (response) => response.request().postData()?.includes('setProfile') ?? false,
    );
    await save().click();
    await removed;
    await page.goto(labPath(shortname, 'members'));
    await expect(page.getByTitle(address).first()).toBeVisible();
    await expect(pictures).toHaveCount(0);
  });
});
