import type { Router } from 'express'
import type { Logger } from '@counterfoil/service/telemetry/logger'
import type { ApplicationStore } from '#applications/application-store.ts'
import type { Application } from '#applications/application.ts'
import type { ApplicationLogStore } from '#applications/call-log-store.ts'
import { TooManyApplicationsError } from '#applications/application-store.ts'
import type { AccessRevocationStore } from '#grants/access-revocation-store.ts'
import { parseApplicationId } from '#http/given-id.ts'
import { formatMoment } from '#pages/dates.ts'
import type { PageResponder, Visit } from '#pages/page-responder.ts'
import { createPageRoutes, type Opener } from '#pages/page-routes.ts'
import { createAccountOpener, type AccountOpener } from '#sign-in/session-responder.ts'
import type { BrowserSessionStore } from '#users/browser-session-store.ts'
import type { BrowserAccount } from '#users/browser-session.ts'
import { applicationFormPage, type ApplicationFormView } from './application-form-page.ts'
import { draftOf, emptyForm, formFaults, formOf, readApplicationForm } from './application-form.ts'
import { callLogPage, LOG_ENDPOINTS, LOG_OUTCOMES } from './call-log-page.ts'
import { applicationPage, deleteApplicationPage, developersPage, secretPage } from './developers-page.ts'

const CALLS_PER_PAGE = 50
const MAX_TRIED_CHARACTERS = 2_100

interface DevelopersParts {
  readonly config: {
    readonly accessTokenSeconds: number
    readonly secretOverlapSeconds: number
    readonly sendsIssuer: boolean
  }
  readonly logger: Logger
  readonly applications: ApplicationStore
  readonly applicationLog: Pick<ApplicationLogStore, 'list'>
  readonly accessRevocations: AccessRevocationStore
}

/** A person's own application, and the person. */
type Opened = { readonly account: BrowserAccount; readonly application: Application }

/** Creates the pages of a developer's own applications: registering, redirect entries and their tester, secrets, and the log. */
export function createDevelopersRoutes(
  deps: DevelopersParts & { readonly responder: PageResponder; readonly sessions: BrowserSessionStore },
): Router {
  const { responder, applications, config } = deps
  const accountOf = createAccountOpener(responder, deps.sessions, '/developers')
  const senderOf = senderOpener(accountOf)
  const pages = createPageRoutes(responder)

  const signedIn = pages.opening(accountOf)
  signedIn.get('/developers', async (visit, account) => visit.show(await listPage(deps, visit, account)))
  signedIn.get('/developers/new', (visit, account) =>
    showForm(visit, account, { form: emptyForm(config), faults: [], existing: undefined }),
  )
  pages
    .opening(senderOf)
    .post('/developers/new', (visit, account) => registerApplication(deps, visit, account))

  const own = pages.opening(applicationOpener(applications, accountOf))
  own.get('/developers/:id', (visit, opened) => showApplication(deps, visit, opened))
  own.get('/developers/:id/edit', (visit, { account, application }) =>
    showForm(visit, account, { form: formOf(application, config), faults: [], existing: application }),
  )
  own.get('/developers/:id/delete', async (visit, { account, application }) =>
    visit.render(deleteApplicationPage, { application, csrf: await tokenFor(visit, account) }),
  )
  own.get('/developers/:id/log', (visit, { application }) => showCallLog(deps, visit, application))

  const ownForms = pages.opening(applicationOpener(applications, senderOf))
  ownForms.post('/developers/:id/edit', (visit, opened) => changeApplication(deps, visit, opened))
  ownForms.post('/developers/:id/rotate', (visit, opened) => rotateSecret(deps, visit, opened))
  ownForms.post('/developers/:id/end-overlap', async (visit, opened) => {
    await applications.endOverlap(opened.application.id)
    noteChange(deps, visit, 'application.secret_ended', opened)
    visit.seeOther(`/developers/${opened.application.id}`)
  })
  ownForms.post('/developers/:id/delete', async (visit, opened) => {
    await deps.accessRevocations.deleteApplication(opened.application.id)
    noteChange(deps, visit, 'application.deleted', opened)
    const page = await listPage(deps, visit, opened.account, opened.application.name)
    visit.show({ ...page, address: '/developers' })
  })

  return pages.router
}

/** Returns a function that finds the sender of a form of these pages; undefined if the CSRF token is wrong. */
function senderOpener(accountOf: AccountOpener): AccountOpener {
  return async (visit) => {
    const account = await accountOf(visit)
    return account !== undefined && (await visit.isOwnForm('developers', account.userId))
      ? account
      : undefined
  }
}

/** Opens the application of the address. Somebody else's looks like one that does not exist. */
function applicationOpener(applications: ApplicationStore, accountOf: AccountOpener): Opener<Opened> {
  return async (visit) => {
    const account = await accountOf(visit)
    if (account === undefined) return undefined
    const id = parseApplicationId(visit.req.params['id'])
    const application = id === undefined ? undefined : await applications.findById(id)
    if (application !== undefined && !application.isDeleted && application.ownerUserId === account.userId)
      return { account, application }
    visit.sendErrorPage({ kind: 'not_found' })
    return undefined
  }
}

