import type { BFF_PATHS } from '@counterfoil/bff-api/paths'

/** The facts of an address that the request rules need. */
export interface Address {
  /** The allowed methods: HEAD beside GET if the request changes nothing; undefined if nothing exists at the address. */
  readonly methods: readonly string[] | undefined
  /** The allowed sender: a script of our page, its event stream, a form of our page, or anybody who follows a link. */
  readonly from: 'script' | 'event-stream' | 'form' | 'anywhere'
  /** The rate limit that counts the requests of one session. */
  readonly limit: 'graphql' | 'api' | undefined
  /**
   * `needed`: only with a session, and counts as its use. `looked-at`: the same, without counting as use. `optional`: read if there
   * is one. `unread`: the route reads it itself, if at all.
   */
  readonly session: 'needed' | 'looked-at' | 'optional' | 'unread'
  readonly body: 'query' | 'json' | 'form' | 'none'
}

const READ: Address = {
  methods: ['GET', 'HEAD'],
  from: 'script',
  limit: 'api',
  session: 'unread',
  body: 'none',
}
const CALL: Address = { ...READ, methods: ['POST'], session: 'needed' }
const FORM: Address = {
  methods: ['POST'],
  from: 'form',
  limit: 'api',
  session: 'optional',
  body: 'form',
}

/** The rules of each address of `BFF_PATHS`. */
export const ADDRESSES = {
  connectStart: { ...FORM, session: 'unread' },
  connectCallback: { ...READ, methods: ['GET'], from: 'anywhere', limit: undefined },
  signedOutAtProvider: { ...READ, methods: ['GET'], from: 'anywhere', limit: undefined },
  disconnectForm: FORM,
  signOutForm: FORM,
  deviceForgetForm: FORM,
  forgetMeForm: FORM,
  session: READ,
  // A HEAD would wait for the end of a stream that has none.
  events: { ...READ, methods: ['GET'], from: 'event-stream' },
  leave: READ,
  connectResult: READ,
  resultDecision: { ...CALL, session: 'optional', body: 'json' },
  attemptDismiss: { ...CALL, session: 'unread' },
  connectionUse: CALL,
  connectionDisconnect: CALL,
  connectionDismiss: CALL,
  connectionCheckUp: CALL,
  connectionDays: { ...READ, session: 'looked-at' },
  connectionLastRead: { ...READ, session: 'looked-at' },
  // No HEAD: each request calls the provider.
  connectionFigures: { ...READ, methods: ['GET'], session: 'needed' },
  connectionPutOff: { ...CALL, body: 'json' },
  connectionNotes: { ...READ, session: 'looked-at' },
  connectionNote: { ...CALL, body: 'json' },
  connectionLetter: { ...READ, session: 'looked-at' },
  connectionLetterChoice: { ...CALL, body: 'json' },
  // Mail services send POST without a cookie and an origin of ours: the secret in the query authorizes it.
  letterStop: { ...READ, methods: ['GET', 'HEAD', 'POST'], from: 'anywhere', limit: undefined },
  connectionList: { ...CALL, body: 'json' },
  sessions: { ...READ, session: 'needed' },
  sessionEnd: CALL,
  signOut: { ...CALL, body: 'json' },
  forgetMe: CALL,
  deviceForget: { ...CALL, session: 'unread' },
  sessionExtend: CALL,
  preferences: { ...CALL, session: 'unread', body: 'json' },
  // Looked at: a query extends the session itself, without waiting for it.
  graphql: { ...CALL, limit: 'graphql', session: 'looked-at', body: 'query' },
} as const satisfies Record<keyof typeof BFF_PATHS, Address>

/** The rules of every other address: it is a page, and loading it counts as use of the session. */
export const PAGE: Address = {
  methods: ['GET', 'HEAD'],
  from: 'anywhere',
  limit: undefined,
  session: 'optional',
  body: 'none',
}

/** The rules of an unknown address below one of programs. */
export const NOTHING: Address = { ...PAGE, methods: undefined, session: 'unread' }
export const NO_CALL: Address = { ...NOTHING, from: 'script', limit: 'api' }
