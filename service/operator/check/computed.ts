import { type Answer, type AskedRole, accessRequestMessage } from '@labroom/protocol/access-request';
import { findPathProblem } from '@labroom/protocol/file-path';
import { nameKey, pathSkeleton } from '@labroom/protocol/look-alikes';
import { type SQL, sql } from 'drizzle-orm';
import { hashTypedData } from 'viem';
import type { Reader } from '#platform/db/database.ts';

const portion = 1_000;

/** What the service computed from a row, and stored beside it. */
interface Computed<Row> {
  /** What must hold, as in `invariants`. */
  name: string;
  /** Has `subject`, unique, and `row`, JSON. */
  rows: SQL;
  holds(row: Row): boolean;
}

interface NamedPath {
  path: string;
  /** Null until it is computed. */
  look: string | null;
}

interface NamedName {
  name: string;
  key: string | null;
}

interface StoredRequest {
  id: string;
  oclId: `0x${string}`;
  wallet: `0x${string}`;
  role: AskedRole;
  ref: string | null;
  until: string | null;
  promise: string;
  answers: Answer[];
  invitation: string | null;
  chainId: number;
  site: string;
  issuedAt: string;
}

const paths: Computed<NamedPath> = {
  name: 'the path of a file is valid, and looks as is stored with it',
  rows: sql`select did as subject, json_build_object('path', path, 'look', path_skeleton) as row from files`,
  holds: ({ path, look }) => findPathProblem(path) === null && (look === null || look === pathSkeleton(path)),
};

const folderPaths: Computed<NamedPath> = {
  name: 'the path of a folder is valid, and looks as is stored with it',
  rows: sql`select ocl_id || ' ' || path as subject, json_build_object('path', path, 'look', path_skeleton) as row from folders`,
  holds: ({ path, look }) =>
    path.endsWith('/') &&
    findPathProblem(path.slice(0, -1)) === null &&
    look === `${pathSkeleton(path.slice(0, -1))}/`,
};

const names: Computed<NamedName> = {
  name: 'the name of a person looks as is stored with it',
  rows: sql`select 'profile of ' || wallet as subject, json_build_object('name', name, 'key', name_key) as row from profiles where name is not null
    union all select 'resolved name of ' || wallet, json_build_object('name', name, 'key', name_key) from resolved_names where name is not null`,
  holds: ({ name, key }) => key === nameKey(name),
};

const iso = (column: string) =>
  sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);

const requests: Computed<StoredRequest> = {
  name: 'a request for access says what its wallet signed',
  rows: sql`select id as subject, json_build_object('id', id, 'oclId', ocl_id, 'wallet', wallet, 'role', role, 'ref', ref, 'until', ${iso('until')},
    'promise', promise, 'answers', answers, 'invitation', invitation, 'chainId', chain_id, 'site', site, 'issuedAt', ${iso('issued_at')}) as row
    from access_requests`,
  holds: ({ id, chainId, site, wallet, issuedAt, ...asked }) =>
    hashTypedData(accessRequestMessage({ chainId, site, wallet, issuedAt }, asked)) === id,
};

/** Each returns one sentence for each row that differs from what is computed from it. */
export const computed = [
  (db: Reader) => broken(db, paths),
  (db: Reader) => broken(db, folderPaths),
  (db: Reader) => broken(db, names),
  (db: Reader) => broken(db, requests),
];

async function broken<Row>(db: Reader, { name, rows, holds }: Computed<Row>): Promise<string[]> {
  const found: string[] = [];
  for (let after = ''; ; ) {
    const { rows: some } = await db.execute<{ subject: string; row: Row & Record<string, unknown> }>(
      sql`select subject, row from (${rows}) computed where subject collate "C" > ${after} order by subject collate "C" limit ${portion}`,
    );
    found.push(
      ...some.filter(({ row }) => !holds(row)).map(({ subject }) => `${subject} violates: ${name}.`),
    );
    const last = some.at(-1);
    if (!last) return found;
    after = last.subject;
  }
}
