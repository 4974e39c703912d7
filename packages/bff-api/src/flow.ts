import { z } from 'zod'

/** Why the person goes to the provider. Decides the parameters of the authorize request. */
export const IntentSchema = z.enum(['connect', 'reconnect', 'change_business', 'allow_more', 'ask_again'])
export type Intent = z.infer<typeof IntentSchema>

/** Fields of the form that is posted to `connectStart`; all text, all optional but `csrf`. */
export const CONNECT_FORM_FIELDS = {
  intent: 'intent',
  /** Our connection id, for every intent but `connect`. */
  connectionId: 'connection_id',
  returnTo: 'return_to',
  csrf: 'csrf',
  /** The same key posted twice begins one attempt. */
  idempotencyKey: 'idempotency_key',
  /** For `allow_more`: the scope values that are wanted, separated by spaces; without it all that could be had. */
  want: 'want',
} as const

/** How an attempt ended. One result screen each (docs/screens.md, C4). */
export const FlowOutcomeSchema = z.enum([
  'connected',
  'connected_less',
  'still_connected',
  'declined',
  'no_business',
  'expired',
  'mismatch',
  'other_business',
  'other_person',
  'plan_ended',
  'provider_failed',
  'misconfigured',
  'rate_limited',
])
export type FlowOutcome = z.infer<typeof FlowOutcomeSchema>

const Party = z.object({ email: z.string().nullable(), businessName: z.string().nullable() })

export const FlowResultSchema = z.object({
  id: z.string(),
  intent: IntentSchema,
  outcome: FlowOutcomeSchema,
  connectionId: z.string().nullable(),
  businessName: z.string().nullable(),
  /** For `other_business` and `other_person`: what was asked for, and what came back. Nothing has changed yet. */
  expected: Party.nullable(),
  received: Party.nullable(),
  /** Is the question of `other_business` / `other_person` still open? */
  decisionOpen: z.boolean(),
  /** Scope values that were asked for and not granted. */
  missing: z.array(z.string()),
  grantedCount: z.number().int(),
  finishedAt: z.iso.datetime(),
  /** When a limited person may start again; only for `rate_limited`. */
  retryAt: z.iso.datetime().nullable(),
  reference: z.string(),
  /** A path of the app. */
  returnTo: z.string(),
})
export type FlowResult = z.infer<typeof FlowResultSchema>

export const FlowDecisionSchema = z.object({ choice: z.enum(['keep', 'switch']) })
export type FlowDecision = z.infer<typeof FlowDecisionSchema>
