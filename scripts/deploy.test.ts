import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
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
  test('requires exactly the variables of example.env', () => {
    const asked = all(compose, /\$\{([A-Z0-9_]+)/g);
    expect(asked.sort()).toEqual(all(read('deploy/example.env'), /^([A-Z0-9_]+)=/gm).sort());
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
    const asked = all(compose, /\$\{([A-Z0-9_]+)/g);
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((name) => !asked.includes(name))).toEqual([]);
  });

  test('trusts forwarded addresses of its own network only, in service, web app and balancer', () => {
    const [subnet] = all(compose, /subnet: (\S+) \}/g);
    expect(all(compose, /TRUSTED_PROXIES: &balancer (.+)$/gm)).toEqual([subnet]);
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
  expect(all(web.split('## Operators')[0] ?? '', /^\| `([A-Z_]+)`/gm).sort()).toEqual(
    all(read('web/config/env.ts'), /^ {2}([A-Z][A-Z0-9_]+):/gm).sort(),
  );
});

test.each(dockerfiles)('%s copies and removes only files that exist', (name) => {
  const text = read(`deploy/${name}`);
  const copied = all(text, /^COPY (?!--from)(.+) \S+$/gm).flatMap((paths) => paths?.split(' ') ?? []);
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
