import { LANGUAGES } from '@counterfoil/design/languages'
import { z } from 'zod'
import { ConnectionViewSchema, LastReadSchema, RecentDaysSchema } from './connection.ts'
import { ConnectResultSchema } from './connect-result.ts'
import { LeaveResultSchema } from './leave.ts'
import { MondayLetterSchema } from './letter.ts'
import { TimeZoneSchema } from './time-zone.ts'

const LocaleSchema = z.enum(LANGUAGES)
export type Locale = z.infer<typeof LocaleSchema>
export const ThemeSchema = z.enum(['system', 'light', 'dark'])
export type Theme = z.infer<typeof ThemeSchema>

export const PreferencesSchema = z.object({
  locale: LocaleSchema.optional(),
  theme: ThemeSchema.optional(),
  /** Reported by the page's script, not chosen by the person. */
  timeZone: TimeZoneSchema.optional(),
})
export type Preferences = z.infer<typeof PreferencesSchema>

/**
 * Features that a provider may offer to the app's own queries. `books`: everything but the others; without it the app shows the
 * connection alone.
 */
export const PROVIDER_FEATURES = ['books', 'transactions', 'reports'] as const
const ProviderFeatureSchema = z.enum(PROVIDER_FEATURES)
export type ProviderFeature = z.infer<typeof ProviderFeatureSchema>

/** The state of the browser's session for the app: everything but GraphQL data, and never a token. */
const SessionViewSchema = z.object({
  /** Null when nobody is signed in; a session begins with the first connection. */
  person: z.object({ userId: z.string().brand<'UserWireId'>(), email: z.string().nullable() }).nullable(),
  provider: z.object({
    /** Shown to people, for example "Harbour". */
    name: z.string(),
    /** Where people manage plans and connected apps at the provider; null when not configured. */
    plansUrl: z.string().nullable(),
    connectedAppsUrl: z.string().nullable(),
    /** The optional features of the provider; the app asks for no others. */
    offers: z.array(ProviderFeatureSchema),
    /** Descriptions of scope values by language; for a missing one the app has its own words or shows none. */
    scopeWords: z.record(z.string(), z.record(LocaleSchema, z.string())),
    /** People connect businesses; else themselves. */
    hasBusinesses: z.boolean(),
    /** People may have a letter on Monday: the app can send mail, and the provider verifies addresses. Absent otherwise. */
    hasLetter: z.literal(true).optional(),
    /** It has a revocation endpoint; else they live on there until they end, and people remove the app there. */
    revokes: z.boolean(),
  }),
  /** Where people write to about a fault of ours: https or mailto; null when there is no such place. */
  supportUrl: z.string().nullable(),
  /** After this many days without use a connection is disconnected. */
  unusedDays: z.number().int(),
  /**
   * Set when nobody is signed in and this device remembers the business that was shown last. The name comes from the device:
   * nothing was read for it. Null otherwise.
   */
  returning: z.object({ businessName: z.string().nullable() }).nullable(),
  /** Newest first. A disconnected one stays as a memory until it is dismissed. */
  connections: z.array(ConnectionViewSchema),
  /** The connection of the business in the page's address; without one, the connection whose page was opened last. */
  selectedConnectionId: z.string().brand<'ConnectionId'>().nullable(),
  /** An attempt of this browser that was begun and not finished. */
  openAttempt: z
    .object({
      id: z.string().brand<'AttemptId'>(),
      startedAt: z.iso.datetime(),
      businessName: z.string().nullable(),
    })
    .nullable(),
  /** Scope values the app asks for when connecting, and those it can ask for later. */
  requestedScopes: z.array(z.string()),
  optionalScopes: z.array(z.string()),
  /** For the `csrf` field of plain forms. */
  csrfToken: z.string(),
  /** When the idle life ends, if nothing more happens; null when nobody is signed in. */
  idleEndsAt: z.iso.datetime().nullable(),
  /** The app cannot store anything at this moment: nothing can be changed or connected. Absent when it can. */
  isReadOnly: z.literal(true).optional(),
  locale: LocaleSchema,
  /** The browser's English is American: days and amounts are written as there. Absent otherwise. */
  isAmerican: z.literal(true).optional(),
  /** The browser's French is that of a country of Europe: words, days and amounts are written as there. Absent otherwise. */
  isEuropeanFrench: z.literal(true).optional(),
  theme: ThemeSchema,
  /** The zone this browser reported before, for the clock times of the first HTML; null until then. */
  timeZone: z.string().nullable(),
})
export type SessionView = z.infer<typeof SessionViewSchema>

/** The answer to leaving: its outcome, and the new session. */
export const LeftSchema = z.object({ result: LeaveResultSchema, session: SessionViewSchema })
export type Left = z.infer<typeof LeftSchema>

