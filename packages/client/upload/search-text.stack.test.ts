import { pdfOf } from '@labroom/formats/disclosure/disclosure.fixture.ts';
import { registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { describe, expect, test } from 'vitest';
import { everyHit } from '../api/every-page.ts';
import { createLabroomClient, type LabroomClientOptions } from '../client.ts';
import { CryptoError } from '../crypto/primitives/crypto-error.ts';
import { DataRoomFileDocument, SaveFileViewDocument } from '../documents/documents.generated.ts';

const service = await openTestService();
const { oclId, owner } = await registeredLab(service);
const programOf = (more: Partial<LabroomClientOptions> = {}) =>
  createLabroomClient({
    graphqlUrl: `${service.url}/graphql`,
    chainId: 31337,
    credential: service.credential,
    ...more,
  }).signIn(owner);
const program = await programOf();

async function foundBy(prompt: string): Promise<string[]> {
  const paths: string[] = [];
  for await (const hit of everyHit(program.call, { prompt, filters: { byOclIds: [oclId] } }))
    if (hit.__typename === 'SearchLabsFileHit') paths.push(hit.entry.path);
  return paths;
}

const latin1 = Buffer.from('Probe;Länge;Rückgewinnung\nA;1,5;97\nB;2,5;98\n', 'latin1');

describe('a program finds by a word in its content', () => {
  test('a table in Latin-1, and a new version of it, whose name a file has', async () => {
    const { datasetId } = await program.upload({
      oclId,
      target: { path: 'platte.csv' },
      body: latin1,
      access: 'PUBLIC',
    });
    expect(await foundBy('Rückgewinnung')).toEqual(['platte.csv']);
    const next = Buffer.from('Probe;Länge;Trübung\nA;1,5;97\n', 'latin1');
    const body = new File([next], 'platte.csv');
    await program.upload({ oclId, target: { ref: datasetId }, body, access: 'PUBLIC' });
    expect([await foundBy('Trübung'), await foundBy('Rückgewinnung')]).toEqual([['platte.csv'], []]);
  });

  test('a text in the encoding that the lab saved for it, where its bytes do not tell that', async () => {
    // Windows-1251, which is taken for Windows-1252 without its view.
    const versionOf = (last: string) =>
      new Uint8Array(Buffer.from(`Probe;Wert;äöüäö;${last}\nA;1,5;2;4\nB;2,5;3;5\n`, 'latin1'));
    const upload = (last: string) =>
      program.uploadFolder({
        oclId,
        access: 'PUBLIC',
        files: [{ path: 'skin.csv', body: versionOf(last) }],
      });
    await upload('first');
    expect(await foundBy('дцьдц')).toEqual([]);
    const { dataRoomFile } = await program.call(DataRoomFileDocument, { oclId, path: 'skin.csv' });
    const ref = dataRoomFile?.did ?? '';
    await program.call(SaveFileViewDocument, { oclId, ref, view: { encoding: 'windows-1251' } });
    expect((await upload('second')).map(({ state }) => state)).toEqual(['updated']);
    expect(await foundBy('дцьдц')).toEqual(['skin.csv']);
    expect(await foundBy('äöüäö')).toEqual([]);
    const body = new File([versionOf('Drittes')], 'skin.csv');
    await program.upload({ oclId, target: { ref }, body, access: 'PUBLIC', encoding: 'windows-1251' });
    expect(await foundBy('дцьдц Drittes')).toEqual(['skin.csv']);
  });

  test('a PDF of a folder', async () => {
    const files = [
      { path: 'papers/lipase.pdf', body: pdfOf('Jane Doe', 'Thermostable heptakaidecane') },
      { path: 'papers/empty.pdf', body: '%PDF-' },
    ];
    const states = await program.uploadFolder({ oclId, access: 'PUBLIC', files });
    expect(states.map(({ state }) => state)).toEqual(['added', 'added']);
    expect(await foundBy('heptakaidecane')).toEqual(['papers/lipase.pdf']);
  });
});

describe('the text is left out', () => {
  test('of what is encrypted', async () => {
    await program.upload({ oclId, target: { path: 'sealed.md' }, body: 'Sealedword', access: 'TEAM' });
    expect(await foundBy('Sealedword')).toEqual([]);
  });

  test('where the program says so: for itself, or for a file', async () => {
    const silent = await programOf({ searchText: false });
    await silent.upload({ oclId, target: { path: 'silent.md' }, body: 'Silentword', access: 'PUBLIC' });
    await program.upload({
      oclId,
      target: { path: 'quiet.md' },
      body: 'Quietword',
      access: 'PUBLIC',
      contentText: '',
    });
    expect([await foundBy('Silentword'), await foundBy('Quietword')]).toEqual([[], []]);
  });

  test('where the reader fails, and no file if the upload is cancelled meanwhile', async () => {
    const upload = async (path: string, searchText: () => Promise<string>, signal?: AbortSignal) =>
      (await programOf({ searchText })).upload(
        { oclId, target: { path }, body: 'Text', access: 'PUBLIC' },
        signal && { signal },
      );
    await expect(upload('broken.md', () => Promise.reject(new Error('broken')))).resolves.toBeDefined();
    const controller = new AbortController();
    const stopped = upload(
      'stopped.md',
      () => {
        controller.abort();
        return new Promise(() => {});
      },
      controller.signal,
    );
    await expect(stopped).rejects.toSatisfy(
      (error) => error instanceof CryptoError && error.code === 'ABORTED',
    );
  });
});

test('a text of the program stands above the one in the file', async () => {
  const target = { path: 'own.md' };
  await program.upload({
    oclId,
    target,
    body: 'Zyanobakterium',
    access: 'PUBLIC',
    contentText: 'Quaggamuschel',
  });
  expect([await foundBy('Quaggamuschel'), await foundBy('Zyanobakterium')]).toEqual([['own.md'], []]);
});
