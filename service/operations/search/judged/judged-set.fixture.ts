import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Database } from '#platform/db/database.ts';
import { activity, announcements } from '#platform/db/tables/activity.ts';
import { files, fileVersions } from '#platform/db/tables/files.ts';
import { labs } from '#platform/db/tables/labs.ts';

/** A document of the corpus, written for this purpose: a file, or an announcement, whose path is its headline. */
export interface JudgedDocument {
  lab: string;
  key: string;
  path: string;
  isAnnouncement: boolean;
  tags: string[];
  description: string;
  contents: string;
}

/** A prompt with the documents that a researcher would want to see, graded 1 to 3 before any ranking was run. */
export interface JudgedQuery {
  prompt: string;
  grades: Map<string, number>;
}

const judgedDocuments: JudgedDocument[] = rows('documents.psv').map((row) => {
  const [lab = '', key = '', path = '', tags = '', description = '', contents = ''] = row;
  const isAnnouncement = path.startsWith('!');
  const labels = tags === '' ? [] : tags.split(',');
  return { lab, key, path: path.replace(/^!/, ''), isAnnouncement, tags: labels, description, contents };
});

export const judgedQueries: JudgedQuery[] = rows('queries.psv').map(([prompt = '', judgments = '']) => ({
  prompt,
  grades: new Map(
    judgments.split(' ').map((judgment) => {
      const [key = '', grade] = judgment.split(':');
      return [key, Number(grade)];
    }),
  ),
}));

/** Puts the corpus into a database; `did` of a file and `id` of an announcement lead back to its key. */
export async function insertJudgedDocuments(db: Database): Promise<Map<string, string>> {
  const keys = new Map<string, string>();
  const names = [...new Set(judgedDocuments.map(({ lab }) => lab))];
  const oclIds = new Map(names.map((name, at) => [name, `0x0101${String(at + 1).padStart(60, '0')}`]));
  for (const [name, oclId] of oclIds) await insertNamedLab(db, oclId, name);
  for (const document of judgedDocuments) {
    const oclId = oclIds.get(document.lab) ?? '';
    const id = document.isAnnouncement
      ? await insertAnnouncement(db, oclId, document, keys.size + 1)
      : await insertFile(db, oclId, document);
    keys.set(id, document.key);
  }
  return keys;
}

async function insertNamedLab(db: Database, oclId: string, name: string): Promise<void> {
  const unique = oclId.slice(-8);
  await db.insert(labs).values({
    oclId,
    tokenId: String(Number(unique)),
    account: `0x${unique.padStart(40, '0')}`,
    shortname: `judged-${unique}`,
    name,
    accountDid: `did:odf:account${unique}`,
    dataRoomDid: `did:odf:room${unique}`,
    registeredBy: `0x${'1'.repeat(40)}`,
    storageLimit: 5e9,
  });
}

async function insertFile(db: Database, oclId: string, document: JudgedDocument): Promise<string> {
  const [id, did, changeBy] = [randomUUID(), `did:odf:fed01${document.key}`, `0x${'1'.repeat(40)}`];
  const { path, tags, description, contents } = document;
  const row = { id, oclId, did, path, tags, description, categories: [], contentText: contents, changeBy };
  await db.insert(files).values({ ...row, version: 1, accessLevel: 'PUBLIC' });
  const bytes = { objectKey: id, contentType: 'text/plain', sha256: '0'.repeat(64), contentLength: 1 };
  await db.insert(fileVersions).values({ fileId: id, version: 1, ...bytes, changeBy });
  return did;
}

async function insertAnnouncement(
  db: Database,
  oclId: string,
  document: JudgedDocument,
  seq: number,
): Promise<string> {
  const id = randomUUID();
  const body = `${document.description}\n\n${document.contents}`;
  await db.insert(announcements).values({ id, oclId, headline: document.path, body, attachments: [] });
  const now = new Date();
  const changeBy = `0x${'1'.repeat(40)}`;
  const entry = {
    kind: 'ANNOUNCEMENT' as const,
    announcementId: id,
    changeBy,
    eventTime: now,
    systemTime: now,
  };
  await db.insert(activity).values({ oclId, seq, ...entry });
  return id;
}

function rows(name: string): string[][] {
  const text = readFileSync(new URL(name, import.meta.url), 'utf8');
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return lines.map((line) => line.split('|').map((field) => field.trim()));
}
