import type { AttemptId, Branded, ConnectionId, DigestOf, LeaveId, SessionId } from '@counterfoil/oauth/ids'

/** Base64url, as all ids of ours are; what is longer is nobody's and need not be looked up. */
const OPAQUE_ID = /^[A-Za-z0-9_-]{1,128}$/
/** As they stand in `state`, before the dot. */
const ATTEMPT_ID = /^[A-Za-z0-9_-]{16,64}$/

/** Ids as a path, a query, a form, a header or a cookie brings them; undefined when it cannot be one of ours. */
export const parseConnectionId = parserOf<ConnectionId>(OPAQUE_ID)
export const parseAttemptId = parserOf<AttemptId>(ATTEMPT_ID)
export const parseLeaveId = parserOf<LeaveId>(OPAQUE_ID)
/** Of an entry on the list of the sessions of a person; the session's own id is in its cookie alone. */
export const parseSessionDigest = parserOf<DigestOf<SessionId>>(OPAQUE_ID)

function parserOf<Id extends Branded<string>>(shape: RegExp): (given: unknown) => Id | undefined {
  return (given) => (typeof given === 'string' && shape.test(given) ? (given as Id) : undefined)
}
