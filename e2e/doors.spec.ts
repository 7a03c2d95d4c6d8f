import { LabIdentityDocument } from '@labroom/client/documents';
import { localAccount } from '@labroom/contracts/local-accounts';
import { clientOf, localChain, openFaucet, registerLab } from '@labroom/testing/actors.ts';
import { expect } from '@playwright/test';
import { untilHydrated } from './browser/hydrated.ts';
import { DataRoomPage } from './pages/data-room-page.ts';
import { SiteHeader } from './pages/site-header.ts';
import { test } from './test.ts';

const strangers = 5;

test('the front page shows chosen labs alone, and its doors lead to labs of these accounts, also after others upload', async ({
  page,
  stack,
}) => {
  const { serviceUrl: url, consumerCredential: credential, rpcUrl } = stack;
  const faucet = openFaucet(rpcUrl);
  const names: string[] = [];
  await test.step('strangers mint labs and upload last', async () => {
    for (let at = 0; at < strangers; at += 1) {
      const chain = localChain(rpcUrl, await faucet.fundedWallet());
      const { client, oclId, shortname } = await registerLab({ url, credential }, chain);
      const upload = (path: string, access: 'PUBLIC' | 'TEAM') =>
        client.upload({ oclId, target: { path }, body: new TextEncoder().encode(path), access });
      await upload('zero.csv', 'PUBLIC');
      if (at === strangers - 1) await upload('team/zero.csv', 'TEAM');
      names.push(shortname);
    }
  });
  const endpoint = { url, credential };
  const expectRole = async (shortname: string, account: 'owner' | 'contributor', role: string) => {
    expect(names).not.toContain(shortname);
    const { labWithDataRoomAndFiles: lab } = await clientOf(endpoint).call(LabIdentityDocument, {
      shortname,
    });
    const wallet = localAccount(account).address.toLowerCase();
    expect(lab?.members.find(({ walletAddress }) => walletAddress === wallet)?.role).toBe(role);
  };
  /** Waits until a page of a lab is open, and returns the lab's shortname. */
  const openedLab = async (section: RegExp) => {
    await expect(page).toHaveURL(section);
    return /\/labs\/([^/]+)/.exec(page.url())?.[1] ?? '';
  };
  await test.step('no lab of theirs is on the front page, and the list of all labs has them', async () => {
    await page.goto('/');
    const main = page.getByRole('main');
    await expect(main.getByRole('article').getByRole('link')).not.toHaveCount(0);
    for (const name of names) await expect(main.locator(`a[href*="${name}"]`)).toHaveCount(0);
    await main.getByRole('link', { name: 'Browse labs' }).click();
    await expect(page).toHaveURL('/labs');
    await expect(main.locator(`a[href*="${names.at(-1)}"]`)).not.toHaveCount(0);
    await expect(main.getByText('On the front page:')).toContainText('Chosen by the operator');
  });

  const room = new DataRoomPage(page);
  const header = new SiteHeader(page);

  await test.step('a visitor finds public files, and closed ones', async () => {
    await page.goto('/');
    await page.getByRole('link', { name: 'Open a data room' }).click();
    const shortname = await openedLab(/\/files$/);
    expect(names).not.toContain(shortname);
  });

  await test.step('the contributor lands where it can upload', async () => {
    await page.goto('/');
    const start = page.getByRole('button', { name: 'Start as a contributor' });
    await untilHydrated(start);
    await start.click();
    await expectRole(await openedLab(/\/labs\/[^/]+\/files$/), 'contributor', 'CONTRIBUTOR');
    await expect(room.uploadButton).toBeEnabled();
    await header.leave();
  });

  await test.step('the owner lands in a lab of its own', async () => {
    await page.goto('/');
    const start = page.getByRole('button', { name: 'Start as an owner' });
    await untilHydrated(start);
    await start.click();
    await expectRole(await openedLab(/\/labs\/[^/]+$/), 'owner', 'OWNER');
  });
});
