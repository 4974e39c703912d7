import { z } from 'zod'

/**
 * The reason why the person goes to the provider. Decides the parameters of the authorize request.
 * `connect` adds a business, `switch_business` replaces the one it names, `sign_in` opens a session for existing connections.
 */
export const IntentSchema = z.enum([
  'connect',
  'switch_business',
  'sign_in',
  'reconnect',
  'allow_more',
  'ask_again',
])
export type Intent = z.infer<typeof IntentSchema>

/** The outcome of an attempt. Each has its own result screen (docs/screens.md, C4). */
export const ConnectOutcomeSchema = z.enum([
  'connected',
  'connected_less',
  'still_connected',
  /** The right business is connected, and the one it replaces was disconnected: {@link ConnectResult.replaced}. */
  'switched',
  'declined',
  'no_business',
  'expired',
  'mismatch',
  'other_business',
  /** The intent was about a connection of the person signed in, but another person came back from the provider. */
  'other_person',
  /** `connect`, `switch_business` or `sign_in` brought back another account of the provider than the one expected. */
  'other_account',
  'plan_ended',
  'provider_failed',
  'misconfigured',
  'rate_limited',
])
export type ConnectOutcome = z.infer<typeof ConnectOutcomeSchema>

const Party = z.object({ email: z.string().nullable(), businessName: z.string().nullable() })

export const ConnectResultSchema = z.object({
  id: z.string().brand<'AttemptId'>(),
  intent: IntentSchema,
  outcome: ConnectOutcomeSchema,
  connectionId: z.string().brand<'ConnectionId'>().nullable(),
  businessName: z.string().nullable(),
  /**
   * The requested and the returned party for `other_business`, `other_person` and `other_account`. Nothing has changed yet.
   * `expected.email` is null if nobody was signed in: then only the name on the start page is known.
   */
  expected: Party.nullable(),
  received: Party.nullable(),
  /** True while the question can be answered. Only the browser that began the attempt may answer it. */
  decisionOpen: z.boolean(),
  /**
   * The number of businesses that the previously signed-in account keeps connected with any answer, for `other_account`. They are
   * found again by signing in as that account. Null if nobody was signed in.
   */
  stayConnected: z.number().int().nullable(),
  /**
   * The connection that `switch_business` replaces. `planned`: it is disconnected only when the answer to the question is
   * `switch`. It is read again with the result.
   */
  replaced: z
    .object({
      connectionId: z.string().brand<'ConnectionId'>(),
      businessName: z.string().nullable(),
      revocation: z.enum(['planned', 'confirming', 'confirmed']),
    })
    .nullable(),
  /** Scope values that were requested and not granted. */
  missing: z.array(z.string()),
  /** Scope values that were granted. */
  granted: z.array(z.string()),
  finishedAt: z.iso.datetime(),
  /** The time at which a rate-limited person may start again; only for `rate_limited`. */
  retryAt: z.iso.datetime().nullable(),
  reference: z.string(),
  /** The path of the app to return to. */
  returnTo: z.string(),
})
export type ConnectResult = z.infer<typeof ConnectResultSchema>

export const ResultDecisionSchema = z.object({ choice: z.enum(['keep', 'switch']) })
export type ResultDecision = z.infer<typeof ResultDecisionSchema>
