import { z } from 'zod'

/**
 * The states of a connection. Only the BFF decides them; a page maps a state to words and never guesses from HTTP codes.
 *
 * `none` and `connecting` are states of the session (no connection, an attempt that is open), the rest of one connection.
 */
export const CONNECTION_STATES = [
  'none',
  'connecting',
  'connected',
  'limited',
  'reconnect',
  'plan_ended',
  'trouble',
  'disconnected',
] as const
const ConnectionStateSchema = z.enum(CONNECTION_STATES)
export type ConnectionState = z.infer<typeof ConnectionStateSchema>

export const ConnectionReasonSchema = z.enum([
  /** reconnect: the tokens ended in a way that needs the person (no refresh token left, unreadable record). */
  'ended',
  /** reconnect: the provider says `invalid_grant`; access was removed there. */
  'removed_at_provider',
  /** reconnect: the person may no longer see this business. */
  'business_access_lost',
  /** plan_ended: 403 on refresh, or FORBIDDEN with `subscription_inactive`. */
  'subscription_inactive',
  /** trouble: time-out, 5xx, answers that are no answers. */
  'provider_down',
  /** trouble: 429. */
  'rate_limited',
  /** trouble: some parts answered. */
  'partial',
  /** trouble: the provider refuses our own credentials; a fault of ours, never the person's. */
  'misconfigured',
  /** limited: fewer permissions than the app asks for. */
  'fewer_permissions',
  /** disconnected: by the person. */
  'by_user',
  /** disconnected: the person did not use it for as many days as the setting allows. */
  'unused',
])
export type ConnectionReason = z.infer<typeof ConnectionReasonSchema>

const IsoInstant = z.iso.datetime()

/** One connection as a page sees it: no token, no secret. */
export const ConnectionViewSchema = z.object({
  /** Opaque, ours; not the business id. */
  id: z.string().brand<'ConnectionId'>(),
  /** Of its business in addresses (`addressOf`): the same for everybody, and after connecting again. */
  key: z.string(),
  /** Grows with every change; caches are keyed by it. */
  version: z.number().int(),
  state: ConnectionStateSchema,
  reason: ConnectionReasonSchema.nullable(),
  /** When the connection came into this state. */
  since: IsoInstant,
  connectedAt: IsoInstant,
  /** The provider's user id. */
  userId: z.string().brand<'UserWireId'>(),
  email: z.string().nullable(),
  /** Null when the tokens cover all businesses of the person. */
  businessId: z.string().brand<'BusinessWireId'>().nullable(),
  businessName: z.string().nullable(),
  /** When the provider last answered a query of this connection well. */
  lastGoodAt: IsoInstant.nullable(),
  /** When the person last used it, by a page or a query. Exact to an hour. */
  lastUsedAt: IsoInstant,
  /** When it is disconnected if it is not used before; null when it is disconnected already. */
  endsUnusedAt: IsoInstant.nullable(),
  /** When the person has to connect again, because the provider gives nothing to refresh with; null when it does. */
  endsAt: IsoInstant.nullable(),
  /** When the BFF will ask the provider again, in `trouble`. */
  canRetryAt: IsoInstant.nullable(),
  /** Granted scope values. */
  scopes: z.array(z.string()),
  /** Scope values the app asks for and does not have. */
  missing: z.array(z.string()),
  /** Only after disconnecting: has the provider confirmed that the tokens are revoked? */
  revocation: z.enum(['confirming', 'confirmed']).nullable(),
})
export type ConnectionView = z.infer<typeof ConnectionViewSchema>

/** Today and the 29 days before it, as on the provider's own page about connected apps. */
export const RECENT_DAYS = 30

/** The outcome of reading on one day. `failed`: every read of that day failed. */
const DayOutcomeSchema = z.enum(['read', 'failed', 'quiet'])
export type DayOutcome = z.infer<typeof DayOutcomeSchema>

/**
 * How often a connection read of late. A day is the reader's own: it begins at midnight in the zone that their browser
 * reported, and a reading counts for the day it was for the reader.
 */
export const RecentDaysSchema = z.object({
  /** The last of the days, `yyyy-MM-dd`. */
  until: z.iso.date(),
  /** Oldest first; begins with the day of the connection when that is less than {@link RECENT_DAYS} ago. */
  outcomes: z.array(DayOutcomeSchema).min(1).max(RECENT_DAYS),
  /** The zone the days are counted in; `UTC` for a browser that never reported its own. */
  timeZone: z.string(),
})
export type RecentDays = z.infer<typeof RecentDaysSchema>

export const DisconnectResultSchema = z.object({
  connection: ConnectionViewSchema,
  revocation: z.enum(['confirming', 'confirmed']),
  /** Shown to the person, and in both logs. */
  reference: z.string(),
})
export type DisconnectResult = z.infer<typeof DisconnectResultSchema>

/**
 * What was read last of a connection, by the app's own queries whose answers were complete. Kept sealed, only as long as
 * the connection, and dropped when its permissions shrink.
 */
export const LastReadSchema = z.object({
  connectionId: z.string().brand<'ConnectionId'>(),
  /** Of the connection, as in {@link ConnectionViewSchema}, at this moment. */
  version: z.number().int(),
  /** Newest first. */
  answers: z.array(
    z.object({
      /** Of the operation manifest: its hash and its name. */
      sha256Hash: z.string(),
      operationName: z.string(),
      variables: z.record(z.string(), z.unknown()),
      /** The `data` of the answer. */
      data: z.record(z.string(), z.unknown()),
      readAt: IsoInstant,
    }),
  ),
})
export type LastRead = z.infer<typeof LastReadSchema>

export const CheckUpSchema = z.object({
  checks: z.array(
    z.object({
      name: z.enum(['sign_in', 'permission', 'plan', 'data']),
      outcome: z.enum(['ok', 'failed', 'unknown']),
      /** Milliseconds the check took. */
      tookMs: z.number(),
    }),
  ),
  connection: ConnectionViewSchema,
  reference: z.string(),
})
export type CheckUp = z.infer<typeof CheckUpSchema>
