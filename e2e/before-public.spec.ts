import { dicomOf } from '@labroom/formats/disclosure/disclosure.fixture.ts';
import { localChain, openFaucet, registerLab } from '@labroom/testing/actors.ts';
import { expect } from '@playwright/test';
import { expectAccessible } from './browser/accessible.ts';
import { press } from './browser/pointer-actions.ts';
import { DataRoomPage } from './pages/data-room-page.ts';
import { signInToWeb } from './stack/web-session.ts';
import { test } from './test.ts';

const patient = dicomOf([
  ['00080060', 'CS', 'CT'],
  ['00100010', 'PN', 'DOE^JOHN'],
  ['00100030', 'DA', '19700321'],
]);
const scan = { name: 'made-up-patient.dcm', mimeType: 'application/dicom', buffer: Buffer.from(patient) };
const table = { name: 'rates.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b\n1,2\n') };

test('a file that names a patient is not public without a decision, and one click keeps it for the team', async ({
  page,
  stack,
}) => {
  const owner = await openFaucet(stack.rpcUrl).fundedWallet();
  await page.context().addCookies([await signInToWeb(stack, owner)]);
  const endpoint = { url: stack.serviceUrl, credential: stack.consumerCredential };
  const { shortname } = await registerLab(endpoint, localChain(stack.rpcUrl, owner));
  const room = new DataRoomPage(page);
  const dialog = room.uploadDialog;
  await room.open(shortname);
  await room.give(scan, table);
  await room.chooseAccess('Everyone');
  await expect(dialog).toContainText('One file may reveal persons or secrets.');
  await expect(dialog).toContainText('Names the patient: DOE^JOHN');
  const upload = dialog.getByRole('button', { name: 'Upload for everyone' });
  await expect(upload).toBeDisabled();
  await expectAccessible(page);

  await press(dialog.getByRole('button', { name: 'Team for this file' }));
  await press(room.encryptButton);
  await expect(room.row(scan.name)).toContainText('Team');
  await expect(room.row(table.name)).toContainText('Everyone');

  await room.give({ ...scan, name: 'again.dcm' });
  await room.chooseAccess('Everyone');
  await expect(upload).toBeDisabled();
  await press(dialog.getByRole('button', { name: 'Publish this file anyway' }));
  await press(upload);
  await expect(room.row('again.dcm')).toContainText('Everyone');
});
