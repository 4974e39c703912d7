import { sql } from 'kysely'
import type { Database } from '#database/database.ts'
import type { TimedCall } from './application-call.ts'
import type { GrantUse } from './grant-use.ts'

const ROWS_PER_INSERT = 200
const MAX_DETAIL_CHARACTERS = 500

/** Writes calls into the developers' log. */
export async function writeCalls(db: Database, calls: readonly TimedCall[]): Promise<void> {
  for (let from = 0; from < calls.length; from += ROWS_PER_INSERT) {
    const rows = calls.slice(from, from + ROWS_PER_INSERT).map(toRow)
    // An application may be gone by now; its calls then go nowhere.
    await sql`
      insert into application_log (application_id, at, endpoint, outcome, status, error, reason, detail, grant_id,
        operation_name, took_ms, request_id)
      select v.application_id, v.at, v.endpoint, v.outcome, v.status, v.error, v.reason, v.detail, v.grant_id,
        v.operation_name, v.took_ms, v.request_id
      from json_to_recordset(${JSON.stringify(rows)}::json) as v (application_id uuid, at timestamptz, endpoint text,
        outcome text, status integer, error text, reason text, detail text, grant_id uuid, operation_name text,
        took_ms integer, request_id text)
      where exists (select 1 from applications a where a.id = v.application_id)`.execute(db)
  }
}

/** Adds to the counters behind "last used". */
export async function writeUses(db: Database, uses: readonly GrantUse[]): Promise<void> {
  if (uses.length === 0) return
  // Rows in the order of their ids, so that two processes that count the same grants wait for each other and do not
  // deadlock.
  const rows = [...uses].sort((one, other) => (one.grantId < other.grantId ? -1 : 1))
  await sql`
    insert into grant_usage (grant_id, day, calls, quarters, last_used_at)
    select v.grant_id, v.day, v.calls, v.quarters, v.last_used_at
    from json_to_recordset(${JSON.stringify(
      rows.map((row) => ({
        grant_id: row.grantId,
        day: row.day,
        calls: row.calls,
        quarters: Array.from(row.quarters, (calls) => calls ?? 0),
        last_used_at: row.lastUsedAt,
      })),
    )}::json) as v (grant_id uuid, day date, calls integer, quarters integer[],
      last_used_at timestamptz)
    where exists (select 1 from grants g where g.id = v.grant_id)
    on conflict (grant_id, day) do update set
      calls = grant_usage.calls + excluded.calls,
      quarters = (
        select array_agg(coalesce(known.calls, 0) + coalesce(known.added, 0) order by known.quarter)
        from unnest(grant_usage.quarters, excluded.quarters) with ordinality as known (calls, added, quarter)),
      last_used_at = greatest(grant_usage.last_used_at, excluded.last_used_at)`.execute(db)
}

function toRow(call: TimedCall) {
  return {
    application_id: call.applicationId,
    at: call.at,
    endpoint: call.endpoint,
    outcome: call.outcome,
    status: call.status,
    error: call.error ?? null,
    reason: call.reason ?? null,
    detail: call.detail === undefined ? null : storable(call.detail),
    grant_id: call.grantId ?? null,
    operation_name: call.operationName == null ? null : storable(call.operationName),
    took_ms: call.tookMs === undefined ? null : Math.round(call.tookMs),
    request_id: call.requestId ?? null,
  }
}

/** PostgreSQL keeps neither NUL nor half a surrogate pair in text. */
function storable(text: string): string {
  return text.slice(0, MAX_DETAIL_CHARACTERS).toWellFormed().replaceAll('\u0000', '\uFFFD')
}
