import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What stands for the text of packages that contain none. */
interface Notice {
  packages: RegExp;
  /** Files of `licence-texts/`. */
  texts: readonly string[];
  /** The notice of its authors, where the text has none. */
  copyright?: string;
  /** Where both are from. */
  source: string;
}

/** From the repositories and the manifests of the packages, since they contain no file of a licence. */
const notices: readonly Notice[] = [
  {
    packages: /^@aws-sdk\//,
    texts: ['Apache-2.0'],
    copyright: 'Copyright Amazon.com, Inc. or its affiliates.',
    source: 'https://github.com/aws/aws-sdk-js-v3',
  },
  {
    packages: /^@x402\//,
    texts: ['Apache-2.0'],
    copyright: 'Copyright x402 Foundation',
    source: 'https://github.com/x402-foundation/x402',
  },
  {
    packages: /^drizzle-orm$/,
    texts: ['Apache-2.0'],
    copyright: 'Copyright Drizzle Team',
    source: 'https://github.com/drizzle-team/drizzle-orm',
  },
  {
    packages: /^lerc$/,
    texts: ['Apache-2.0'],
    copyright: 'Copyright 2017-2021 Esri',
    source: 'https://github.com/Esri/lerc',
  },
  {
    packages: /^@graphql-tools\//,
    texts: ['MIT'],
    copyright: 'Copyright (c) 2020 The Guild, Inc.',
    source: 'https://github.com/ardatan/graphql-tools',
  },
  {
    packages: /^(?:@whatwg-node\/.+|cross-inspect)$/,
    texts: ['MIT'],
    copyright: 'Copyright (c) 2023 Arda TANRIKULU',
    source: 'https://github.com/ardatan/whatwg-node',
  },
  {
    packages: /^@rollup\//,
    texts: ['MIT'],
    copyright: 'Copyright (c) 2017 these people: https://github.com/rollup/rollup/graphs/contributors',
    source: 'https://github.com/rollup/rollup',
  },
  {
    packages: /^abstract-logging$/,
    texts: ['MIT'],
    copyright: 'Copyright (c) James Sumners',
    source: 'https://github.com/jsumners/abstract-logging',
  },
  {
    packages: /^client-only$/,
    texts: ['MIT'],
    copyright: 'Copyright (c) Meta Platforms, Inc. and affiliates.',
    source: 'https://github.com/facebook/react',
  },
  {
    packages: /^http_ece$/,
    texts: ['MIT'],
    copyright: 'Copyright (c) Martin Thomson',
    source: 'https://github.com/martinthomson/encrypted-content-encoding',
  },
  {
    packages: /^media-query-parser$/,
    texts: ['MIT'],
    copyright: 'Copyright (c) Tom Golden',
    source: 'https://github.com/tbjgolden/media-query-parser',
  },
  {
    packages: /^react-remove-scroll-bar$/,
    texts: ['MIT'],
    copyright: 'Copyright (c) 2025 Anton Korzunov <thekashey@gmail.com>',
    source: 'https://github.com/theKashey/react-remove-scroll-bar',
  },
  {
    packages: /^uint8arrays$/,
    texts: ['MIT'],
    copyright: 'Copyright (c) Alex Potsides',
    source: 'https://github.com/achingbrain/uint8arrays',
  },
  { packages: /^saxes$/, texts: ['saxes'], source: 'https://github.com/lddubeau/saxes' },
  {
    packages: /^@cornerstonejs\/codec-openjpeg$/,
    texts: ['MIT', 'OpenJPEG'],
    copyright: 'The package names no holder of its copyright.',
    source: 'https://github.com/cornerstonejs/codecs',
  },
  {
    packages: /^@cornerstonejs\/codec-libjpeg-turbo-8bit$/,
    texts: ['ISC', 'libjpeg-turbo'],
    copyright: 'The package names no holder of its copyright.',
    source: 'https://github.com/cornerstonejs/codecs',
  },
  {
    packages: /^@img\/sharp-libvips-/,
    texts: ['LGPL-3.0', 'GPL-3.0'],
    copyright: 'libvips and its dependencies, whose licences the source names',
    source: 'https://github.com/lovell/sharp-libvips',
  },
  {
    packages: /^pg-copy-streams$/,
    texts: ['MIT'],
    copyright: 'Copyright (c) 2013 Brian M. Carlson',
    source: 'https://github.com/brianc/node-postgres',
  },
  {
    packages: /^pg-types$/,
    texts: ['MIT'],
    copyright: 'Copyright (c) 2014 Brian M. Carlson',
    source: 'https://github.com/brianc/node-pg-types',
  },
  {
    packages: /^pgpass$/,
    texts: ['MIT'],
    copyright: 'Copyright (c) 2013-2016 Hannes Hörl',
    source: 'https://github.com/hoegaarden/pgpass',
  },
  {
    packages: /^@next\/env$/,
    texts: ['MIT'],
    copyright: 'Copyright (c) 2025 Vercel, Inc.',
    source: 'https://github.com/vercel/next.js',
  },
  {
    packages: /^(?:@emnapi\/.+|@tybys\/wasm-util)$/,
    texts: ['MIT'],
    copyright: 'Copyright (c) 2021 Toyobayashi',
    source: 'https://github.com/toyobayashi/emnapi',
  },
  {
    packages: /^@napi-rs\/wasm-runtime$/,
    texts: ['MIT'],
    copyright: 'Copyright (c) 2020 LongYinan, Copyright (c) 2018 GitHub',
    source: 'https://github.com/napi-rs/napi-rs',
  },
  {
    packages: /^@img\/sharp-(?:wasm32|win32-.+)$/,
    texts: ['Apache-2.0', 'MIT', 'LGPL-3.0', 'GPL-3.0'],
    copyright: 'sharp, libvips and its dependencies, whose licences the source names',
    source: 'https://github.com/lovell/sharp-libvips',
  },
];

/** The recorded notice and texts of a package; `null`: none is recorded. */
export async function recordedTextOf(name: string): Promise<string | null> {
  const notice = notices.find(({ packages }) => packages.test(name));
  if (!notice) return null;
  const texts = await Promise.all(
    notice.texts.map((text) => readFile(join(import.meta.dirname, 'licence-texts', `${text}.txt`), 'utf8')),
  );
  const head = [
    notice.copyright,
    `The package contains no text of its licence; this one is by ${notice.source}`,
  ];
  return [head.filter(Boolean).join('\n'), ...texts.map((text) => text.trim())].join('\n\n');
}
