import { randomUUID } from 'node:crypto';
import { CreateAnnouncementDocument, LabIdentityDocument } from '@labroom/client/documents';
import { clientOf } from '@labroom/local/data-dir/client-of.ts';
import { expect } from '@playwright/test';
import { labPath } from '#lib/api/lab-reference.ts';
import { expectAccessible } from '../browser/accessible.ts';
import { giveFiles, press, write } from '../browser/pointer-actions.ts';
import { MembersPage } from '../pages/members-page.ts';
import { NewLabPage } from '../pages/new-lab-page.ts';
import { SiteHeader } from '../pages/site-header.ts';
import { TokenPage } from '../pages/token-page.ts';
import { journey } from './journey.ts';

journey(
  'an owner mints a lab, invites, sets it up, announces, and gives it a token',
  async ({ newPerson, stack, scene }) => {
    const [owner, outsider, agent] = [await newPerson(), await newPerson(), await newPerson()];
    const { page } = owner;
    const main = page.getByRole('main');
    const token = new TokenPage(page);
    const name = `Cold Chain ${randomUUID().slice(0, 8)}`;
    const place = (title: string) =>
      page.getByRole('navigation', { name: 'Lab' }).getByRole('link', { name: title });
    // Any image will do. This uses the lab's generated mark.
    let png: Buffer = Buffer.alloc(0);
    const chooseImage = main.getByRole('button', { name: /^(Choose an|Change the) image$/ });
    let shortname = '';

    await scene('A lab is minted, registered and named', page, async () => {
      shortname = await new NewLabPage(page).create(`Draft ${randomUUID().slice(0, 8)}`);
    });

    await scene('An agent is invited for a week: what is signed', page, async () => {
      const members = new MembersPage(page);
      await press(place('Members'));
      await members.inviteAgent(agent.account.address, 'Contributor', '7 days from now');
      await expect(members.dialog.getByRole('region', { name: 'What you sign' })).toContainText(
        'contributor, as an agent',
      );
    });

    await scene('The invitation is in effect', page, async () => {
      const members = new MembersPage(page);
      await members.grant('Grant contributor');
      const row = members.row(agent.account.address);
      await expect(row).toContainText('Contributor');
      await expect(row).toContainText('Agent');
      await expect(row).toContainText(/in \d days|\d+ \w+ \d{4}/);
    });

    await scene('The lab gets its name and description', page, async () => {
      await press(place('Settings'));
      await write(page.getByLabel('Name', { exact: true }), name);
      await write(page.getByLabel('Description'), 'What we **do**.');
      await press(page.getByRole('button', { name: 'Save' }));
      await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
      await expect(page).not.toHaveURL(new RegExp(shortname));
    });

    await scene('A picture is chosen and cut', page, async () => {
      png = await main.locator('img').first().screenshot();
      await giveFiles(chooseImage, { name: 'a.png', mimeType: 'image/png', buffer: png });
      await expect(page.getByRole('dialog', { name: 'Crop the image' })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Crop and upload' })).toBeEnabled();
      await expectAccessible(page);
    });

    await scene('The picture is shown; who asked for keys is listed', page, async () => {
      const mark = main.locator('img').first();
      await press(page.getByRole('button', { name: 'Crop and upload' }));
      await expect(page.getByText('The image is now shown on all pages.')).toBeVisible();
      await expect(mark).toHaveAttribute('src', /\/images\/[0-9a-f-]{36}\.webp$/);
      await expect(page.getByText('No key requests yet.')).toBeVisible();
      await expectAccessible(page);
    });

    await scene('A picture that is none is refused', page, async () => {
      const broken = { name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('no picture') };
      await giveFiles(chooseImage, broken);
      await expect(main.getByRole('alert')).toContainText('The image cannot be opened.');
      await giveFiles(chooseImage, { name: 'a.gif', mimeType: 'image/gif', buffer: png });
      await expect(page.getByText('Its content does not match its file type.')).toBeVisible();
      await expect(main.locator('img').first()).toHaveAttribute('src', /\.webp$/);
    });

    await scene('An outsider is told who may change this', outsider.page, async () => {
      // The shortname from before the rename redirects here.
      await outsider.page.goto(labPath(shortname, 'settings'));
      await expect(outsider.page.getByText('Connect a wallet to change')).toBeVisible();
      await new SiteHeader(outsider.page).connectAndSignIn();
      await expect(outsider.page.getByText('has no role in this lab')).toBeVisible();
      await expect(outsider.page.getByLabel('Name', { exact: true })).toHaveCount(0);
    });

    await scene('An announcement, made through the API, is in the feed', page, async () => {
      const { labWithDataRoomAndFiles: lab } = await clientOf(stack).call(LabIdentityDocument, { shortname });
      const { call } = await clientOf(stack).signIn(owner.account);
      const words = { headline: 'The cold chain holds', body: 'Six weeks at **−80 °C**.' };
      await call(CreateAnnouncementDocument, { oclId: lab?.oclId ?? '', ...words });
      await press(place('Activity'));
      await press(main.getByRole('link', { name: 'Announcements' }));
      await expect(
        main.getByRole('listitem').filter({ hasText: words.headline }).locator('strong'),
      ).toHaveText('−80 °C');
    });

    await scene('The token: what is agreed to', page, async () => {
      await press(place('Token'));
      await token.isAt('Choose the agreement');
      await token.planToken({ symbol: 'COLD', supply: '1 000 000' });
    });

    await scene('The token: simulation and what is signed', page, async () => {
      await token.sign();
      await token.isAt('Make the token');
      await expect(token.step('Trial run')).toContainText('succeeded');
    });

    await scene('The token', page, async () => {
      await token.confirmAndSend('Tokenize the lab');
      await expect(token.facts).toContainText('1,000,000 COLD');
      await expect(token.facts).toContainText('Open: more can be issued');
    });

    await scene('More is issued, but not nothing', page, async () => {
      await token.planIssue('0');
      await expect(token.alert).toContainText('Enter an amount above 0.');
      await token.planIssue('2.5');
      await expect(token.summary).toContainText('Issued after1,000,002.5 COLD');
      await page.reload();
      await press(token.button('Issue tokens'));
      await expect(token.facts).toContainText('1,000,002.5 COLD');
    });

    await scene('Others see the token and nothing to sign', outsider.page, async () => {
      const theirs = new TokenPage(outsider.page);
      await theirs.open(shortname);
      await expect(outsider.page.getByText('Your wallet does not')).toBeVisible();
      await expect(theirs.facts).toContainText('1,000,002.5 COLD');
      await expect(theirs.button('Issue more')).toHaveCount(0);
    });

    await scene('Before issuance ends permanently', page, async () => {
      await token.planCap();
      await expectAccessible(page);
    });

    await scene('Issuance has ended', page, () => token.cap('COLD'));
  },
);
