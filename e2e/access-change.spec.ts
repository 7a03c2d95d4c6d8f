import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { filePath, labPath } from '#lib/api/lab-reference.ts';
import { expectAccessible } from './browser/accessible.ts';
import { press, tick, write } from './browser/pointer-actions.ts';
import { DataRoomPage } from './pages/data-room-page.ts';
import { SiteHeader } from './pages/site-header.ts';
import { makeLab } from './stack/labs.ts';
import { test } from './test.ts';

test.use({ keyboardAlone: true });

const name = 'notes.txt';
const fileOf = (content: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(content) });

test('each version shows its own access, and a change between public and encrypted is shown', async ({
  newPerson,
  stack,
}) => {
  const [owner, visitor] = [await newPerson(), await newPerson()];
  const lab = await makeLab(stack, owner.account, `Access Change ${randomUUID().slice(0, 8)}`);
  const room = new DataRoomPage(owner.page);
  const panel = owner.page.getByRole('complementary');

  await test.step('a public file with a description and searchable text', async () => {
    await room.open(lab.shortname);
    await new SiteHeader(owner.page).connectAndSignIn();
    await room.give(fileOf('first'));
    await room.chooseAccess('Everyone');
    await write(room.uploadDialog.getByLabel('Description'), 'Described in public');
    await press(room.uploadDialog.getByText('Show the text'));
    await write(room.uploadDialog.getByLabel(`Text of ${name}`), 'words in public');
    await press(room.uploadDialog.getByRole('button', { name: 'Upload for everyone' }));
    await expect(room.row(name)).toContainText('Described in public');
  });

  await test.step('a secret version asks what happens to them, and removes them on demand', async () => {
    await room.openFile(name);
    await room.file.giveNewVersion(fileOf('second'));
    await room.chooseAccess('Team');
    await expect(room.uploadDialog).toContainText('Version 1 stays public: anyone can open it.');
    await expect(room.uploadDialog).toContainText('Described in public');
    await expect(room.couldOpen('You')).toContainText('yes');
    await expect(room.encryptButton).toBeDisabled();
    await expectAccessible(owner.page);
    await tick(room.uploadDialog.getByLabel(/^Remove them/));
    await press(room.encryptButton);
    await expect(room.row(name)).toContainText('Team, was public');
    await expect(room.row(name)).not.toContainText('Described in public');
  });

  await test.step('the header and About of a version are about that version', async () => {
    await visitor.page.goto(`${filePath(lab.shortname, name)}&version=1`);
    const shown = visitor.page.getByRole('complementary');
    await expect(shown.getByText('Version 1 of 2')).toBeVisible();
    await expect(shown.getByText('Everyone', { exact: true }).first()).toBeVisible();
    await expect(shown.getByText(/^Team/)).toHaveCount(0);
    await visitor.page.goto(filePath(lab.shortname, name));
    await expect(shown.getByText('Team, was public')).toBeVisible();
    await press(shown.getByRole('tab', { name: 'About' }));
    await expect(shown.getByText('Version 1 stays public: anyone can open it.')).toBeVisible();
    await expect(shown).not.toContainText('words in public');
  });

  await test.step('the feed of the lab and of all labs say it', async () => {
    await visitor.page.goto(labPath(lab.shortname));
    await expect(visitor.page.getByRole('listitem').filter({ hasText: name })).toContainText(
      'Team, was public',
    );
    for (const path of [labPath(lab.shortname, 'activity'), '/activity']) {
      await visitor.page.goto(path);
      const row = visitor.page
        .getByRole('listitem')
        .filter({ hasText: /made\s*notes\.txt\s*secret/ })
        .first();
      await expect(row).toContainText('Version 1 stays public');
    }
    await room.open(lab.shortname);
    await room.openFile(name);
    await room.file.giveNewVersion(fileOf('third'));
    await room.chooseAccess('Everyone');
    await expect(room.uploadDialog).toContainText('This file is encrypted. The new version would be public.');
    await press(room.uploadDialog.getByRole('button', { name: 'Upload for everyone' }));
    await expect(panel.getByText('Everyone', { exact: true }).first()).toBeVisible();
    await visitor.page.goto(labPath(lab.shortname, 'activity'));
    await expect(
      visitor.page.getByRole('listitem').filter({ hasText: /made\s*notes\.txt\s*public/ }),
    ).toBeVisible();
    await expectAccessible(visitor.page);
  });
});
