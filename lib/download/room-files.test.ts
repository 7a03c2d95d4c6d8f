import type { RoomColumnsQuery } from '@labroom/client/documents';
import type { ApiCall } from '@labroom/client/execute';
import { expect, it } from 'vitest';
import { roomFiles } from './room-files.ts';

const columns = {
  hasMore: true,
  dids: ['did:1', 'did:2'],
  paths: ['a/b.csv', 'c.md'],
  versions: [3, 1],
  contentTypes: ['text/csv', 'text/markdown'],
  accessLevels: ['ADMIN', 'PUBLIC'],
  contentLengths: ['17', '2'],
  updatedAts: ['2026-01-02T00:00:00.000Z', '2026-01-01T00:00:00.000Z'],
  changeBys: ['0x1', '0x2'],
  summaries: [null, 'Notes'],
  tags: [['raw'], []],
  categories: [[], ['Protocol']],
  publicVersions: [[1, 2], []],
};
type Columns = typeof columns;
const answering = (fileColumns: Columns | null) =>
  (async () =>
    ({
      labWithDataRoomAndFiles: fileColumns && { oclId: '0x01', dataRoom: { id: 'd', fileColumns } },
    }) satisfies RoomColumnsQuery) as unknown as ApiCall;

it('makes a file of the same entry of each list', async () => {
  const { files, hasMore } = await roomFiles(answering(columns), { oclId: '0x01' });
  expect(hasMore).toBe(true);
  expect(files).toEqual([
    {
      path: 'a/b.csv',
      name: 'b.csv',
      did: 'did:1',
      version: 3,
      contentType: 'text/csv',
      accessLevel: 'ADMIN',
      description: null,
      tags: ['raw'],
      categories: [],
      contentLength: '17',
      updatedAt: '2026-01-02T00:00:00.000Z',
      changeBy: '0x1',
      publicVersions: [1, 2],
    },
    expect.objectContaining({ path: 'c.md', name: 'c.md', did: 'did:2', version: 1, description: 'Notes' }),
  ]);
});

it('refuses lists that do not fit together, and lists nothing of an unknown lab', async () => {
  await expect(roomFiles(answering({ ...columns, versions: [3] }), { oclId: '0x01' })).rejects.toThrow(
    'differ',
  );
  expect(await roomFiles(answering(null), { oclId: '0x01' })).toEqual({ files: [], hasMore: false });
});
