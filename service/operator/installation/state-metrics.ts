import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { Gauge } from 'prom-client';
import type { ServiceContext } from '#core/context/context.ts';
import { paidCalls } from '#platform/db/tables/paid-calls.ts';
import { metrics } from '#platform/telemetry/metrics.ts';
import { databaseTime } from '#readiness/clock.ts';
import { findFaults, needs } from '#readiness/readiness.ts';

/**
 * A collector gives up after ten seconds and then has no metrics at all, not even those that need no node or database.
 */
const timeoutMs = 2_000;
export type WatchedContext = Pick<ServiceContext, 'config' | 'db' | 'chain' | 'storage' | 'secrets'>;

const didLinkStates = ['PENDING', 'SUBMITTED', 'LINKED', 'FAILED'];
const paidCallStates = paidCalls.state.enumValues;

/**
 * Registers gauges that are read from the database and the chain at each request. A gauge that cannot be read is left
 * out.
 */
export function watchState(context: WatchedContext): void {
  const { db, chain } = context;
  const gauge = (name: string, help: string, labelNames: string[], read: (gauge: Gauge) => Promise<void>) =>
    new Gauge({
      name,
      help,
      labelNames,
      registers: [metrics],
      async collect() {
        // Resetting a gauge without labels would set it to 0, which would look healthy.
        if (labelNames.length === 0) this.remove();
        else this.reset();
        const isOver = pause(timeoutMs, undefined, { ref: false });
        await Promise.race([read(this).catch(() => undefined), isOver]);
      },
    });
  const count = async (query: ReturnType<typeof sql>) =>
    Number((await db.execute<{ count: string }>(query)).rows[0]?.count ?? 0);

  gauge('labroom_database_connections', 'Connections of this process, by state.', ['state'], async (self) => {
    const { totalCount, idleCount, waitingCount } = db.$client;
    self.set({ state: 'busy' }, totalCount - idleCount);
    self.set({ state: 'idle' }, idleCount);
    self.set({ state: 'waiting' }, waitingCount);
  });
  gauge('labroom_did_links', 'Labs by the state of DID linking.', ['status'], async (self) => {
    const { rows } = await db.execute<{ status: string; count: string }>(
      sql`select status, count(*) from did_links group by status`,
    );
    for (const status of didLinkStates)
      self.set({ status }, Number(rows.find((row) => row.status === status)?.count ?? 0));
  });
  gauge(
    'labroom_paid_calls',
    'Paid calls of the last day, and those that are still open, by state.',
    ['state'],
    async (self) => {
      const { rows } = await db.execute<{ state: string; count: string }>(
        sql`select state, count(*) from paid_calls
          where created_at > now() - interval '1 day' or ended_at is null group by state`,
      );
      for (const state of paidCallStates)
        self.set({ state }, Number(rows.find((row) => row.state === state)?.count ?? 0));
    },
  );
  gauge('labroom_ready', '1 if what the process needs is there.', ['dependency'], async (self) => {
    const faults = await findFaults(context);
    for (const need of needs)
      if (faults[need] !== undefined) self.set({ dependency: need }, Number(faults[need] === null));
  });
  gauge(
    'labroom_clock_offset_seconds',
    'Seconds by which the clock of this process is ahead of that of the database, and of the newest block of the chain.',
    ['against'],
    async (self) => {
      await Promise.allSettled([
        databaseTime(db).then(({ offsetSeconds }) => self.set({ against: 'database' }, offsetSeconds)),
        chain.node
          .getBlock()
          .then(({ timestamp }) => self.set({ against: 'chain' }, Date.now() / 1_000 - Number(timestamp))),
      ]);
    },
  );
  gauge('labroom_chain_head_age_seconds', 'Age of the newest block of the node.', [], async (self) => {
    const { timestamp } = await chain.node.getBlock();
    self.set(Math.max(0, Date.now() / 1_000 - Number(timestamp)));
  });
  gauge('labroom_database_bytes', 'Size of the database.', [], async (self) =>
    self.set(await count(sql`select pg_database_size(current_database()) as count`)),
  );
  gauge('labroom_store_bytes', 'Bytes of the versions and manifests of all labs.', [], async (self) =>
    self.set(await count(sql`select coalesce(sum(stored_bytes), 0) as count from labs`)),
  );
  gauge(
    'labroom_oldest_seconds',
    'Age of the oldest thing that waits: an open payment, an image, a mail, a push, a DID link, an embedding, a deletion.',
    ['waiting'],
    async (self) => {
      const { rows } = await db.execute<{ waiting: string; age: string | null }>(sql`
        select waiting, extract(epoch from now() - since) as age from (
          select 'payment' as waiting, min(created_at) as since from paid_calls where ended_at is null
          union all select 'image', min(landed_at) from lab_image_uploads where landed_at is not null and settled_at is null
          union all select 'mail', min(queued_at) from notice_mails
          union all select 'push', min(queued_at) from notice_pushes
          union all select 'did-link', min(next_step_at) from did_links where status in ('PENDING', 'SUBMITTED')
          union all select 'embedding', min(due_at) from search_embeddings where due_at is not null
          union all select 'deletion', min(due_at) from object_deletions) oldest`);
      // What an installation does not do waits for its configuration, and not for the worker.
      const { didLinking, embeddings, mail, push } = context.config;
      const isDone = { 'did-link': didLinking.kind === 'on', embedding: embeddings, mail, push };
      for (const { waiting, age } of rows)
        if (!(waiting in isDone) || isDone[waiting as keyof typeof isDone])
          self.set({ waiting }, Math.max(0, Number(age ?? 0)));
    },
  );
  gauge('labroom_object_deletions_due', 'Objects due for deletion.', [], async (self) =>
    self.set(await count(sql`select count(*) from object_deletions where due_at <= now()`)),
  );
  gauge('labroom_reports_open', 'Reports that wait for the operator.', [], async (self) =>
    self.set(await count(sql`select count(*) from reports where closed_at is null`)),
  );
  gauge('labroom_uploads_open', 'Unfinished uploads, whose bytes are reserved.', [], async (self) =>
    self.set(await count(sql`select count(*) from uploads where finished_at is null`)),
  );
  gauge(
    'labroom_follows_lag_events',
    'Events of the log that followers were not told of yet.',
    [],
    async (self) =>
      self.set(
        await count(
          sql`select count(*) from (select from event_log
            where number > coalesce((select number from log_readers where name = 'follows'), 0) limit 1000000) waiting`,
        ),
      ),
  );
  gauge(
    'labroom_webhook_lag_seconds',
    'Age of the oldest event that an enabled webhook waits for.',
    [],
    async (self) =>
      self.set(
        await count(sql`
        select coalesce(extract(epoch from now() - min(e.logged_at)), 0) as count from webhooks w
        cross join lateral (select min(number) as number from webhook_deliveries where webhook_id = w.id and delivered_at is null) d
        join event_log e on e.number = d.number where w.disabled_at is null`),
      ),
  );
  gauge(
    'labroom_indexer_lag_blocks',
    'Number of blocks by which the index is behind the node.',
    [],
    async (self) => {
      const [head, cursor] = await Promise.all([
        chain.node.getBlockNumber(),
        count(sql`select block_number as count from chain_cursors where chain_id = ${chain.chainId}`),
      ]);
      self.set(Math.max(0, Number(head) - cursor));
    },
  );
}
