import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { expectAccessible } from '../browser/accessible.ts';
import { press } from '../browser/pointer-actions.ts';
import { SiteHeader } from '../pages/site-header.ts';
import { TokenPage } from '../pages/token-page.ts';
import { giveToSafe, makeLab } from '../stack/labs.ts';
import { journey } from './journey.ts';

journey(
  'a Safe with one owner tokenizes, issues and caps through that owner',
  { tag: '@release' },
  async ({ newPerson, stack, scene }) => {
    const { page, account } = await newPerson();
    const lab = await makeLab(stack, account, `Cold Chain ${randomUUID().slice(0, 8)}`);
    const safe = await giveToSafe(stack, account, lab, [account.address], 1n);
    const token = new TokenPage(page);

    await scene('The Safe holds the lab, and its owner can act for it', page, async () => {
      await token.open(lab.shortname);
      await new SiteHeader(page).connect();
      await expect(page.getByText('You can act for it without other owners.')).toBeVisible();
    });

    await scene('The owner signs the terms for the Safe', page, async () => {
      await token.planToken({ symbol: 'SAFE', supply: '50' });
      await token.sign();
      await expect(token.summary).toContainText('Through the Safe');
      await expectAccessible(page);
    });

    await scene('The lab has its token', page, async () => {
      await token.confirmAndSend('Tokenize the lab');
      await expect(token.facts).toContainText('50 SAFE');
      await expect(token.facts.getByTitle(safe).first()).toBeVisible();
    });

    await scene('More is issued', page, async () => {
      await token.planIssue('7');
      await press(token.button('Issue tokens'));
      await expect(token.facts).toContainText('57 SAFE');
    });

    await scene('Before issuance ends permanently', page, () => token.planCap());

    await scene('Issuance has ended', page, () => token.cap('SAFE'));
  },
);
