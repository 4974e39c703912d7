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
  /** The time zone that the page's script reported; the person does not choose it. */
  timeZone: TimeZoneSchema.optional(),
})
export type Preferences = z.infer<typeof PreferencesSchema>

/**
 * Features that a provider may offer to the app's own queries. `books`: everything but the others; without `books` the app only
 * shows the connection.
 */
export const PROVIDER_FEATURES = ['books', 'transactions', 'reports'] as const
const ProviderFeatureSchema = z.enum(PROVIDER_FEATURES)
export type ProviderFeature = z.infer<typeof ProviderFeatureSchema>

/** The state of the browser's session for the app: everything but GraphQL data, and never a token. */
const SessionViewSchema = z.object({
  /** Null when nobody is signed in; a session begins with the first connection. */
  person: z.object({ userId: z.string().brand<'UserWireId'>(), email: z.string().nullable() }).nullable(),
  provider: z.object({
    /** The provider's name as shown to people, for example "Harbour". */
    name: z.string(),
    /** The address at the provider for managing plans and connected apps. Null if none is configured. */
    plansUrl: z.string().nullable(),
    connectedAppsUrl: z.string().nullable(),
    /** The optional features that the provider offers; the app does not query others. */
    offers: z.array(ProviderFeatureSchema),
    /** Descriptions of scope values by language. For a missing one the app shows its own text, or none. */
    scopeWords: z.record(z.string(), z.record(LocaleSchema, z.string())),
    /** True if people connect businesses; false if they connect their own account. */
    hasBusinesses: z.boolean(),
    /** True if people may have a letter on Monday: the app can send mail, and the provider verifies addresses. Absent otherwise. */
    hasLetter: z.literal(true).optional(),
    /** True if the provider has a revocation endpoint. Otherwise tokens live there until they expire or people remove the app. */
    revokes: z.boolean(),
  }),
  /** The address for reports of faults in this app: https or mailto. Null if there is none. */
  supportUrl: z.string().nullable(),
  /** The number of days without use after which a connection is disconnected. */
  unusedDays: z.number().int(),
  /**
   * Set if nobody is signed in and this device remembers the last shown business. The name is stored on the device and was not
   * read for this view. Null otherwise.
   */
  returning: z.object({ businessName: z.string().nullable() }).nullable(),
  /** The connections, newest first. A disconnected one stays in the list until it is dismissed. */
  connections: z.array(ConnectionViewSchema),
  /** The connection of the business in the page's address. If the address has none, the connection whose page was opened last. */
  selectedConnectionId: z.string().brand<'ConnectionId'>().nullable(),
  /** An attempt that this browser began and did not finish. */
  openAttempt: z
    .object({
      id: z.string().brand<'AttemptId'>(),
      startedAt: z.iso.datetime(),
      businessName: z.string().nullable(),
    })
    .nullable(),
  /** Scope values that the app asks for when connecting, and those that it can ask for later. */
  requestedScopes: z.array(z.string()),
  optionalScopes: z.array(z.string()),
  /** The CSRF token for the `csrf` field of plain forms. */
  csrfToken: z.string(),
  /** The time at which the idle session expires unless it is used. Null if nobody is signed in. */
  idleEndsAt: z.iso.datetime().nullable(),
  /** True if the app cannot store anything at present: nothing can be changed or connected. Absent otherwise. */
  isReadOnly: z.literal(true).optional(),
  locale: LocaleSchema,
  /** True if the browser's English is American, for dates and amounts. Absent otherwise. */
  isAmerican: z.literal(true).optional(),
  /** True if the browser's French is European, for texts, dates and amounts. Absent otherwise. */
  isEuropeanFrench: z.literal(true).optional(),
  theme: ThemeSchema,
  /** The time zone that this browser reported, for clock times in the first HTML. Null until it has reported one. */
  timeZone: z.string().nullable(),
})
export type SessionView = z.infer<typeof SessionViewSchema>

/** The response to leaving: its outcome, and the new session. */
export const LeftSchema = z.object({ result: LeaveResultSchema, session: SessionViewSchema })
export type Left = z.infer<typeof LeftSchema>

