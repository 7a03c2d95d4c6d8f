import { CreateAnnouncementDocument, UpdateLabNftMetadataDocument } from '@labroom/client/documents';
import { localChain, registerLab } from '@labroom/testing/actors.ts';
import { expect } from '@playwright/test';
import { labPath } from '#lib/api/lab-reference.ts';
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
    expect(await read(lab)).toContain(description);
    const path = `file-${round}.txt`;
    const body = new TextEncoder().encode(`Text ${round}`);
    await client.upload({ oclId, target: { path }, body, access: 'PUBLIC' });
    expect(await read(labPath(oclId, 'files'))).toContain(path);
    const headline = `Headline ${round}`;
    await client.call(CreateAnnouncementDocument, { oclId, headline, body: 'News' });
    expect(await read(labPath(oclId, 'activity'))).toContain(headline);
    expect(await read('/activity')).toContain(headline);
  }

  // Its nonce tells a page that is rendered again.
  const nonceOf = (html: string) => /nonce="([^"]+)"/.exec(html)?.[1];
  const files = await read(labPath(oclId, 'files'));
  expect(nonceOf(await read(labPath(oclId, 'files')))).toBe(nonceOf(files));
  const withCookie = await read(labPath(oclId, 'files'), { cookie: 'theme=dark' });
  expect(withCookie).toContain('data-theme="dark"');
  expect(nonceOf(withCookie)).not.toBe(nonceOf(files));
  expect(await read(labPath(oclId, 'files'))).not.toContain('data-theme="dark"');

  await operator('hide', '--lab', oclId, '--reason', 'A test');
  expect(await read(lab)).toContain('noindex');
});
