import { filesSubject } from '@labroom/protocol/files-subject';
import { sql } from 'drizzle-orm';
import { REORG_WINDOW } from '#chain/indexer/reorg-window.ts';
import type { ServiceContext } from '#core/context/context.ts';
import { notify } from '#core/notices/notify.ts';
import type { Transaction } from '#platform/db/database.ts';
import { listedReaders } from '#platform/db/tables/access-lists.ts';
import { accessRequests } from '#platform/db/tables/access-requests.ts';
import { chainCursors, labOwners, onchainEvents, roleGrants } from '#platform/db/tables/chain.ts';
import { files, fileVersions } from '#platform/db/tables/files.ts';
import type { JobOutcome } from '#platform/jobs/job-outcome.ts';

/**
 * Brings the states of requests up to the chain: a request is granted by the role that its wallet holds by an event after
 * it, or by an entry on the list that opens the file it names, and open again when a reorganization removed that event. Reads only what is indexed, so nothing depends on the
 * browser that sent the transaction, and it may stop and be repeated at any point.
 */
export async function settleRequests({
  db,
  config,
}: Pick<ServiceContext, 'db' | 'config'>): Promise<JobOutcome> {
  const chainId = config.chain.id;
  const done = await db.transaction(async (tx) => {
    const reopened = await reopen(tx, chainId);
    const granted = [...(await grant(tx, chainId)), ...(await share(tx, chainId))];
    for (const { id, oclId, wallet, by, txHash, ref, path } of granted) {
      await notify(tx, [wallet], {
        kind: 'ACCESS_GRANTED',
        oclId,
        subject: { requestId: id, by, ...(ref && path && { ref, path }) },
        key: `granted:${id}:${txHash}`,
      });
    }
    return reopened + granted.length + (await expire(tx));
  });
  return { done, more: false };
}

/** Where the wallet asked again meanwhile, the later request stands. */
async function reopen(tx: Transaction, chainId: number): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    update ${accessRequests} as request
    set state = case when exists (select from ${accessRequests} as later where later.ocl_id = request.ocl_id
          and later.wallet = request.wallet and later.state = 'OPEN') then 'WITHDRAWN' else 'OPEN' end,
      decided_by = null, decided_at = null, granted_role = null, granted_expiry = null,
      tx_hash = null, block_number = null, log_index = null
    from ${chainCursors} as cursor
    where request.state = 'GRANTED' and request.chain_id = ${chainId} and cursor.chain_id = ${chainId}
      and request.block_number between cursor.block_number - ${REORG_WINDOW} and cursor.block_number
      and not exists (select from ${onchainEvents} as event where event.chain_id = ${chainId}
        and event.block_number = request.block_number and event.log_index = request.log_index
        and event.tx_hash = request.tx_hash)`);
  return rowCount ?? 0;
}

interface Granted extends Record<string, unknown> {
  id: string;
  oclId: string;
  wallet: string;
  by: string;
  txHash: string;
  ref: string | null;
  /** Of the file, while it exists. */
  path: string | null;
}

async function grant(tx: Transaction, chainId: number): Promise<Granted[]> {
  const { rows } = await tx.execute<Granted>(sql`
    update ${accessRequests} as request
    set state = 'GRANTED', decided_by = held.granted_by, decided_at = event.block_timestamp,
      granted_role = held.role, granted_expiry = held.expiry,
      tx_hash = event.tx_hash, block_number = event.block_number, log_index = event.log_index
    from ${roleGrants} as held
      join ${onchainEvents} as event on event.chain_id = ${chainId}
        and event.block_number = held.block_number and event.log_index = held.log_index
    where request.state = 'OPEN' and request.chain_id = ${chainId}
      and held.ocl_id = request.ocl_id and held.wallet = request.wallet
      -- A reorganization can leave a chain with a later grant in an earlier block.
      and (held.block_number > request.after_block or event.block_timestamp > request.created_at)
      and (held.role = 'CONTRIBUTOR' or request.role = 'VIEWER')
      and (request.held_expiry is null or held.expiry = 0 or held.expiry > request.held_expiry)
    returning request.id, request.ocl_id as "oclId", request.wallet, request.decided_by as "by", request.tx_hash as "txHash",
      request.ref, (select path from ${files} where did = request.ref) as path`);
  return rows;
}

/** Requests of viewers whose file was shared with them instead of a role. */
async function share(tx: Transaction, chainId: number): Promise<Granted[]> {
  const { rows: asked } = await tx.execute<{ id: string; ref: string }>(sql`
    select id, ref from ${accessRequests} as request
    where state = 'OPEN' and chain_id = ${chainId} and role = 'VIEWER' and ref is not null
      and exists (select from ${listedReaders} where ocl_id = request.ocl_id and reader = request.wallet)`);
  if (asked.length === 0) return [];
  const subjects = asked.map(({ id, ref }) => ({ id, subject: filesSubject([ref]) }));
  const { rows } = await tx.execute<Granted>(sql`
    update ${accessRequests} as request
    set state = 'GRANTED', decided_by = coalesce(listed.granter, lab.holder), decided_at = event.block_timestamp,
      granted_role = null, granted_expiry = listed.expiry,
      tx_hash = event.tx_hash, block_number = event.block_number, log_index = event.log_index
    from jsonb_to_recordset(${JSON.stringify(subjects)}::jsonb) as asked (id text, subject text)
      join ${listedReaders} as listed on listed.subject = asked.subject
      join ${labOwners} as lab on lab.ocl_id = listed.ocl_id
      join ${onchainEvents} as event on event.chain_id = ${chainId}
        and event.block_number = listed.block_number and event.log_index = listed.log_index
    where request.id = asked.id and listed.ocl_id = request.ocl_id and listed.reader = request.wallet
      and (listed.block_number > request.after_block or event.block_timestamp > request.created_at)
      and (listed.expiry = 0 or listed.expiry > extract(epoch from now()))
      -- An entry opens nothing before the conditions of the file ask for its list.
      and exists (select from ${files} as file join ${fileVersions} as version on version.file_id = file.id
        where file.did = request.ref and version.version = file.version
          and version.encryption ->> 'accessControlConditions' like '%' || asked.subject || '%')
    returning request.id, request.ocl_id as "oclId", request.wallet, request.decided_by as "by", request.tx_hash as "txHash",
      request.ref, (select path from ${files} where did = request.ref) as path`);
  return rows;
}

async function expire(tx: Transaction): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    update ${accessRequests} set state = 'EXPIRED'
    where state = 'OPEN' and (expires_at <= now() or until <= now())`);
  return rowCount ?? 0;
}
