import { sql } from 'drizzle-orm';

/** SQL: the columns of a `ListedNotice`, of what `listedJoins` joins to the notices `n`. */
export const listedColumns = sql`n.kind, n.by, p.name as "byName", n.path, l.name as lab, l.token_id as "tokenId",
  e.kind as event, n.count`;

/** SQL: what a line about a notice `n` names. */
export const listedJoins = sql`left join labs l on l.ocl_id = n.ocl_id left join profiles p on p.wallet = n.by
    and not exists (select from hides h where h.kind = 'PROFILE' and h.subject = p.wallet and h.shown_at is null)
  left join event_log e on e.number = n.event_number`;
