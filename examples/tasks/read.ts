import { everyEntry } from '@labroom/client';
import { DataRoomFilesPageDocument, LabsDocument, SearchLabsDocument } from '@labroom/client/documents';
import { labroom, oclId, wallet } from './labroom.ts';

// Labs of which a wallet is the owner. `everyEntry` reads the next page when it is needed.
const role = 'OWNER' as const;
const labs = everyEntry(
  async (page) => (await labroom.call(LabsDocument, { walletAddress: wallet.address, role, page })).labs,
);
for await (const { shortname, name } of labs) console.log(shortname, name);

// The files of a lab. A prefix limits them to a folder.
const files = everyEntry(async (page) => {
  const { labWithDataRoomAndFiles: lab } = await labroom.call(DataRoomFilesPageDocument, { oclId, page });
  if (!lab) throw new Error('There is no such lab');
  return lab.dataRoom.filesPage;
});
for await (const { path, accessLevel, contentLength } of files) console.log(path, accessLevel, contentLength);

// A search in all labs: names, tags, descriptions, and the texts of files that everyone can read.
const { searchLabs } = await labroom.call(SearchLabsDocument, { prompt: 'yield' });
console.log(`${searchLabs.totalCount} matches`);

// A file that is public needs no wallet. An encrypted one does: (await labroom.signIn(wallet)).download(…)
const { body } = await labroom.download({ oclId, path: 'protocol.md' });
console.log(await body.text());
