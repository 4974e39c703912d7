import type { BFF_PATHS } from '@counterfoil/bff-api/paths'

/** What the request rules must know of an address. */
export interface Address {
  /** HEAD beside GET where asking changes nothing; undefined for an address at which there is nothing. */
  readonly methods: readonly string[] | undefined
  /** Who may ask: a script of our page, its event stream, a form of our page, or anybody who follows a link. */
  readonly from: 'script' | 'event-stream' | 'form' | 'anywhere'
  /** Under which limit the requests of one session are counted. */
  readonly limit: 'graphql' | 'api' | undefined
  /**
   * `needed`: only for somebody who is signed in; counts as using the app. `looked-at`: the same, without counting as use.
   * `optional`: opened when there is one. `unread`: the route looks for itself, if at all.
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

/** What each address of `BFF_PATHS` takes. */
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
  // It asks the provider: not for a look at the headers.
  connectionFigures: { ...READ, methods: ['GET'], session: 'needed' },
  connectionPutOff: { ...CALL, body: 'json' },
  connectionNotes: { ...READ, session: 'looked-at' },
  connectionNote: { ...CALL, body: 'json' },
  connectionLetter: { ...READ, session: 'looked-at' },
  connectionLetterChoice: { ...CALL, body: 'json' },
  // Mail services send it without a cookie, a page of ours or an origin: the secret in its query decides.
  letterStop: { ...READ, methods: ['GET', 'HEAD', 'POST'], from: 'anywhere', limit: undefined },
  connectionList: { ...CALL, body: 'json' },
  sessions: { ...READ, session: 'needed' },
  sessionEnd: CALL,
  signOut: { ...CALL, body: 'json' },
  forgetMe: CALL,
  deviceForget: { ...CALL, session: 'unread' },
  sessionExtend: CALL,
  preferences: { ...CALL, session: 'unread', body: 'json' },
  // Looked at: a query prolongs the session by itself, without waiting for it.
  graphql: { ...CALL, limit: 'graphql', session: 'looked-at', body: 'query' },
} as const satisfies Record<keyof typeof BFF_PATHS, Address>

/** Every other address is a page; loading it is using the app. */
export const PAGE: Address = {
  methods: ['GET', 'HEAD'],
  from: 'anywhere',
  limit: undefined,
  session: 'optional',
  body: 'none',
}

/** Below an address of programs, where there is nothing. */
export const NOTHING: Address = { ...PAGE, methods: undefined, session: 'unread' }
export const NO_CALL: Address = { ...NOTHING, from: 'script', limit: 'api' }
