import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { CreateAnnouncementDocument, GenerateDataEncryptionKeyDocument } from '@labroom/client/documents';
import { createPayingClient, discoverGateway, PaymentBudget } from '@labroom/client/payment';
import { localChain, mintStablecoins } from '@labroom/testing/actors.ts';
import { expect } from '@playwright/test';
import { labPath } from '#lib/api/lab-reference.ts';
import { expectAccessible } from './browser/accessible.ts';
import { untilHydrated } from './browser/hydrated.ts';
import { press } from './browser/pointer-actions.ts';
import { SiteHeader } from './pages/site-header.ts';
import { makeLab } from './stack/labs.ts';
import { test } from './test.ts';

test('a wallet sees what it paid for, and demands that its payments name their calls', async ({
  newPerson,
  stack,
}) => {
  const { page, account: wallet } = await newPerson();
  const lab = await makeLab(stack, wallet, `=Payments ${randomUUID().slice(0, 8)}`);

  await page.goto('/account/payments');
  await new SiteHeader(page).connectAndSignIn();
  await expect(page.getByText('This wallet has paid for no calls.')).toBeVisible();

  await mintStablecoins(localChain(stack.rpcUrl, wallet), wallet.address, 50_000n);
  const budget = new PaymentBudget({ perCall: 10_000n, perDay: 50_000n });
  const payer = createPayingClient({ ...(await discoverGateway(stack.serviceUrl)), wallet, budget });
  await payer.call(GenerateDataEncryptionKeyDocument, {});
  const { oclId } = lab;
  await payer.call(CreateAnnouncementDocument, { oclId, headline: 'Paid', body: 'For a cent.' });

  await test.step('payments are listed with their labs, and summed up', async () => {
    await page.reload();
    const table = page.getByRole('table', { name: 'Paid calls, newest first' });
    await expect(table.getByRole('row')).toHaveCount(3);
    await expect(table.getByRole('row').nth(1)).toContainText(
      /createAnnouncement.*=Payments .*0\.01.*Charged/,
    );
    await expect(page.getByText('0.02 USDC').first()).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('all payments are downloaded as CSV', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      press(page.getByRole('link', { name: 'Download as CSV' })),
    ]);
    expect(download.suggestedFilename()).toBe('labroom-payments.csv');
    const lines = (await readFile(await download.path(), 'utf8')).split('\r\n');
    expect(lines).toHaveLength(4);
    expect(lines[0]).toContain('time,call,lab,lab_name,state,amount,unit,');
    // An owner chose the name of the lab.
    expect(lines[1]).toMatch(/,createAnnouncement,0x[0-9a-f]{64},'=Payments \w{8},SETTLED,0\.01,USDC,/);
  });

  await test.step('the wallet signs the setting, which stays', async () => {
    const setting = page.getByRole('checkbox', { name: /payments of this wallet that name their call/ });
    await untilHydrated(setting);
    const before = await setting.isChecked();
    await press(setting);
    await expect(setting).toBeChecked({ checked: !before });
    await page.reload();
    await expect(setting).toBeChecked({ checked: !before });
  });

  await test.step('an owner demands it for a lab', async () => {
    await page.goto(labPath(lab.shortname, 'settings'));
    const setting = page.getByRole('checkbox', { name: /Take only payments that name their call/ });
    await untilHydrated(setting);
    await press(setting);
    await expect(setting).toBeChecked();
    await expectAccessible(page);
  });
});
