import type { Page } from '@playwright/test';
import { localAccount } from '#contracts/local-accounts.ts';
import { labPath } from '#lib/api/lab-reference.ts';
import { untilHydrated } from '../browser/hydrated.ts';
import { DataRoomPage } from '../pages/data-room-page.ts';
import { SiteHeader } from '../pages/site-header.ts';
import type { Camera } from './camera.ts';
import { verifyTour } from './token-tour.ts';

const lab = 'thermostable-lipase-screen';
const files = labPath(lab, 'files');
const fileUrl = (folder: string[], name: string) =>
  `${labPath(lab, 'files', folder)}?file=${encodeURIComponent([...folder, name].join('/'))}`;

export async function visitorTour(page: Page, camera: Camera): Promise<void> {
  const room = new DataRoomPage(page);
  const main = page.getByRole('main');
  await camera.visit('visitor-labs', '/', page.getByRole('link', { name: 'Thermostable Lipase Screen' }));
  await new SiteHeader(page).openConnectDialog();
  await camera.take('visitor-connect', page.getByRole('dialog').getByRole('button', { name: 'Owner' }), {
    window: true,
  });
  await camera.visit('visitor-labs-none', '/?search=zebrafish', main.getByText('No lab matches.'));
  await camera.visit('visitor-labs-verified', '/?verified=yes&sort=name', main.getByRole('article'));
  await camera.visit('visitor-search', '/search', main.getByText('Enter a search term'));
  await page.locator('summary').filter({ hasText: 'Filter' }).click();
  await camera.take('visitor-search-filters', page.getByRole('group', { name: 'Category' }));
  await camera.visit(
    'visitor-search-hits',
    '/search?q=round&tag=round-3&tag=assay',
    main.getByRole('article'),
  );
  await camera.visit('visitor-search-none', '/search?q=zebrafish', main.getByText('No results.'));
  await camera.visit('visitor-all-activity', '/activity', main.getByRole('listitem'));
  const owner = localAccount('owner').address;
  await camera.visit('visitor-wallet', `/activity?wallet=${owner}`, main.getByText('Role granted'));
  await camera.visit('visitor-no-wallet', '/activity?show=onchain', main.getByText('Enter an address'));
  await palette(page, camera);
  await camera.visit('visitor-lab', labPath(lab), main.getByText('Identity'));
  await camera.visit('visitor-files', files, room.list);
  await page.getByRole('button', { name: 'Filter' }).click();
  await camera.take('visitor-files-filter', page.getByLabel('Access', { exact: true }));
  await camera.visit('visitor-files-search', `${files}?q=melting`, room.list);

  await camera.visit(
    'visitor-file-markdown',
    fileUrl([], 'README.md'),
    room.file.preview.getByRole('heading'),
  );
  await camera.visit(
    'visitor-file-table',
    fileUrl(['results', 'round-3'], 'plate-07.csv'),
    room.file.preview.getByRole('table'),
  );
  for (const tab of ['About', 'Versions (1)', 'Cite']) {
    await page.getByRole('tab', { name: tab }).click();
    await camera.take(`visitor-file-${tab.split(' ')[0]?.toLowerCase()}`, room.file.preview);
  }
  await camera.visit(
    'visitor-file-locked',
    fileUrl(['team'], 'ranked-hits.csv'),
    room.file.preview.getByText('Encrypted', { exact: true }),
  );
  await camera.visit(
    'visitor-file-image',
    `${labPath('low-field-mri-coil', 'files')}?file=coil.svg`,
    room.file.preview.getByRole('img'),
  );
  await camera.visit('visitor-activity', labPath(lab, 'activity'), main.getByRole('listitem'));
  await camera.visit(
    'visitor-onchain',
    `${labPath(lab, 'activity')}?show=onchain`,
    main.getByText('Lab minted'),
  );
  await camera.visit('visitor-members', labPath(lab, 'members'), main.getByRole('table'));
  await camera.visit('visitor-new-lab', '/labs/new', main.getByRole('button', { name: 'Connect wallet' }));
  await camera.visit('visitor-unknown-lab', '/labs/no-such-lab', main.getByText('Lab not found.'));
  await camera.visit('visitor-unknown-page', '/nowhere', main.getByText('Page not found.'));
  await camera.visit('visitor-no-token', labPath(lab, 'tokenize'), main.getByText('has no token'));
  await verifyTour(page, camera);
  await camera.visit('visitor-developers', '/developers', main.getByText('Three first steps'));
  await camera.visit('visitor-developers-start', '/developers/start', main.getByText('Fill an empty folder'));
  const search = '/developers/reference?q=changeFileVersionAccess';
  await camera.visit('visitor-developers-one', search, main.getByRole('article'));
  await camera.visit('visitor-account', '/account', main.getByText('You are not signed in.'));
  await camera.visit('visitor-encryption', '/verify/encryption', main.getByText('correctly'));
}

async function palette(page: Page, camera: Camera): Promise<void> {
  const opener = page.getByRole('button', { name: 'Search or go to' });
  await untilHydrated(opener);
  await opener.click();
  await camera.take('visitor-palette', page.getByRole('option', { name: 'New lab' }), { window: true });
  await page.keyboard.type('soil');
  await camera.take('visitor-palette-found', page.getByRole('group', { name: 'Files' }), { window: true });
  await page.keyboard.press('Escape');
}
