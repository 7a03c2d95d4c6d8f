import { setTimeout as pause } from 'node:timers/promises';
import type { Database, Transaction } from '@labroom/service/platform/db/database.ts';
import { sql } from 'drizzle-orm';
import type { Hex } from 'viem';

/** When a lab was minted and changed. Times are milliseconds since 1970. */
export interface LabDates {
  oclId: Hex;
  mintedAt: number;
  /** Time of each entry of its feed, ascending. */
  changes: readonly number[];
}

/**
 * Dates what the service has recorded about labs as if it had been recorded in the past. The service takes its times from
 * the clock of the database, so no call of its API does this.
 * @param keyRequests times of the key requests of all these labs together, ascending
 * @throws Error if the labs have another number of entries or requests; nothing is written then
 */
export async function writeDates(
  db: Database,
  labs: readonly LabDates[],
  keyRequests: readonly number[],
): Promise<void> {
  await db.transaction(async (tx) => {
    for (const lab of labs) {
      await dateFeed(tx, lab);
      await dateFiles(tx, lab.oclId);
      await dateChainRecords(tx, lab);
    }
    await dateKeyReleases(tx, labs, keyRequests);
  });
}

/** Waits until the events of a block are indexed. Their recording is dated too. */
export async function untilIndexed(db: Database, block: bigint): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt++) {
    const { rows } = await db.execute(
      sql`select from chain_cursors where block_number >= ${block.toString()}::bigint`,
    );
    if (rows.length > 0) return;
    await pause(100);
  }
  throw new Error(`Block ${block} was not indexed within 30 seconds`);
}

const instant = (time: number) => sql`${new Date(time).toISOString()}::timestamptz`;
const instants = (times: readonly number[]) =>
  sql`${sql.param(times.map((time) => new Date(time).toISOString()))}::timestamptz[]`;

async function dateFeed(tx: Transaction, { oclId, mintedAt, changes }: LabDates): Promise<void> {
  const { rowCount } = await tx.execute(sql`
    update activity set event_time = dated.at, system_time = dated.at
    from unnest(${instants(changes)}) with ordinality dated(at, seq)
    where activity.ocl_id = ${oclId} and activity.seq = dated.seq`);
  await tx.execute(sql`update activity a set seal = seal_of(a) where ocl_id = ${oclId}`);
  await tx.execute(sql`select group_activity(${oclId})`);
  const { rowCount: labs } = await tx.execute(sql`
    update labs set registered_at = ${instant(mintedAt)} + interval '1 minute',
      latest_contribution_at = (select max(system_time) from activity where ocl_id = labs.ocl_id), seal = null
    where ocl_id = ${oclId} and feed_length = ${changes.length}`);
  if (rowCount !== changes.length || labs !== 1)
    throw new Error(`The feed of ${oclId} has not ${changes.length} entries`);
}

/** A version is as old as its entry in the feed. Its upload, key and encryption come right before it. */
async function dateFiles(tx: Transaction, oclId: Hex): Promise<void> {
  const entries = sql`(select file ->> 'ref' as did, (file ->> 'version')::int as version, min(system_time) as at
    from activity where ocl_id = ${oclId} and file is not null group by 1, 2) entry`;
  await tx.execute(sql`
    update file_versions v set created_at = entry.at, encryption = case when v.encryption is null then null
      else v.encryption || jsonb_build_object('encryptedAt', to_char((entry.at - interval '5 seconds') at time zone 'UTC',
        'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) end
    from ${entries} join files f using (did) where v.file_id = f.id and v.version = entry.version`);
  await tx.execute(sql`
    update trashed_versions v set created_at = entry.at
    from ${entries} join trashed_files f using (did) where v.file_id = f.id and v.version = entry.version`);
  await tx.execute(sql`
    update files f set created_at = dated.added, updated_at = dated.changed
    from (select file_id, min(created_at) as added, max(created_at) as changed from file_versions group by 1) dated
    where dated.file_id = f.id and f.ocl_id = ${oclId}`);
  await tx.execute(sql`
    update uploads u set finished_at = entry.at, created_at = u.created_at + (entry.at - u.finished_at),
      expires_at = u.expires_at + (entry.at - u.finished_at)
    from ${entries}
    where u.ocl_id = ${oclId} and u.result ->> 'datasetId' = entry.did and (u.result ->> 'version')::int = entry.version`);
  await tx.execute(sql`
    update data_keys k set issued_at = v.created_at - interval '10 seconds'
    from file_versions v join files f on f.id = v.file_id
    where f.ocl_id = ${oclId} and k.bound_file_id = v.file_id and k.bound_version = v.version`);
  await tx.execute(sql`
    update did_keys k set created_at = f.created_at from files f where f.ocl_id = ${oclId} and k.did = f.did`);
}

/** What follows from the chain was recorded when it happened. */
async function dateChainRecords(tx: Transaction, { oclId, mintedAt }: LabDates): Promise<void> {
  await tx.execute(sql`update onchain_events set indexed_at = block_timestamp where ocl_id = ${oclId}`);
  await tx.execute(sql`update lab_owners set held_since = minted_at where ocl_id = ${oclId}`);
  await tx.execute(sql`
    update role_grants g set granted_at = e.at
    from (select args ->> 'account' as wallet, min(block_timestamp) as at from onchain_events
      where ocl_id = ${oclId} and event_name = 'RoleGranted' group by 1) e
    where g.ocl_id = ${oclId} and g.wallet = e.wallet`);
  await tx.execute(sql`
    update agreements set generated_at = e.at - interval '1 minute'
    from (select min(block_timestamp) as at from onchain_events
      where ocl_id = ${oclId} and event_name = 'TermsAccepted') e
    where agreements.ocl_id = ${oclId} and e.at is not null`);
  await tx.execute(sql`
    update did_keys k set created_at = ${instant(mintedAt)} + interval '1 minute'
    from labs l where l.ocl_id = ${oclId} and k.did in (l.account_did, l.data_room_did)`);
}

async function dateKeyReleases(
  tx: Transaction,
  labs: readonly LabDates[],
  times: readonly number[],
): Promise<void> {
  const ids = sql`(select id, row_number() over (order by id) as place from key_releases
    where ocl_id = any(${sql.param(labs.map(({ oclId }) => oclId))})) request`;
  const { rows } = await tx.execute<{ count: number }>(sql`select count(*)::int as count from ${ids}`);
  if (rows[0]?.count !== times.length) throw new Error(`The labs have not ${times.length} key requests`);
  await tx.execute(sql`
    update key_releases r set at = dated.at
    from ${ids} join unnest(${instants(times)}) with ordinality dated(at, place) using (place)
    where r.id = request.id`);
  // Each hash is over the time of its release and the hash before it.
  const ofLabs = sql`r.ocl_id = any(${sql.param(labs.map(({ oclId }) => oclId))})`;
  await tx.execute(sql`
    with recursive chained as (
      select r.id, r.ocl_id, r.number, key_release_hash('', r.number, r) as hash from key_releases r where r.number = 1 and ${ofLabs}
      union all
      select r.id, r.ocl_id, r.number, key_release_hash(c.hash, r.number, r) from chained c
      join key_releases r on r.ocl_id = c.ocl_id and r.number = c.number + 1)
    update key_releases r set hash = c.hash from chained c where c.id = r.id`);
  await tx.execute(sql`
    update key_release_chains c set hash = r.hash from key_releases r where r.ocl_id = c.ocl_id and r.number = c.length and ${ofLabs}`);
}