export const SignedInSessionSchema = z.object({
  /** Opaque; not the session id. */
  id: z.string().brand<'SessionIdDigest'>(),
  current: z.boolean(),
  startedAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
  /** For example "Firefox on Linux"; never the raw header. */
  device: z.string(),
})
export type SignedInSession = z.infer<typeof SignedInSessionSchema>

/** The first query of a page, about one version of one connection: the server runs it while the page is rendered. */
const FirstQuerySchema = z.object({
  connectionId: z.string().brand<'ConnectionId'>(),
  /** Of the connection. */
  version: z.number().int(),
  /** `figures`: the answer is in the form of {@link ReadFigures}. Otherwise it is the answer to an operation. */
  kind: z.enum(['operation', 'figures']).optional(),
  /** Of the operation manifest, or of figures. */
  operationName: z.string(),
  variables: z.record(z.string(), z.unknown()),
})
export type FirstQuery = z.infer<typeof FirstQuerySchema>

/** The answer to it, of an operation a complete one. Late, it is in `<script type="application/json" id="first-answer">` at the page's end. */
const FirstAnswerSchema = FirstQuerySchema.extend({
  /** The `data` of the answer, or figures. */
  data: z.record(z.string(), z.unknown()),
  readAt: z.iso.datetime(),
})
export type FirstAnswer = z.infer<typeof FirstAnswerSchema>

/** The JSON of the first HTML in `<script type="application/json" id="boot">`. */
export const BootSchema = z.object({
  session: SessionViewSchema,
  /** The result named by `?result=`, when it exists and belongs to this browser. */
  connectResult: ConnectResultSchema.nullable(),
  /** The result named by `?left=`, when it exists and belongs to this browser. */
  left: LeaveResultSchema.nullable(),
  /** For the answer to "is this still the build I was loaded from?" */
  build: z.string(),
  /**
   * Keys of this person's drafts, 32 bytes as base64url: the first seals, all open. The same on every page of theirs, and nobody
   * else's. Absent when nobody is signed in.
   */
  draftKeys: z.array(z.string()).optional(),
  /** Of the selected connection, on its own page only. */
  recentDays: RecentDaysSchema.optional(),
  /** Of the selected connection, on its own page only, where there are letters. */
  letter: MondayLetterSchema.optional(),
  /** Of the selected connection, while the provider cannot be read: `trouble`, `plan_ended` or `reconnect`. */
  lastRead: LastReadSchema.optional(),
  /** The answer to the first query, if it came in time for the first HTML. */
  firstAnswer: FirstAnswerSchema.optional(),
  /** The first query, if its answer is late: it follows in this page, or the page ends without it. */
  firstQuery: FirstQuerySchema.optional(),
  /** The instant the page was made, so that server and browser render the same relative dates. */
  now: z.iso.datetime(),
})
export type Boot = z.infer<typeof BootSchema>

/** The export `render` of the web build's server entry. The BFF calls it for every page. */
export type RenderPage = (page: {
  /** Path and query of the request. */
  url: string
  boot: Boot
}) => { html: string } & PageDescription

/** The parts of a page outside its root element, such as the title. */
export interface PageDescription {
  readonly title: string
  readonly status: 200 | 404
  /** Scripts the page begins with beside the one of every page, as paths: they are fetched together. */
  readonly files?: readonly string[]
}

/**
 * The export `describePage` of the web build's server entry: returns the title and language of a page before any data are read.
 */
export type DescribePage = (page: {
  url: string
  boot: Boot
}) => Pick<ReturnType<RenderPage>, 'title' | 'status'>

/** The export `findFirstQuery` of the web build's server entry: returns the first query of a page, if it has one. */
export type FindFirstQuery = (page: { url: string; boot: Boot }) => FirstQuery | undefined

/** Where a page that comes in parts is written to; `flush` ends a part. */
export interface PageSink {
  write(chunk: string | Uint8Array): boolean
  flush(): void
  end(): unknown
  on(event: string, listener: () => void): unknown
}

/** A page whose first answer is late: its shell is sent first, the rest when the answer has arrived. */
export interface LatePage {
  /**
   * The inside of the root up to the first part that waits, of which nothing depends on the answer: it can be sent before it is
   * known whether the answer is late. Empty when no part waits.
   */
  readonly beginning: string
  /** Writes the shell, flushes, writes the rest when the answer has arrived, and ends. */
  pipe(sink: PageSink): void
}

/** The export `renderLate` of the web build's server entry. Rejects when no shell can be rendered. */
export type RenderLatePage = (page: {
  url: string
  boot: Boot
  nonce: string
  /** Undefined: the page must read for itself. Never rejects. */
  late: Promise<FirstAnswer | undefined>
  /** Receives errors of a late part; the browser renders that part. */
  onError: (error: unknown) => void
}) => Promise<LatePage>
