import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  composeVariables,
  isPriceVariable,
  serviceVariables,
  webVariables,
} from '@labroom/protocol/variables';
import { variables } from '@labroom/service/platform/config/env.ts';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const all = (text: string, pattern: RegExp) => [
  ...new Set([...text.matchAll(pattern)].map(([, name]) => name)),
];

const compose = read('deploy/compose.yaml');
const dockerfiles = readdirSync(join(root, 'deploy')).filter((name) => name.endsWith('.Dockerfile'));

describe('the compose file', () => {
  test('requires only variables of example.env, which has no others', () => {
    const required = all(compose, /\$\{([A-Z0-9_]+)\}/g);
    const example = all(read('deploy/example.env'), /^([A-Z0-9_]+)=/gm);
    expect(required.filter((name) => !example.includes(name))).toEqual([]);
    const known = [...variables, ...webVariables, ...composeVariables];
    expect(example.filter((name) => !known.includes(name ?? ''))).toEqual([]);
  });

  test('lets the file set every variable of service and worker', () => {
    const [block = ''] = compose.slice(compose.indexOf('  environment:')).split('  healthcheck:');
    const fixed = [...block.matchAll(/^ {4}([A-Z0-9_]+): (.*)$/gm)].filter(
      ([, name, value]) => !value?.includes(`\${${name}:-`),
    );
    expect(fixed.map(([, name]) => name)).toEqual(['LABROOM_ENV_FILE']);
    expect(block).toContain("volumes: ['./labroom.env:/etc/labroom.env:ro']");
  });

  test('passes every variable of the web app, and no secret of the service', () => {
    const [, web = ''] = compose.split('dockerfile: deploy/web.Dockerfile');
    const passed = all(web.split('balancer:\n    image')[0] ?? '', /^ {6}([A-Z0-9_]+): /gm);
    expect(passed.sort()).toEqual(webVariables.filter((name) => name !== 'LABROOM_ENV_FILE').toSorted());
  });

  test('sets only variables that docs/configuration.md documents', () => {
    const ours = all(compose, /^ {4,6}([A-Z0-9_]+):/gm).filter((name) => !name?.startsWith('POSTGRES_'));
    const known = all(read('docs/configuration.md'), /`([A-Z0-9_]+)`/g);
    expect(ours.filter((name) => !known.includes(name))).toEqual([]);
  });

  test('has every variable that docs/running-on-base.md names for it', () => {
    const [, step = ''] = read('docs/running-on-base.md').split('## 4. ');
    const documented = all(read('docs/configuration.md'), /`([A-Z0-9_]+)`/g);
    const named = all(step.split('## Upgrades')[0] ?? '', /`([A-Z0-9_]+)`/g).filter((name) =>
      documented.includes(name),
    );
    const example = all(read('deploy/example.env'), /^([A-Z0-9_]+)=/gm);
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((name) => !example.includes(name))).toEqual([]);
  });

  test('trusts forwarded addresses of its own network only, in service, web app and balancer', () => {
    const [subnet] = all(compose, /subnet: (\S+) \}/g);
    expect(all(compose, /TRUSTED_PROXIES: &balancer \$\{TRUSTED_PROXIES:-(.+)\}$/gm)).toEqual([subnet]);
    expect(compose.match(/TRUSTED_PROXIES: \*balancer$/gm)).toHaveLength(1);
    expect(all(read('deploy/Caddyfile'), /trusted_proxies static (.+)$/gm)).toEqual([subnet]);
    expect(read('deploy/example.env')).toContain('--names-visitors');
  });

  test('uses every Dockerfile', () => {
    expect(all(compose, /dockerfile: deploy\/(.+)/g).sort()).toEqual(dockerfiles.sort());
  });
});

test('docs/configuration.md documents exactly the variables of the service', () => {
  const [service = '', web = ''] = read('docs/configuration.md').split('## Web app');
  const told = all(service, /`([A-Z][A-Z0-9_]+_[A-Z0-9_]+|CONTRACTS)`/g).filter(
    (name) => name !== 'UPSTREAM_UNAVAILABLE',
  );
  const prices = (name: string | undefined) =>
    name?.startsWith('X402_PRICE_') && name !== 'X402_PRICE_DEFAULT';
  expect(told.filter((name) => !prices(name)).sort()).toEqual(
    variables.filter((name) => !prices(name)).toSorted(),
  );
  const ofWeb = all(web.split('## Operators')[0] ?? '', /^\| `([A-Z_]+)`/gm).sort();
  expect(ofWeb).toEqual(
    [...new Set(all(read('web/config/env.ts'), /^ {2}([A-Z][A-Z0-9_]+): [a-z]/gm))].sort(),
  );
  expect(ofWeb).toEqual(webVariables.filter((name) => name !== 'LABROOM_ENV_FILE').toSorted());
});

test('labroom.env takes exactly the variables that the programs read', () => {
  expect(variables.filter((name) => !isPriceVariable(name)).toSorted()).toEqual(serviceVariables.toSorted());
});

test.each(dockerfiles)('%s copies and removes only files that exist', (name) => {
  const text = read(`deploy/${name}`);
  const copied = all(text, /^COPY (?!--from)(.+) \S+$/gm)
    .flatMap((paths) => paths?.split(' ') ?? [])
    .filter((file) => file !== '.labroom-commit*');
  const left = all(text, /rm -rf ((?:service|contracts)\/.+) \\$/gm).flatMap(
    (paths) => paths?.split(' ') ?? [],
  );
  for (const path of [...copied, ...left])
    expect([path, existsSync(join(root, path.replace(/\*.*$/, '')))]).toEqual([path, true]);
});

test.each(dockerfiles)('the image of %s runs as a numeric user other than root', (name) => {
  const users = all(read(`deploy/${name}`), /^USER (.+)$/gm);
  expect(users).toHaveLength(1);
  expect(users[0]).toMatch(/^[1-9]\d*:[1-9]\d*$/);
});
