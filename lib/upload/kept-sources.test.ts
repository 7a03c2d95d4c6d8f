import { expect, it } from 'vitest';
import { noteHandles, readSources, type Source, sourcesOf } from './kept-sources.ts';

type Tree = { [name: string]: Tree | string };

/** A file or folder of a computer, and whether the user lets the page read it. */
function handleOf(
  name: string,
  content: Tree | string,
  answer: PermissionState = 'granted',
): FileSystemHandle {
  const permission = {
    queryPermission: async () => 'prompt' as const,
    requestPermission: async () => answer,
  };
  if (typeof content === 'string')
    return { kind: 'file', name, ...permission, getFile: async () => new File([content], name) } as never;
  const child = async (key: string) => {
    const found = content[key];
    if (found === undefined) throw new DOMException('', 'NotFoundError');
    return handleOf(key, found);
  };
  return { kind: 'directory', name, ...permission, getDirectoryHandle: child, getFileHandle: child } as never;
}

const dropped = (path: string) => ({ file: new File([path], path), path });

it('finds the dropped files and folders of uploads, and reads what is wanted of them', async () => {
  const [folder, plan] = [handleOf('raw', { may: { 'a.csv': 'A' }, 'b.csv': 'B' }), handleOf('plan.md', 'P')];
  const files = ['raw/may/a.csv', 'raw/b.csv', './plan.md', 'unknown.txt'].map(dropped);
  noteHandles(files, [folder, plan]);
  const inRoom = files.map(({ file, path }) => ({ file, path: `x/y/${path.replace('./', '')}` }));
  const sources = sourcesOf(inRoom);
  expect(sources).toEqual([
    { handle: folder, path: 'x/y/raw' },
    { handle: plan, path: 'x/y/plan.md' },
  ]);
  const found = await readSources(sources, [
    'x/y/raw/may/a.csv',
    'x/y/plan.md',
    'x/y/raw/gone.csv',
    'raw/b.csv',
  ]);
  expect(await Promise.all(found.map(async ({ path, file }) => [path, await file.text()]))).toEqual([
    ['x/y/raw/may/a.csv', 'A'],
    ['x/y/plan.md', 'P'],
  ]);
  // What was read again can be interrupted again.
  expect(sourcesOf(found)).toEqual(sources);
});

it('reads nothing that the user does not let it read', async () => {
  const sources: Source[] = [{ handle: handleOf('a.csv', 'A', 'denied'), path: 'a.csv' }];
  expect(await readSources(sources, ['a.csv'])).toEqual([]);
});
