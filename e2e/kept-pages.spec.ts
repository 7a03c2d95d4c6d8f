import { CreateAnnouncementDocument, UpdateLabNftMetadataDocument } from '@labroom/client/documents';
import { localChain, registerLab } from '@labroom/testing/actors.ts';
import { expect } from '@playwright/test';
import { labPath } from '#lib/api/lab-reference.ts';
import { themeCookie } from '#lib/choices/theme.ts';
import { operator } from './stack/operator.ts';
import { test } from './test.ts';

const ROUNDS = 10;

test('a page that visitors share is kept as it is, and shows every change from the answer of the service on', async ({
  newPerson,
  stack,
}) => {
  const { serviceUrl: url, consumerCredential: credential, rpcUrl, webUrl } = stack;
  const { account } = await newPerson();
  const { client, oclId } = await registerLab({ url, credential }, localChain(rpcUrl, account));
  const read = async (path: string, headers: Record<string, string> = {}) =>
    (await fetch(webUrl + path, { headers: { accept: 'text/html', ...headers } })).text();
  const lab = labPath(oclId);

  for (let round = 0; round < ROUNDS; round += 1) {
    const description = `Round ${round}`;
    await client.call(UpdateLabNftMetadataDocument, { oclId, input: { description } });
    expect((await read(lab)).includes(description), description).toBe(true);
    const path = `file-${round}.txt`;
    const body = new TextEncoder().encode(`Text ${round}`);
    await client.upload({ oclId, target: { path }, body, access: 'PUBLIC' });
    expect((await read(labPath(oclId, 'files'))).includes(path), path).toBe(true);
    const headline = `Headline ${round}`;
    await client.call(CreateAnnouncementDocument, { oclId, headline, body: 'News' });
    expect((await read(labPath(oclId, 'activity'))).includes(headline), headline).toBe(true);
    expect((await read('/activity')).includes(headline), headline).toBe(true);
  }

  // Its nonce tells a page that is rendered again.
  const nonceOf = (html: string) => /nonce="([^"]+)"/.exec(html)?.[1];
  const files = await read(labPath(oclId, 'files'));
  expect(nonceOf(await read(labPath(oclId, 'files')))).toBe(nonceOf(files));
  const withCookie = await read(labPath(oclId, 'files'), { cookie: `${themeCookie}=dark` });
  const isDark = (html: string) => html.includes('data-theme="dark"');
  expect(isDark(withCookie)).toBe(true);
  expect(nonceOf(withCookie)).not.toBe(nonceOf(files));
  expect(isDark(await read(labPath(oclId, 'files')))).toBe(false);

  await operator('hide', '--lab', oclId, '--reason', 'A test');
  expect((await read(lab)).includes('noindex')).toBe(true);
});
