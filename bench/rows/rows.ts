import type { Row } from './row.ts';
import { encryptedUpload } from './w1-encrypted-upload.ts';
import { upload } from './w2-upload.ts';
import { download } from './w3-download.ts';
import { encryptedDownload } from './w4-encrypted-download.ts';
import { randomReads } from './w5-reads.ts';
import { deepPage } from './w6-deep-page.ts';
import { feedPage } from './w7-feed-page.ts';
import { labFiles } from './w8-lab-files.ts';
import { search } from './w9-search.ts';
import { firstView } from './w10-first-view.ts';
import { caller } from './w11-caller.ts';
import { owner } from './w12-owner.ts';
import { uploadWorker } from './w13-upload-worker.ts';
import { uploadWays } from './w14-upload-ways.ts';
import { comparedTables } from './w15-compare-tables.ts';
import { movedFolder } from './w16-moved-folder.ts';
import { hostileHolder } from './w17-hostile-holder.ts';
import { peopleFeedPage } from './w18-people-feed.ts';
import { largeRoom } from './w19-large-room.ts';
import { labToRoom } from './w20-lab-to-room.ts';
import { firstTap } from './w21-first-tap.ts';
import { unchangedPage } from './w22-unchanged-page.ts';
import { fromTheClick } from './w23-from-the-click.ts';

export const rows: readonly Row[] = [
  encryptedUpload,
  upload,
  download,
  encryptedDownload,
  randomReads,
  deepPage,
  feedPage,
  labFiles,
  search,
  firstView,
  caller,
  owner,
  uploadWorker,
  uploadWays,
  comparedTables,
  movedFolder,
  hostileHolder,
  peopleFeedPage,
  largeRoom,
  labToRoom,
  firstTap,
  unchangedPage,
  fromTheClick,
];
