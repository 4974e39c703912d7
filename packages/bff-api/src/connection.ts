import { z } from 'zod'

/**
 * The states of a connection. Only the BFF decides them; a page maps a state to a text and never guesses from HTTP codes.
 *
 * `none` and `connecting` are states of the session (no connection, an open attempt), the others are states of one connection.
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
  /** reconnect: the provider answers `invalid_grant`, because access was removed there. */
  'removed_at_provider',
  /** reconnect: the person may no longer see this business. */
  'business_access_lost',
  /** plan_ended: 403 on refresh, or FORBIDDEN with `subscription_inactive`. */
  'subscription_inactive',
  /** trouble: time-outs, 5xx, or invalid responses. */
  'provider_down',
  /** trouble: 429. */
  'rate_limited',
  /** trouble: the provider answered with a part of the data. */
  'partial',
  /** trouble: the provider refuses the app's own credentials; the person is not at fault. */
  'misconfigured',
  /** limited: the connection has fewer permissions than the app asks for. */
  'fewer_permissions',
  /** disconnected: the person disconnected it. */
  'by_user',
  /** disconnected: the person did not use it for as many days as the setting allows. */
  'unused',
])
export type ConnectionReason = z.infer<typeof ConnectionReasonSchema>

const IsoInstant = z.iso.datetime()

/** One connection as a page sees it: no token, no secret. */
export const ConnectionViewSchema = z.object({
  /** The opaque id of the connection; not the business id. */
  id: z.string().brand<'ConnectionId'>(),
  /** The key of its business in addresses (`addressOf`): the same for every person, and after connecting again. */
  key: z.string(),
  /** A number that grows with every change of the connection; caches are keyed by it. */
  version: z.number().int(),
  state: ConnectionStateSchema,
  reason: ConnectionReasonSchema.nullable(),
  /** The time of the last change of state. */
  since: IsoInstant,
  connectedAt: IsoInstant,
  /** The provider's user id. */
  userId: z.string().brand<'UserWireId'>(),
  email: z.string().nullable(),
  /** The provider's business id. Null if the tokens cover all businesses of the person. */
  businessId: z.string().brand<'BusinessWireId'>().nullable(),
  businessName: z.string().nullable(),
  /** The time of the provider's last successful answer to a query of this connection. */
  lastGoodAt: IsoInstant.nullable(),
  /** The time of the person's last page or query with this connection, exact to an hour. */
  lastUsedAt: IsoInstant,
  /** The time at which it is disconnected unless it is used before. Null if it is already disconnected. */
  endsUnusedAt: IsoInstant.nullable(),
  /** The time at which the person has to connect again, because there is no refresh token. Null if there is one. */
  endsAt: IsoInstant.nullable(),
  /** The time of the BFF's next attempt to reach the provider, in state `trouble`. */
  canRetryAt: IsoInstant.nullable(),
  /** Granted scope values. */
  scopes: z.array(z.string()),
  /** Scope values that the app asks for and that are not granted. */
  missing: z.array(z.string()),
  /** The state of revoking the tokens at the provider, after disconnecting. Null otherwise. */
  revocation: z.enum(['confirming', 'confirmed']).nullable(),
})
export type ConnectionView = z.infer<typeof ConnectionViewSchema>

/** The number of days shown: today and the 29 days before, as on the provider's own page about connected apps. */
export const RECENT_DAYS = 30

/** The outcome of reading on one day. `failed`: every read of that day failed. */
const DayOutcomeSchema = z.enum(['read', 'failed', 'quiet'])
export type DayOutcome = z.infer<typeof DayOutcomeSchema>

/**
 * The outcomes of reading of a connection on recent days. A day begins at midnight in the time zone that the reader's browser
 * reported; a read keeps the day that it had for the reader at that time.
 */
export const RecentDaysSchema = z.object({
  /** The last day, `yyyy-MM-dd`. */
  until: z.iso.date(),
  /** One outcome per day, oldest first. Begins with the day of connecting if that is less than {@link RECENT_DAYS} ago. */
  outcomes: z.array(DayOutcomeSchema).min(1).max(RECENT_DAYS),
  /** The time zone of the days; `UTC` for a browser that never reported its own. */
  timeZone: z.string(),
})
export type RecentDays = z.infer<typeof RecentDaysSchema>

export const DisconnectResultSchema = z.object({
  connection: ConnectionViewSchema,
  revocation: z.enum(['confirming', 'confirmed']),
  /** The reference shown to the person, which is also in both logs. */
  reference: z.string(),
})
export type DisconnectResult = z.infer<typeof DisconnectResultSchema>

/**
 * The last answers read through a connection: complete ones to the app's own queries. Stored encrypted, only as long as the
 * connection exists, and deleted when its permissions shrink.
 */
export const LastReadSchema = z.object({
  connectionId: z.string().brand<'ConnectionId'>(),
  /** The present version of the connection, as in {@link ConnectionViewSchema}. */
  version: z.number().int(),
  /** The answers, newest first. */
  answers: z.array(
    z.object({
      /** The hash and the name of the operation in the operation manifest. */
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
      /** The duration of the check in milliseconds. */
      tookMs: z.number(),
    }),
  ),
  connection: ConnectionViewSchema,
  reference: z.string(),
})
export type CheckUp = z.infer<typeof CheckUpSchema>
