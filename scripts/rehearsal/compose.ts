import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseEnv } from 'node:util';

/** Fills in `deploy/labroom.env` as an operator does. @throws Error on a variable that `example.env` does not have */
export async function fillEnvFile(dir: string, values: Readonly<Record<string, string>>): Promise<string> {
  const left = new Map(Object.entries(values));
  const example = await readFile(join(dir, 'deploy/example.env'), 'utf8');
  const lines = example.split('\n').map((line) => {
    const name = /^([A-Z0-9_]+)=/.exec(line)?.[1] ?? '';
    const value = left.get(name);
    left.delete(name);
    return value === undefined ? line : `${name}='${value}'`;
  });
  if (left.size > 0) throw new Error(`deploy/example.env has no ${[...left.keys()].join(', ')}`);
  return lines.join('\n');
}

/** The environments that `compose.yaml` gives service and worker, and the web app. */
export async function composeEnvironments(dir: string) {
  const given = parseEnv(await readFile(join(dir, 'deploy/labroom.env'), 'utf8'));
  const compose = await readFile(join(dir, 'deploy/compose.yaml'), 'utf8');
  /** The block `environment` after a text. */
  const environmentAfter = (marker: string): Record<string, string> => {
    const [, block = ''] = /^ +environment:.*\n((?: +(?:[A-Z0-9_]+:|#).*\n)+)/m.exec(
      compose.slice(compose.indexOf(marker)),
    ) ?? [''];
    const entries = block.matchAll(/^ +([A-Z0-9_]+): (.*)$/gm);
    const variable = /\$\{([A-Z0-9_]+)(?::-([^{}]*))?\}/g;
    // A default may name another variable: the inner one is filled in first.
    const fill = (value: string): string => {
      const filled = value.replace(variable, (_, name: string, otherwise = '') => given[name] || otherwise);
      return filled === value ? value : fill(filled);
    };
    // Where the file is mounted.
    const place = (value: string) => (value === '/etc/labroom.env' ? join(dir, 'deploy/labroom.env') : value);
    return Object.fromEntries([...entries].map(([, name = '', value = '']) => [name, place(fill(value))]));
  };
  return {
    service: environmentAfter('x-service:'),
    web: environmentAfter('dockerfile: deploy/web.Dockerfile'),
  };
}
