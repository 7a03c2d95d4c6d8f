import assert from 'node:assert/strict';
import {
  CreateFolderDocument,
  CreateReleaseDocument,
  DataRoomFileDocument,
  EmptyFoldersDocument,
  EmptyTrashDocument,
  LabActivityDocument,
  LabChangesDocument,
  MoveEntryDocument,
  ReleaseManifestDocument,
  ReleasesDocument,
  RestoreEntryDocument,
  RestoreFileVersionDocument,
  SaveFileViewDocument,
  ShareFilesDocument,
  TrashDocument,
  TrashEntryDocument,
  UpdateFileVersionNoteDocument,
} from '@labroom/client/documents';
import { filesSubject } from '@labroom/protocol/files-subject';
import { sha256 } from '@labroom/testing/test-upload.ts';
import { check } from '../check/check.ts';
import { done, refused } from '../service/expect.ts';

/** Files and folders that are moved, trashed and restored. */
export const entryChecks = [
  check(
    'files.move',
    {
      rule: 'moveEntry moves files and folders, all or none; DID and versions follow, a former path leads to the file, and the opposite move undoes it.',
      section: 'docs/specification/files.md#moves',
      needs: ['lab'],
    },
    async ({ lab }) => {
      const { path, datasetId } = await lab.file('typo.txt', 'kept');
      const folder = lab.path('folder');
      const inside = await lab.upload('x', { path: `${folder}/inside.txt` });
      const target = `${lab.path('target')}/right.txt`;
      const move = (...moves: { from: string; to: string }[]) => lab.mutate(MoveEntryDocument, { moves });
      refused(
        await move({ from: path, to: target }, { from: folder, to: `${folder}/in` }),
        'VALIDATION_FAILED',
      );
      refused(await move({ from: lab.path('nothing'), to: target }), 'NOT_FOUND');
      refused(await move({ from: path, to: `${folder}/inside.txt` }), 'CONFLICT', 'PATH_OCCUPIED');
      const { moved } = done(await move({ from: path, to: target }, { from: folder, to: `${folder}-2` }));
      for (const known of [path, target]) {
        const { did, path: present } = await lab.fileAt(known);
        assert.deepEqual([did, present], [datasetId, target]);
      }
      assert.equal((await lab.fileAt(`${folder}-2/inside.txt`)).did, inside.datasetId);
      done(
        await move(...moved.map(({ from, to }: { from: string; to: string }) => ({ from: to, to: from }))),
      );
      assert.equal((await lab.fileAt(path)).path, path);
    },
  ),

  check(
    'files.trash',
    {
      rule: 'trashEntry hides files and ends their URLs; trash lists them; restoreEntry brings them back; emptyTrash removes them permanently.',
      section: 'docs/specification/files.md#trash',
      needs: ['lab'],
    },
    async ({ lab }) => {
      const { path, datasetId } = await lab.file('trashed.txt', 'kept');
      const { downloadUrl } = await lab.fileAt(path);
      const {
        ids: [id],
      } = done(await lab.mutate(TrashEntryDocument, { paths: [path] }));
      assert.equal(await lab.fileAt(path), null);
      assert.ok((await fetch(downloadUrl)).status >= 400);
      const { nodes } = await lab.mutate(TrashDocument);
      assert.ok(nodes.some((entry: { id: string; path: string }) => entry.id === id && entry.path === path));
      const { path: taken, ...blocking } = await lab.file('blocking.txt');
      assert.ok(blocking.datasetId);
      const restore = (to?: string) => lab.mutate(RestoreEntryDocument, { entries: [{ id, to }] });
      refused(await restore(taken), 'CONFLICT', 'PATH_OCCUPIED');
      done(await restore());
      const restored = await lab.fileAt(path);
      assert.equal(restored.did, datasetId);
      assert.equal(await (await fetch(restored.downloadUrl)).text(), 'kept');
      const again = done(await lab.mutate(TrashEntryDocument, { paths: [path] }));
      assert.equal(done(await lab.mutate(EmptyTrashDocument, { ids: again.ids })).fileCount, 1);
      refused(await lab.mutate(RestoreEntryDocument, { entries: [{ id: again.ids[0] }] }), 'NOT_FOUND');
    },
  ),

  check(
    'files.folder',
    {
      rule: 'createFolder makes a folder that exists without files, once.',
      section: 'docs/specification/files.md#folders',
      needs: ['lab'],
    },
    async ({ lab }) => {
      const path = lab.path('empty');
      assert.equal(done(await lab.mutate(CreateFolderDocument, { path })).path, `${path}/`);
      refused(await lab.mutate(CreateFolderDocument, { path }), 'CONFLICT', 'PATH_OCCUPIED');
      const { dataRoom } = await lab.mutate(EmptyFoldersDocument);
      assert.ok(dataRoom.emptyFolders.includes(`${path}/`));
      done(await lab.mutate(TrashEntryDocument, { paths: [path] }));
    },
  ),

  check(
    'files.restore-version',
    {
      rule: 'restoreFileVersion makes an earlier version the newest, with its bytes, type and access, under a new number.',
      section: 'docs/specification/files.md#restoring-a-version',
      needs: ['lab'],
    },
    async ({ lab }) => {
      const { path, datasetId: ref, plaintextDEK } = await lab.secret('versions.txt', 'secret');
      done(await lab.upload('public', { ref }));
      const restored = done(await lab.mutate(RestoreFileVersionDocument, { ref, version: 1 }));
      assert.deepEqual([restored.version, restored.publicVersions], [3, [2]]);
      assert.equal((await lab.fileAt(path)).accessLevel, 'ADMIN');
      assert.equal(done(await lab.decryptKey({ ref, version: 3 })).plaintextDEK, plaintextDEK);
      refused(await lab.mutate(RestoreFileVersionDocument, { ref, version: 9 }), 'NOT_FOUND');
    },
  ),

  check(
    'files.version-note',
    {
      rule: 'A version has a note that its author or an owner replaces; the feed shows it in the entry that added the version.',
      section: 'docs/specification/files.md#notes-of-versions',
      needs: ['lab'],
    },
    async ({ lab }) => {
      const { path, datasetId: ref } = await lab.file('noted.txt');
      await lab.upload('two', { ref, changeNote: 'Second run.' });
      const entry = async () => {
        const { nodes } = await lab.mutate(LabActivityDocument, { page: 0, perPage: 20 });
        return nodes.find((node: { entry?: { ref: string } }) => node.entry?.ref === ref).entry;
      };
      assert.equal((await entry()).changeNote, 'Second run.');
      done(await lab.mutate(UpdateFileVersionNoteDocument, { ref, version: 2, changeNote: 'Third run.' }));
      assert.equal((await entry()).changeNote, 'Third run.');
      assert.equal((await lab.fileAt(path)).versions[0].changeNote, 'Third run.');
      const tooLong = { ref, version: 2, changeNote: 'x'.repeat(501) };
      refused(await lab.mutate(UpdateFileVersionNoteDocument, tooLong), 'VALIDATION_FAILED');
    },
  ),

  check(
    'files.saved-view',
    {
      rule: 'Contributors save one view a file, which everyone reads; it has no room for text of the file and makes no version.',
      section: 'docs/specification/files.md#saved-views',
      needs: ['lab'],
    },
    async ({ lab }) => {
      const { path, datasetId: ref } = await lab.file('viewed.csv', 'a;b');
      const save = (view: object | null) => lab.mutate(SaveFileViewDocument, { ref, view });
      const viewOf = async () => {
        const { savedView, version } = await lab.mutate(DataRoomFileDocument, { path });
        assert.equal(version, 1);
        return savedView;
      };
      done(await save({ separator: 'semicolon', header: true }));
      refused(await save({ separator: 'secret' }), 'VALIDATION_FAILED');
      const { separator, header, encoding } = await viewOf();
      assert.deepEqual([separator, header, encoding], ['semicolon', true, null]);
      done(await save(null));
      assert.equal(await viewOf(), null);
    },
  ),

  check(
    'releases.changes',
    {
      rule: 'labChanges lists files that were added or got versions between two moments, with the versions of both, and moves and deletions.',
      section: 'docs/specification/files.md#releases',
      needs: ['lab'],
    },
    async ({ lab }) => {
      const { path, datasetId: ref } = await lab.file('changed.txt');
      const { createdAt: since } = (await lab.fileAt(path)).versions[0];
      const gone = (await lab.file('gone.txt')).path;
      done(await lab.upload('two', { ref }));
      await lab.deleteFile(gone);
      const { nodes, events } = await lab.mutate(LabChangesDocument, { since, perPage: 200 });
      const changed = nodes.find(({ did }: { did: string }) => did === ref);
      assert.deepEqual([changed.formerVersion, changed.version], [1, 2]);
      assert.ok(!nodes.some((node: { path: string }) => node.path === gone));
      // Other checks change the same lab meanwhile.
      assert.ok(events.some((event: { entry?: { path: string } }) => event.entry?.path === gone));
    },
  ),

  check(
    'releases.make',
    {
      rule: 'createRelease names every file at one moment, under a DID and the SHA-256 of a manifest that never changes; an owner does it.',
      section: 'docs/specification/files.md#releases',
      needs: ['lab'],
    },
    async ({ lab }) => {
      const { path, datasetId } = await lab.file('released.txt');
      const name = lab.path('release');
      const { release } = done(await lab.mutate(CreateReleaseDocument, { name }));
      const read = () => lab.service.ask(ReleaseManifestDocument, { did: release.did });
      const { releaseManifest } = await read();
      assert.equal(release.manifestHash, `sha256:${sha256(releaseManifest)}`);
      const files: { did: string; path: string; version: number }[] = JSON.parse(releaseManifest).files;
      const named = files.find(({ did }) => did === datasetId);
      assert.deepEqual([named?.path, named?.version], [path, 1]);
      refused(await lab.mutate(CreateReleaseDocument, { name }), 'CONFLICT', 'RELEASE_NAME_TAKEN');
      await lab.deleteFile(path);
      assert.deepEqual(await read(), {
        release: { ...release, lab: (await read()).release.lab },
        releaseManifest,
      });
      const { nodes } = await lab.mutate(ReleasesDocument);
      assert.ok(nodes.some(({ did }: { did: string }) => did === release.did));
    },
  ),

  check(
    'files.change-access',
    {
      rule: 'changeFileVersionAccess replaces the bytes of a version by the same content with another key or none, and destroys the former ones.',
      section: 'docs/specification/files.md#changing-access-in-place',
      needs: ['lab'],
    },
    async ({ lab }) => {
      const { path, datasetId: ref, plaintextDEK } = await lab.secret('access.txt', 'secret');
      const { downloadUrl } = await lab.fileAt(path);
      const change = { path, version: 1, plaintext: 'secret' };
      done(await lab.changeAccess(change));
      assert.notEqual(done(await lab.decryptKey({ ref })).plaintextDEK, plaintextDEK);
      assert.equal((await fetch(downloadUrl)).status, 404);
      refused(
        await lab.changeAccess({ ...change, plaintext: 'other' }),
        'VALIDATION_FAILED',
        'CONTENT_DIFFERS',
      );
      done(await lab.changeAccess({ ...change, accessLevel: 'PUBLIC' }));
      const file = await lab.fileAt(path);
      assert.equal(file.accessLevel, 'PUBLIC');
      assert.equal(await (await fetch(file.downloadUrl)).text(), 'secret');
    },
  ),

  check(
    'files.share',
    {
      rule: 'shareFiles adds an or on the list of these files to stored conditions, keeps bytes and keys, and refuses versions whose bytes were replaced.',
      section: 'docs/specification/files.md#sharing',
      needs: ['lab'],
    },
    async ({ lab }) => {
      const { path, datasetId: ref, plaintextDEK } = await lab.secret('shared.txt', 'secret');
      const { contentHash, encryptionMetadata } = await lab.fileAt(path);
      const share = (hash: string) =>
        lab.mutate(ShareFilesDocument, { files: [{ ref, versions: [{ version: 1, contentHash: hash }] }] });
      const result = done(await share(contentHash));
      assert.equal(result.subject, filesSubject([ref]));
      const shared = await lab.fileAt(path);
      const conditions = JSON.parse(shared.encryptionMetadata.accessControlConditions);
      const { functionName, functionParams } = conditions.at(-1);
      assert.deepEqual(conditions.slice(0, -2), JSON.parse(encryptionMetadata.accessControlConditions));
      assert.deepEqual(conditions.at(-2), { operator: 'or' });
      assert.deepEqual(
        [functionName, functionParams],
        ['isListed', [lab.oclId, result.subject, ':userAddress']],
      );
      assert.equal(shared.contentHash, contentHash);
      assert.equal(done(await lab.decryptKey({ ref })).plaintextDEK, plaintextDEK);
      assert.deepEqual(done(await share(contentHash)), result);
      refused(await share(`sha256:${'0'.repeat(64)}`), 'CONFLICT', 'VERSION_CHANGED');
    },
  ),
];
