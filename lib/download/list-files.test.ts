import { expect, it } from 'vitest';
import type { DataRoomFilesPageQuery, FileRowFragment } from '#packages/client/documents.generated.ts';
import { listFiles, type RunFilesPage } from './list-files.ts';

function dataRoomOf(paths: string[], perPage = 200) {
  const asked: number[] = [];
  const run: RunFilesPage = async (_document, { page }) => {
    asked.push(page ?? 0);
    const start = (page ?? 0) * perPage;
    const nodes = paths.slice(start, start + perPage).map((path) => ({ path }) as FileRowFragment);
    const pageInfo = { currentPage: page ?? 0, totalPages: Math.ceil(paths.length / perPage) };
    const filesPage = { nodes, totalCount: paths.length, pageInfo };
    const dataRoom = { id: 'd', storageUsed: '7', storageLimit: '9', filesPage };
    return { labWithDataRoomAndFiles: { oclId: '0x01', dataRoom } } as DataRoomFilesPageQuery;
  };
  return { run, asked };
}

const paths = Array.from({ length: 450 }, (_, index) => `f/${index}`);

it('requests every page once', async () => {
  const { run, asked } = dataRoomOf(paths);
  const list = await listFiles(run, '0x01');
  expect(list?.files.map((file) => file.path)).toEqual(paths);
  expect(list).toMatchObject({ totalCount: 450, storageUsed: '7', storageLimit: '9' });
  expect(asked).toEqual([0, 1, 2]);
});

it('stops at the given number of pages and returns the total count', async () => {
  const { run, asked } = dataRoomOf(paths);
  const list = await listFiles(run, '0x01', 1);
  expect(list?.files).toHaveLength(200);
  expect(list?.totalCount).toBe(450);
  expect(asked).toEqual([0]);
});

it('lists a file once that moved between pages meanwhile', async () => {
  const { run } = dataRoomOf([...paths.slice(0, 200), 'f/199', ...paths.slice(200)]);
  expect((await listFiles(run, '0x01'))?.files).toHaveLength(450);
});

it('distinguishes an empty data room from an unknown lab', async () => {
  expect((await listFiles(dataRoomOf([]).run, '0x01'))?.files).toEqual([]);
  expect(await listFiles(async () => ({ labWithDataRoomAndFiles: null }), '0x01')).toBeNull();
});
