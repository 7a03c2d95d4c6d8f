import type { Page } from '@playwright/test';
import { labPath } from '#lib/api/lab-reference.ts';
import { untilHydrated } from '../browser/hydrated.ts';
import { TokenPage } from '../pages/token-page.ts';
import { VerifyPage } from '../pages/verify-page.ts';
import type { Camera } from './camera.ts';

const symbol = 'GLACIER';

export async function tokenTour(page: Page, camera: Camera, shortname: string): Promise<void> {
  const token = new TokenPage(page);
  await camera.visit(
    'owner-token-agreement',
    labPath(shortname, 'tokenize'),
    token.button('Create the agreement'),
  );
  await page.getByRole('radio', { name: /Attach an existing token/ }).check();
  await camera.take('owner-token-attach', token.tokenField);
  await page.getByRole('radio', { name: /Create a new token/ }).check();
  await token.fill({ symbol: 'no symbol', supply: '1,5' });
  await camera.take('owner-token-mistyped', token.alert);
  await token.fill({ symbol, supply: '1000000' });
  await camera.take('owner-token-signature', token.button('Sign the terms'));
  await token.sign();
  await camera.take('owner-token-transaction', token.confirmation);
  await token.confirmAndSend('Tokenize the lab');
  await camera.take('owner-token', token.facts.getByText('Since'));
  await token.planIssue('2500.5');
  await camera.take('owner-token-issue', token.button('Issue tokens'));
  await token.button('Issue tokens').click();
  await token.facts.getByText('1,002,500.5').waitFor();
  await token.button('End issuance').click();
  await camera.take('owner-token-cap', page.getByLabel(/^Type/));
  await page.getByLabel(/^Type/).fill(`cap ${symbol}`);
  await token.button('End issuance permanently').click();
  await camera.take('owner-token-capped', token.facts.getByText('Ended permanently'));
  await camera.visit('owner-token-overview', labPath(shortname), page.getByText('Membership agreement'));
  await page.getByRole('link', { name: 'Read the agreement' }).click();
  await camera.take('owner-agreement', page.getByRole('heading', { name: /Membership agreement/ }));
  await page.emulateMedia({ media: 'print' });
  await camera.take('owner-agreement-printed', page.getByRole('heading', { name: /Membership agreement/ }));
  await page.emulateMedia({ media: null });
  await camera.visit('owner-token-verified', `/verify?lab=${shortname}`, page.getByText('All checks passed'));
}

export async function verifyTour(page: Page, camera: Camera): Promise<void> {
  const verify = new VerifyPage(page);
  await camera.visit('visitor-verify', '/verify', page.getByRole('button', { name: 'Choose a file' }));
  await untilHydrated(page.getByRole('button', { name: 'Choose a file' }));
  const sites =
    'S1,812,6.4,beech forest\nS2,1430,5.1,spruce forest\nS3,1980,4.8,dwarf shrubs\nS4,2560,5.6,scree\n';
  const buffer = Buffer.from(`site,altitude_m,soil_ph,vegetation\n${sites}`);
  await verify.give({ name: 'sites (1).csv', mimeType: 'text/csv', buffer });
  await camera.take(
    'visitor-verify-found',
    verify.result('sites (1).csv').getByText('identical to this file'),
  );
  await verify.give({ name: 'changed.csv', mimeType: 'text/csv', buffer: buffer.subarray(1) });
  await camera.take(
    'visitor-verify-unknown',
    verify.result('changed.csv').getByText('Every byte must be equal'),
  );
  await camera.visit('visitor-verify-none', '/verify?lab=no-such-lab', page.getByText('Lab not found.'));
}
