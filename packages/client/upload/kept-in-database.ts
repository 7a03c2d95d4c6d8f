import { base64FromBytes, bytesFromBase64 } from '../crypto/primitives/base64.ts';
import { importStreamKey } from '../crypto/primitives/gcm-stream.ts';
import type { ReceiptDatabase } from '../payment/receipts-in-database.ts';
import { type KeptUploads, keptNowhere, type PartLedger, type UploadInParts } from './kept-uploads.ts';

/** What is stored of an upload, as JSON. */
interface Stored extends Pick<UploadInParts, 'uploadToken' | 'expiresAt' | 'partLength'> {
  /** `key` and `iv` are Base64. */
  sealing: (Omit<NonNullable<UploadInParts['sealing']>, 'key' | 'iv'> & { key: string; iv: string }) | null;
}

const schema = `
  create table if not exists upload (
    ledger text primary key, id text not null, ends integer not null, upload text not null
  ) strict, without rowid;
  create table if not exists part (
    ledger text not null references upload on delete cascade, number integer not null, sha256 text not null,
    primary key (ledger, number)
  ) strict, without rowid`;

/** Others are sent as well, and are not continued by another run. */
const mostUploads = 100;
/** As long as a service keeps an unfinished upload. A service that says more gets no more. */
const mostMs = 48 * 3_600_000;
const mostWaitMs = 5_000;

/**
 * Keeps uploads in parts in a SQLite file, so that another run of a program goes on with them, also after a crash. The file has the data key of each
 * until it is finished or expired, 48 hours at most: only the user may read it. Several processes may share it. Use a file for each service.
 * @param database an open SQLite database, such as `new DatabaseSync('uploads.db')` of `node:sqlite`
 */
export function keptInDatabase(database: ReceiptDatabase): KeptUploads {
  // What is deleted is overwritten. What was recorded is on the disk.
  const pragmas = { foreign_keys: 'on', secure_delete: 'on', synchronous: 'extra', busy_timeout: mostWaitMs };
  for (const [name, value] of Object.entries(pragmas)) database.exec(`pragma ${name} = ${value}`);
  database.exec(schema);
  const newest = database.prepare(
    'select ledger, upload from upload where id = ? and ends > ? order by ends desc limit 1',
  );
  const add = database.prepare(
    `insert into upload select ?, ?, ?, ? where (select count(*) from upload) < ${mostUploads} returning ledger`,
  );
  const remove = database.prepare('delete from upload where id = ?');
  const removeExpired = database.prepare('delete from upload where ends <= ?');
  const addPart = database.prepare(
    'insert into part select ledger, ?, ? from upload where ledger = ? on conflict do nothing returning number',
  );
  const part = database.prepare('select sha256 from part where ledger = ? and number = ?');

  const ledgerOf = (ledger: string): PartLedger => ({
    async record(number, sha256) {
      if (addPart.all(number, sha256, ledger).length > 0) return null;
      // Another process may have ended the upload. No part has this hash, so this one begins anew.
      return String(part.all(ledger, number)[0]?.sha256 ?? 'ended');
    },
  });

  return {
    async find(id) {
      removeExpired.run(Date.now());
      const [row] = newest.all(id, Date.now());
      if (!row) return null;
      const { sealing, ...rest }: Stored = JSON.parse(String(row.upload));
      const opened = sealing && {
        ...sealing,
        key: await importStreamKey(bytesFromBase64(sealing.key)),
        iv: bytesFromBase64(sealing.iv),
      };
      return { upload: { ...rest, sealing: opened }, ledger: ledgerOf(String(row.ledger)) };
    },

    async keep(id, upload, dataKey) {
      removeExpired.run(Date.now());
      const { uploadToken, expiresAt, partLength, sealing } = upload;
      const stored: Stored = {
        uploadToken,
        expiresAt,
        partLength,
        // Without its key an upload cannot be opened again.
        sealing: sealing && { ...sealing, key: dataKey ?? '', iv: base64FromBytes(sealing.iv) },
      };
      const ledger = crypto.randomUUID();
      const ends = Math.min(Date.parse(expiresAt), Date.now() + mostMs);
      const isKept = add.all(ledger, id, ends, JSON.stringify(stored)).length > 0;
      return isKept ? ledgerOf(ledger) : keptNowhere.keep(id, upload, dataKey);
    },

    async forget(id) {
      remove.run(id);
    },
  };
}
