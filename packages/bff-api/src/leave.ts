import { z } from 'zod'

/** The body of a sign-out. Signing out only ends sessions; `disconnectAll` additionally disconnects all businesses. */
export const SignOutSchema = z.object({
  everywhere: z.boolean(),
  disconnectAll: z.boolean().default(false),
})
export type SignOut = z.input<typeof SignOutSchema>

/** Fields of the plain forms for leaving; all values are text. The response is 303 to `return_to`, with `?left=<id>`. */
export const LEAVE_FORM_FIELDS = {
  csrf: 'csrf',
  returnTo: 'return_to',
  /** The connection id, to disconnect one business. */
  connectionId: 'connection_id',
  /** The value `1` signs out in all browsers; absent otherwise. */
  everywhere: 'everywhere',
  disconnectAll: 'disconnect_all',
} as const

/** The outcome of leaving, readable for 10 minutes by the browser that left. */
export const LeaveResultSchema = z.object({
  id: z.string().brand<'LeaveId'>(),
  kind: z.enum(['disconnected', 'signed_out', 'signed_out_everywhere', 'forgotten', 'device_forgotten']),
  /** The disconnected connection if `kind` is `disconnected`. */
  connectionId: z.string().brand<'ConnectionId'>().nullable(),
  businessName: z.string().nullable(),
  /** The number of businesses that were disconnected. */
  disconnected: z.number().int(),
  /**
   * The state of revoking the tokens of all of them at the provider. Null if none was disconnected. Determined
   * again each time the result is read.
   */
  revocation: z.enum(['confirming', 'confirmed']).nullable(),
  /** The number of the person's businesses that stay connected. Nothing is read through them while the person is signed out. */
  stayConnected: z.number().int(),
  /** The number of connections that are kept but must be connected again before anything is read. */
  needReconnect: z.number().int().default(0),
  /** True if the provider asks for the password before the next sign-in. */
  asksPassword: z.boolean(),
  /**
   * The person's own session at the provider in this browser: `open` if it may still exist, `ended` after the person ended it
   * there and came back. Null if nobody was signed out.
   */
  atProvider: z.enum(['open', 'ended']).nullable(),
  /** The address at the provider that ends its session and redirects back. Null if the provider has none. */
  endSessionUrl: z.string().nullable(),
  finishedAt: z.iso.datetime(),
  /** The reference shown to the person, which is also in both logs. */
  reference: z.string(),
})
export type LeaveResult = z.infer<typeof LeaveResultSchema>
