import type { FileRowFragment } from '@labroom/client/documents';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { LabDataset } from './lab-dataset.tsx';

const hostile = '</script><script>alert(1)</script><!-- <img src=x onerror=alert(1)> \u2028';
const oclId = `0x0101${'0'.repeat(19)}1${'a'.repeat(40)}`;

it("gives search engines the lab's text and lets none of it run", () => {
  const file = { path: `${hostile}.csv`, accessLevel: 'PUBLIC', contentType: 'text/csv' } as FileRowFragment;
  const markup = renderToStaticMarkup(
    createElement(LabDataset, {
      lab: {
        oclId,
        shortname: 'lab-1',
        name: hostile,
        description: hostile,
        image: null,
        externalUrl: null,
        labAccountAddress: `0x${'a'.repeat(40)}`,
        labNftTokenId: '1',
        mintedAt: null,
        fileCount: 0,
        latestContributionAt: null,
        trlValue: null,
        isVerified: null,
        isListed: true,
        members: [],
      },
      room: {
        id: '1',
        storageUsed: '0',
        storageLimit: '1',
        filesPage: { totalCount: 2, nodes: [file, { ...file, path: 'secret.csv', accessLevel: 'ADMIN' }] },
      },
      identifiers: [],
      siteUrl: 'https://labroom.test',
    }),
  );
  expect(markup.match(/<\/?[a-z!]/gi)).toEqual(['<s', '</s']);
  const dataset = JSON.parse(markup.replace(/^<script[^>]*>/, '').replace(/<\/script>$/, ''));
  expect(dataset).toMatchObject({
    name: hostile.replace('\u2028', '\ufffd'),
    url: 'https://labroom.test/labs/lab-1',
  });
  expect(dataset.distribution.map(({ name }: { name: string }) => name)).toEqual([`${hostile}.csv`]);
});