/** Creates the CSRF token of a form, for the person it is shown to. */
function tokenFor(visit: Visit, { userId }: BrowserAccount): Promise<string> {
  return visit.token('developers', userId)
}

/** Logs who changed which application. */
function noteChange(
  { logger }: DevelopersParts,
  visit: Visit,
  event: string,
  { account: { userId }, application }: Opened,
): void {
  logger.info({ event, applicationId: application.id, userId, requestId: visit.requestId() })
}

async function listPage(
  { applications }: DevelopersParts,
  visit: Visit,
  { userId }: BrowserAccount,
  deletedName?: string,
) {
  const own = await applications.list({ ownerUserId: userId })
  return developersPage({ applications: own, deletedName }, visit.context())
}

async function showForm(
  visit: Visit,
  account: BrowserAccount,
  view: Omit<ApplicationFormView, 'csrf'>,
): Promise<void> {
  visit.render(applicationFormPage, { ...view, csrf: await tokenFor(visit, account) })
}

async function registerApplication(deps: DevelopersParts, visit: Visit, account: BrowserAccount) {
  const context = visit.context()
  const form = readApplicationForm(visit.req.body)
  const faults = formFaults(form, context)
  if (faults.length > 0) return showForm(visit, account, { form, faults, existing: undefined })
  const rest = {
    description: null,
    logoUrl: null,
    scopeReasons: {},
    isChecked: false,
    ownerUserId: account.userId,
  }
  const made = await deps.applications.create({ ...draftOf(form), ...rest }).catch((error: unknown) => {
    if (error instanceof TooManyApplicationsError) return error
    throw error
  })
  if (made instanceof TooManyApplicationsError) {
    const fault = { fieldId: 'name', message: context.words.developers.fault.too_many_apps(made.limit) }
    return showForm(visit, account, { form, faults: [fault], existing: undefined })
  }
  const { application, secret } = made
  noteChange(deps, visit, 'application.created', { account, application })
  const title = context.words.developers.made.title(application.name)
  visit.render(secretPage, { title, lines: [], application, secret })
}

async function changeApplication(deps: DevelopersParts, visit: Visit, { account, application }: Opened) {
  const form = readApplicationForm(visit.req.body)
  const faults = formFaults(form, visit.context(), application)
  if (faults.length > 0) return showForm(visit, account, { form, faults, existing: application })
  const draft = draftOf(form)
  // The review was of this name and these addresses; it does not apply to others.
  const isChecked = application.isChecked && looksTheSame(application, draft)
  await deps.applications.update(application.id, { ...draft, isChecked })
  noteChange(deps, visit, 'application.changed', { account, application })
  visit.seeOther(`/developers/${application.id}`)
}

async function rotateSecret(deps: DevelopersParts, visit: Visit, opened: Opened) {
  const { application } = opened
  const rotated = await deps.applications.rotateSecret(application.id, deps.config.secretOverlapSeconds)
  if (rotated === undefined) return visit.sendErrorPage({ kind: 'not_found' })
  noteChange(deps, visit, 'application.secret_rotated', opened)
  const { words, dates } = visit.context()
  const { title, noOverlap, overlap } = words.developers.rotated
  const until = rotated.previousExpiresAtMs
  const line = until === null ? noOverlap : overlap(formatMoment(until, dates))
  visit.render(secretPage, { title, lines: [line], application, secret: rotated.secret })
}

async function showApplication(deps: DevelopersParts, visit: Visit, { account, application }: Opened) {
  visit.render(applicationPage, {
    application,
    secrets: await deps.applications.secretsOf(application.id),
    sendsIssuer: application.sendsIssuer ?? deps.config.sendsIssuer,
    baseUrl: visit.ownOrigin(),
    tried: visit.query('uri')?.slice(0, MAX_TRIED_CHARACTERS),
    csrf: await tokenFor(visit, account),
  })
}

async function showCallLog({ applicationLog }: DevelopersParts, visit: Visit, application: Application) {
  const before = Number(visit.req.query['before'])
  const beforeId = Number.isSafeInteger(before) && before > 0 ? before : undefined
  const filter = {
    endpoint: LOG_ENDPOINTS.find((endpoint) => endpoint === visit.req.query['endpoint']),
    outcome: LOG_OUTCOMES.find((outcome) => outcome === visit.req.query['outcome']),
  }
  const options = { ...filter, beforeId, limit: CALLS_PER_PAGE + 1 }
  const found = await applicationLog.list(application.id, options)
  const calls = found.slice(0, CALLS_PER_PAGE)
  const hasOlder = found.length > CALLS_PER_PAGE
  visit.render(callLogPage, { application, calls, filter, beforeId, hasOlder })
}

function looksTheSame(
  application: Application,
  draft: Pick<Application, 'name' | 'homePageUrl' | 'redirectEntries'>,
): boolean {
  const entries = (one: readonly string[]) => one.toSorted().join('\n')
  return (
    application.name === draft.name &&
    application.homePageUrl === draft.homePageUrl &&
    entries(application.redirectEntries) === entries(draft.redirectEntries)
  )
}
