import { expect, it } from 'vitest';
import { withPaths } from './dropped-files.ts';

function file(name: string, more: object = {}): File {
  const made = new File(['x'], name);
  for (const [key, value] of Object.entries(more)) Object.defineProperty(made, key, { value });
  return made;
}

it('keeps the path within the folder for dropped and chosen files', () => {
  const paths = withPaths([
    file('plain.csv'),
    file('dropped.csv', { path: './plates/dropped.csv' }),
    file('chosen.csv', { webkitRelativePath: 'plates/chosen.csv' }),
  ]).map(({ path }) => path);
  expect(paths).toEqual(['plain.csv', './plates/dropped.csv', 'plates/chosen.csv']);
});
