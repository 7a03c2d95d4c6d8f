import type { Page } from '@playwright/test';
import { labPath } from '#lib/api/lab-reference.ts';
import { DataRoomPage } from '../pages/data-room-page.ts';
import { whileChainHangs } from '../stack/chain-process.ts';
import type { Camera } from './camera.ts';

const lab = 'thermostable-lipase-screen';
const secret = `${labPath(lab, 'files', ['team'])}?file=team%2Franked-hits.csv`;

export async function outsiderTour(page: Page, camera: Camera): Promise<void> {
  const { refusal, alert } = new DataRoomPage(page).file;
  await camera.visit('outsider-refused', secret, refusal);
  await refusal.getByText('The contract call').first().click();
  await camera.take('outsider-refused-details', refusal);
  await camera.visit('outsider-members', labPath(lab, 'members'), page.getByText('has no role in this lab'));
  await whileChainHangs(() => camera.visit('outsider-chain-silent', secret, alert));
}
