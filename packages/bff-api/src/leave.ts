import { z } from 'zod'

/** Signing out ends sessions and nothing else; `disconnectAll` is asked for in the same breath, and is a thing of its own. */
export const SignOutSchema = z.object({
  everywhere: z.boolean(),
  disconnectAll: z.boolean().default(false),
})
export type SignOut = z.input<typeof SignOutSchema>

/** Fields of the plain forms for leaving; all text. A page answers them with 303 to `return_to`, with `?left=<id>`. */
export const LEAVE_FORM_FIELDS = {
  csrf: 'csrf',
  returnTo: 'return_to',
  /** Our connection id, for disconnecting one business. */
  connectionId: 'connection_id',
  /** For signing out: `1` or absent. */
  everywhere: 'everywhere',
  disconnectAll: 'disconnect_all',
} as const

/** The outcome of leaving; readable for 10 minutes by the browser that left. */
export const LeaveResultSchema = z.object({
  id: z.string().brand<'LeaveId'>(),
  kind: z.enum(['disconnected', 'signed_out', 'signed_out_everywhere', 'forgotten', 'device_forgotten']),
  /** The one business of `disconnected`. */
  connectionId: z.string().brand<'ConnectionId'>().nullable(),
  businessName: z.string().nullable(),
  /** How many businesses were disconnected with it. */
  disconnected: z.number().int(),
  /**
   * Has the provider confirmed that the tokens of all of these are revoked? Null when none was disconnected. Read again
   * with every reading of the result.
   */
  revocation: z.enum(['confirming', 'confirmed']).nullable(),
  /** How many businesses of the person stay connected. Nothing is read of them while nobody of the person is signed in. */
  stayConnected: z.number().int(),
  /** How many are kept, but have to be connected again before anything is read. */
  needReconnect: z.number().int().default(0),
  /** The provider asks for the password before anybody is signed in here again. */
  asksPassword: z.boolean(),
  /**
   * The person's own session at the provider in this browser: `open` where it may still be, `ended` once they came back from
   * ending it. Null where nobody was signed out.
   */
  atProvider: z.enum(['open', 'ended']).nullable(),
  /** The address at the provider that ends it and leads back; null where it has none. */
  endSessionUrl: z.string().nullable(),
  finishedAt: z.iso.datetime(),
  /** Shown to the person, and in both logs. */
  reference: z.string(),
})
export type LeaveResult = z.infer<typeof LeaveResultSchema>