export const SignedInSessionSchema = z.object({
  /** An opaque id; not the session id. */
  id: z.string().brand<'SessionIdDigest'>(),
  current: z.boolean(),
  startedAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
  /** The name of browser and system, for example "Firefox on Linux"; never the raw header. */
  device: z.string(),
})
export type SignedInSession = z.infer<typeof SignedInSessionSchema>

/** The first query of a page, for one version of one connection: the server runs it while it renders the page. */
const FirstQuerySchema = z.object({
  connectionId: z.string().brand<'ConnectionId'>(),
  /** The version of the connection. */
  version: z.number().int(),
  /** `figures`: the answer has the form of {@link ReadFigures}. Otherwise it is the answer to an operation. */
  kind: z.enum(['operation', 'figures']).optional(),
  /** The name of an operation in the manifest, or of figures. */
  operationName: z.string(),
  variables: z.record(z.string(), z.unknown()),
})
export type FirstQuery = z.infer<typeof FirstQuerySchema>

/** The answer to the first query; complete if it is an operation. If late, it is in `<script id="first-answer">` at the end. */
const FirstAnswerSchema = FirstQuerySchema.extend({
  /** The `data` of the answer, or figures. */
  data: z.record(z.string(), z.unknown()),
  readAt: z.iso.datetime(),
})
export type FirstAnswer = z.infer<typeof FirstAnswerSchema>

/** The JSON of the first HTML in `<script type="application/json" id="boot">`. */
export const BootSchema = z.object({
  session: SessionViewSchema,
  /** The result named by `?result=`, if it exists and belongs to this browser. */
  connectResult: ConnectResultSchema.nullable(),
  /** The result named by `?left=`, if it exists and belongs to this browser. */
  left: LeaveResultSchema.nullable(),
  /** The id of the build, with which a page checks whether it is still current. */
  build: z.string(),
  /**
   * Keys of this person's drafts, 32 bytes as base64url: the first encrypts, all decrypt. Each page of this person gets the same
   * keys, nobody else does. Absent if nobody is signed in.
   */
  draftKeys: z.array(z.string()).optional(),
  /** The recent days of the selected connection, on its own page only. */
  recentDays: RecentDaysSchema.optional(),
  /** The Monday letter of the selected connection, on its own page only, if letters are available. */
  letter: MondayLetterSchema.optional(),
  /** The last answers of the selected connection while the provider cannot be read: `trouble`, `plan_ended` or `reconnect`. */
  lastRead: LastReadSchema.optional(),
  /** The answer to the first query, if it arrived in time for the first HTML. */
  firstAnswer: FirstAnswerSchema.optional(),
  /** The first query, if its answer is late: the answer follows in this page, or the page ends without it. */
  firstQuery: FirstQuerySchema.optional(),
  /** The time of rendering, so that server and browser render the same relative dates. */
  now: z.iso.datetime(),
})
export type Boot = z.infer<typeof BootSchema>

/** The export `render` of the web build's server entry. The BFF calls it for every page. */
export type RenderPage = (page: {
  /** The path and query of the request. */
  url: string
  boot: Boot
}) => { html: string } & PageDescription

/** The parts of a page outside its root element, such as the title. */
export interface PageDescription {
  readonly title: string
  readonly status: 200 | 404
  /** Paths of scripts that the page needs beside the main script: they are fetched at the same time. */
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

/** The target of a page that is written in parts; `flush` ends a part. */
export interface PageSink {
  write(chunk: string | Uint8Array): boolean
  flush(): void
  end(): unknown
  on(event: string, listener: () => void): unknown
}

/** A page whose first answer is late: its shell is sent first, the rest when the answer has arrived. */
export interface LatePage {
  /**
   * The HTML inside the root up to the first part that waits. It does not depend on the answer, so it can be sent before it is
   * known whether the answer is late. Empty if no part waits.
   */
  readonly beginning: string
  /** Writes the shell, flushes, writes the rest when the answer has arrived, and ends. */
  pipe(sink: PageSink): void
}

/** The export `renderLate` of the web build's server entry. Rejects if no shell can be rendered. */
export type RenderLatePage = (page: {
  url: string
  boot: Boot
  nonce: string
  /** The answer to the first query; undefined if the page must read the data itself. Never rejects. */
  late: Promise<FirstAnswer | undefined>
  /** Receives errors of a late part; the browser then renders that part. */
  onError: (error: unknown) => void
}) => Promise<LatePage>
