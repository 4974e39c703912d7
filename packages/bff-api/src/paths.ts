/** Every path of the BFF that a page may call. `:id` represents one path segment. */
export const BFF_PATHS = {
  /** POST, form. Begins an attempt and answers 303 to the provider. */
  connectStart: '/connect/start',
  /** GET, by redirect from the provider. Answers 303 to a clean address with `?result=<id>`. */
  connectCallback: '/connect/callback',
  /**
   * GET, by a redirect from the provider after it ended its own session. Below `connectCallback`, because that address is
   * registered.
   */
  signedOutAtProvider: '/connect/callback/signed-out',
  /** POST, form (`LEAVE_FORM_FIELDS`). Disconnects one business and answers 303. */
  disconnectForm: '/connect/disconnect',
  /** POST, form. Signs out, and disconnects all when asked to; answers 303. */
  signOutForm: '/connect/sign-out',
  /** POST, form. Forgets on this device which business was shown last; answers 303. */
  deviceForgetForm: '/connect/forget-device',
  /** POST, form. Disconnects all, forgets the person and ends every session; answers 303. */
  forgetMeForm: '/connect/forget-me',
  /** GET: {@link SessionView}. Never extends the session. */
  session: '/api/session',
  /** GET: server-sent events; `event: session` means "read the session again". Never extends the session. */
  events: '/api/events',
  /** GET: {@link LeaveResult}, for 10 minutes after leaving. */
  leave: '/api/leaves/:id',
  /** GET: {@link ConnectResult}, for 10 minutes after the attempt ended. */
  connectResult: '/api/connect-results/:id',
  /**
   * POST {@link ResultDecision}: answers the question of an attempt that brought back another business, person or account. Only
   * for the browser that began it.
   */
  resultDecision: '/api/connect-results/:id/decision',
  /** POST: forgets an attempt that was not finished. */
  attemptDismiss: '/api/attempts/:id/dismiss',
  /** POST: the page's script reports that a page of this connection was opened. Addresses without a business then lead to it. */
  connectionUse: '/api/connections/:id/use',
  /** POST: stops local use at once and revokes the tokens at the provider. Answers {@link DisconnectResult}. */
  connectionDisconnect: '/api/connections/:id/disconnect',
  /** POST: deletes the remaining record of a disconnected connection. Answers {@link SessionView}. */
  connectionDismiss: '/api/connections/:id/dismiss',
  /** POST: four live checks. Answers {@link CheckUp}. */
  connectionCheckUp: '/api/connections/:id/check-up',
  /** GET: {@link RecentDays}. Never extends the session. */
  connectionDays: '/api/connections/:id/days',
  /** GET: {@link LastRead}. Never extends the session. */
  connectionLastRead: '/api/connections/:id/last-read',
  /** GET, with `name` and `version` in the query: {@link Figures}, read from the provider now. */
  connectionFigures: '/api/connections/:id/figures',
  /** POST {@link PutOff}: hides one item until a day. */
  connectionPutOff: '/api/connections/:id/put-off',
  /** GET: {@link Notes}. Never extends the session. */
  connectionNotes: '/api/connections/:id/notes',
  /** POST {@link Note}: stores or deletes one text. */
  connectionNote: '/api/connections/:id/note',
  /** GET: {@link MondayLetter}. Never extends the session. */
  connectionLetter: '/api/connections/:id/letter',
  /** POST {@link LetterChoice}: answers {@link MondayLetter}. */
  connectionLetterChoice: '/api/connections/:id/letter/choice',
  /** Has `t` in the query. GET: a page with one button. POST, from anybody who has the letter: stops the letter (RFC 8058). */
  letterStop: '/letter/stop',
  /** POST {@link ListPagesRequest}: every page of a list as one stream of {@link ListPagesLine}. */
  connectionList: '/api/connections/:id/list',
  /** GET: {@link SignedInSession} list, "where you are signed in". */
  sessions: '/api/sessions',
  /** POST: ends one other session. */
  sessionEnd: '/api/sessions/:id/end',
  /** POST {@link SignOut}. Ends sessions; connections stay unless all are to be disconnected. Answers {@link Left}. */
  signOut: '/api/sign-out',
  /** POST: disconnects all, forgets the person, the device and every session. Answers {@link Left}. */
  forgetMe: '/api/forget-me',
  /** POST: forgets on this device which business was shown last. Answers {@link SessionView}. */
  deviceForget: '/api/device/forget',
  /** POST: extends the idle lifetime of the session. */
  sessionExtend: '/api/session/extend',
  /** POST {@link Preferences}: language, theme and time zone. Never extends the session. */
  preferences: '/api/preferences',
  /** POST: GraphQL, see `graphql.ts`. */
  graphql: '/graphql',
} as const

export type BffPath = (typeof BFF_PATHS)[keyof typeof BFF_PATHS]

/** The parts of an address of the app. */
export interface Address {
  /** The `key` of a {@link ConnectionView}. Undefined if the address names no business. */
  readonly business: string | undefined
  /** The path of the page: begins with a slash. */
  readonly page: string
}

/** Splits an address; every page of a business is below `/b/<key>`. @param address A path; a query stays with the page. */
export function readAddress(address: string): Address {
  const [, business, page = ''] = /^\/b\/([^/?]+)(.*)$/.exec(address) ?? []
  if (business === undefined) return { business, page: address }
  return { business, page: page.startsWith('/') ? page : `/${page}` }
}

/** Returns the address of a page of a business. @param page May have a query. */
export function addressOf({ business, page }: { readonly business: string; readonly page: string }): string {
  return `/b/${business}${page}`
}

/** Returns the page of another business that represents `page`: the same, or the overview for a page about a single record. */
export function pageElsewhere(page: string): string {
  return /^\/(?!settings\/)[^/]+\/[^/]/.test(page) ? '/' : page.replace(/\?.*/, '')
}

/** The only page whose first HTML also contains {@link RecentDays}. */
export const CONNECTION_PAGE = '/settings/connection'

/**
 * Returns a path without slashes at its end, which make no difference to server and browser.
 * Does not use a regular expression, whose time would be quadratic in the number of slashes.
 */
export function withoutSlashesAtEnd(path: string): string {
  let end = path.length
  while (path[end - 1] === '/') end -= 1
  return path === '/' ? path : path.slice(0, end)
}

/** Returns a path with its `:id` filled in. */
export function pathFor(path: BffPath, id: string): string {
  return path.replace(':id', encodeURIComponent(id))
}

/** Header that every call from a page's script carries; a plain cross-site form cannot send it. Value: `1`. */
export const REQUEST_HEADER = 'x-counterfoil-request'
/** Header of a GraphQL call: the id of the connection that the page shows. */
export const CONNECTION_HEADER = 'x-counterfoil-connection'
/**
 * Header of a mutation: an idempotency key of 16 to 128 letters, digits, `-` and `_`, chosen once per action of a person. A
 * mutation with a used key is not sent again: the same body gets the same answer.
 */
export const IDEMPOTENCY_HEADER = 'idempotency-key'
/** Header that repeats a mutation whose outcome was unknown, at the person's request. Value: `1`. */
export const SEND_AGAIN_HEADER = 'x-counterfoil-send-again'
/** Header of every response: the id under which page, BFF log and provider log can be joined. */
export const REQUEST_ID_HEADER = 'x-request-id'
