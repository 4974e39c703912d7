import type { AttemptId, Branded, ConnectionId, DigestOf, LeaveId, SessionId } from '@counterfoil/oauth/ids'

/** The form of all our ids: base64url. A longer text cannot be one of them and need not be looked up. */
const OPAQUE_ID = /^[A-Za-z0-9_-]{1,128}$/
/** The form of the id of a connect attempt in `state`, where it is the part before the dot. */
const ATTEMPT_ID = /^[A-Za-z0-9_-]{16,64}$/

/** Each parser reads an id from a path, a query, a form, a header or a cookie; undefined if it cannot be one of our ids. */
export const parseConnectionId = parserOf<ConnectionId>(OPAQUE_ID)
export const parseAttemptId = parserOf<AttemptId>(ATTEMPT_ID)
export const parseLeaveId = parserOf<LeaveId>(OPAQUE_ID)
/** Parses the digest that names a session on the list of a person. The id of the session itself is in its cookie alone. */
export const parseSessionDigest = parserOf<DigestOf<SessionId>>(OPAQUE_ID)

function parserOf<Id extends Branded<string>>(shape: RegExp): (given: unknown) => Id | undefined {
  return (given) => (typeof given === 'string' && shape.test(given) ? (given as Id) : undefined)
}
