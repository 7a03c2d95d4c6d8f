import { existsSync } from 'node:fs';
import { developerPages } from '@labroom/protocol/developer-pages';
import { expect, it } from 'vitest';
import manifest from '#package.json' with { type: 'json' };
import { exampleFiles, guideTexts } from './guide.generated.ts';
import { localized, splitCode, withSiteLinks } from './guide.ts';

const elsewhere = {
  webUrl: 'https://labs.example',
  serviceUrl: 'https://api.labs.example',
  rpcUrl: 'https://node.example',
  chainId: 8453,
  environment: 'production',
};

// The reference of the client names the chains that it knows.
const ownPages = developerPages.filter(({ name }) => name !== 'client');

it.each(ownPages)('$name: an installation elsewhere shows nothing of npm start', ({ name }) => {
  const text = localized(guideTexts[name], elsewhere);
  expect(text).not.toMatch(/127\.0\.0\.1|31337|0x[0-9a-f]{64}/);
});

it.each(developerPages)(
  '$name: begins with its title, and every code block is in a tab',
  ({ name, title }) => {
    expect(guideTexts[name]).toMatch(new RegExp(`^# ${title}\n\n\\S`));
    const codes = splitCode(guideTexts[name]).flatMap((part) => (part.kind === 'code' ? part.codes : []));
    expect(codes).toHaveLength((guideTexts[name].match(/^```\w/gm) ?? []).length);
    for (const { file, code } of codes) if (file) expect(code).toBe(exampleFiles[file]);
  },
);

it.each(developerPages)('$name: links lead to pages and files of the guide', ({ name }) => {
  const known = [
    ...developerPages.map((page) => `/developers/${page.name}`),
    ...Object.keys(exampleFiles).map((file) => `/developers/files/${file}`),
  ];
  const prose = splitCode(withSiteLinks(guideTexts[name], '')).flatMap((part) =>
    part.kind === 'text' ? [part.text] : [],
  );
  const links = [...prose.join('').matchAll(/\]\((?<target>[^)#]+)/g)].map(
    ({ groups }) => groups?.target ?? '',
  );
  expect(links.filter((target) => !/^https?:/.test(target) && !known.includes(target))).toEqual([]);
});

it.each(developerPages)(
  '$name: documents and packages that it names are served by the service',
  ({ name }) => {
    const text = localized(guideTexts[name], elsewhere);
    const docs = [...text.matchAll(/https:\/\/api\.labs\.example\/(docs\/[\w/-]+\.md)/g)].map(
      ([, path = '']) => path,
    );
    expect(docs.filter((path) => !existsSync(path))).toEqual([]);
    const unserved = [...text.matchAll(/(?<![\w/.])docs\/[\w/-]+\.md/g)].map(([path]) => path);
    expect(unserved).toEqual([]);
    const packages = [...text.matchAll(/\/packages\/([\w.-]+\.tgz)/g)].map(([, file]) => file);
    const built = ['labroom', 'labroom-client', 'labroom-contracts'].map(
      (one) => `${one}-${manifest.version}.tgz`,
    );
    expect(packages.filter((file) => !built.includes(file ?? ''))).toEqual([]);
  },
);

it('code blocks that follow each other are one example', () => {
  const parts = splitCode('Text\n\n```ts a.ts\n1\n```\n\n```sh curl\n2\n```\n\nMore\n\n```sh\n3\n```\n');
  expect(parts).toEqual([
    { kind: 'text', text: 'Text\n\n' },
    {
      kind: 'code',
      codes: [
        { language: 'ts', tab: 'TypeScript', file: 'a.ts', code: '1\n' },
        { language: 'sh', tab: 'curl', file: undefined, code: '2\n' },
      ],
    },
    { kind: 'text', text: 'More\n\n' },
    { kind: 'code', codes: [{ language: 'sh', tab: 'curl', file: undefined, code: '3\n' }] },
  ]);
});
