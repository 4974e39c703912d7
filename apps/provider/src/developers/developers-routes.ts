import type { Logger } from '@counterfoil/service/logger'
import { requestIdOf } from '@counterfoil/service/request-id-middleware'
import { Router, type Request, type Response } from 'express'
import type { ApplicationId } from '@counterfoil/oauth/ids'
import type { AccessRevocationStore } from '#grants/access-revocation-store.ts'
import type { ApplicationLogStore } from '#applications/call-log-store.ts'
import { TooManyApplicationsError, type ApplicationStore } from '#applications/application-store.ts'
import type { Application } from '#applications/application.ts'
import type { BrowserSessionStore } from '#users/browser-session-store.ts'
import { currentAccount, type BrowserAccount } from '#users/browser-session.ts'
import type { PersonalTokenStore } from '#tokens/personal-token-store.ts'
import { createSessionReader, type SessionReader } from '#sign-in/session-responder.ts'
import { formatMoment } from '#pages/dates.ts'
import type { PageResponder } from '#pages/page-responder.ts'
import { applicationFormPage, type ApplicationFormView } from './application-form-page.ts'
import { draftOf, emptyForm, formFaults, formOf, readApplicationForm } from './application-form.ts'
import { callLogPage, LOG_ENDPOINTS, LOG_OUTCOMES } from './call-log-page.ts'
import { applicationPage, deleteApplicationPage, developersPage, secretPage } from './developers-page.ts'

const CALLS_PER_PAGE = 50
const MAX_TRIED_CHARACTERS = 2_100

interface DevelopersOptions {
  readonly responder: PageResponder
  readonly logger: Logger
  readonly config: { readonly accessTokenSeconds: number; readonly secretOverlapSeconds: number }
  readonly sessions: BrowserSessionStore
  readonly applications: ApplicationStore
  readonly applicationLog: Pick<ApplicationLogStore, 'list'>
  readonly accessRevocations: AccessRevocationStore
  readonly personalTokens: Pick<PersonalTokenStore, 'listFor'>
}

type DevelopersParts = DevelopersOptions & { readonly sessionOf: SessionReader }

type Opened = { readonly account: BrowserAccount; readonly application: Application }

/** A developer's own applications: registering, redirect entries and their tester, secrets, and the log. */
export function createDevelopersRoutes(options: DevelopersOptions): Router {
  const deps: DevelopersParts = {
    ...options,
    sessionOf: createSessionReader(options.responder, options.sessions),
  }
  const { responder } = deps
  const router = Router()

  router.get('/developers', (req, res) => sendOwnThings(deps, req, res))

  router.get('/developers/new', (req, res) => sendNewForm(deps, req, res))

  router.post('/developers/new', ...responder.ownForm, (req, res) => registerApplication(deps, req, res))

  router.get('/developers/:id', (req, res) => sendApplication(deps, req, res))

  router.get('/developers/:id/edit', (req, res) => sendEditForm(deps, req, res))

  router.post('/developers/:id/edit', ...responder.ownForm, (req, res) => changeApplication(deps, req, res))

  router.post('/developers/:id/rotate', ...responder.ownForm, (req, res) => rotateSecret(deps, req, res))

  router.post('/developers/:id/end-overlap', ...responder.ownForm, (req, res) => endOverlap(deps, req, res))

  router.get('/developers/:id/delete', (req, res) => sendDeleteQuestion(deps, req, res))

  router.post('/developers/:id/delete', ...responder.ownForm, (req, res) => deleteApplication(deps, req, res))

  router.get('/developers/:id/log', (req, res) => sendCallLog(deps, req, res))

  return router
}

async function sendOwnThings(deps: DevelopersParts, req: Request, res: Response) {
  const { responder } = deps

  const account = await admitted(deps, req, res)
  if (account === undefined) return
  const page = developersPage(await ownThings(deps, account, undefined), responder.context(req, res))
  responder.send(req, res, page)
}

async function sendNewForm(deps: DevelopersParts, req: Request, res: Response) {
  const { config } = deps

  const account = await admitted(deps, req, res)
  if (account === undefined) return
  await showForm(deps, req, res, account, {
    form: emptyForm(config.accessTokenSeconds),
    faults: [],
    existing: undefined,
  })
}

async function registerApplication(deps: DevelopersParts, req: Request, res: Response) {
  const { responder, applications } = deps

  const account = await posted(deps, req, res)
  if (account === undefined) return
  const context = responder.context(req, res)
  const form = readApplicationForm(req.body)
  const faults = formFaults(form, context)
  if (faults.length > 0) return showForm(deps, req, res, account, { form, faults, existing: undefined })
  const rest = {
    description: null,
    logoUrl: null,
    scopeReasons: {},
    isChecked: false,
    ownerUserId: account.userId,
  }
  const made = await applications.create({ ...draftOf(form), ...rest }).catch((error: unknown) => {
    if (error instanceof TooManyApplicationsError) return error
    throw error
  })
  if (made instanceof TooManyApplicationsError) {
    const fault = { fieldId: 'name', message: context.words.developers.fault.too_many_apps(made.limit) }
    return showForm(deps, req, res, account, { form, faults: [fault], existing: undefined })
  }
  const { application, secret } = made
  noteChange(deps, 'application.created', application, account, res)
  const title = context.words.developers.made.title(application.name)
  const view = { title, lines: [], clientId: application.clientId, secret, applicationId: application.id }
  responder.send(req, res, { ...secretPage(view, context), ...shownOnceAt(application) })
}

async function sendApplication(deps: DevelopersParts, req: Request, res: Response) {
  const opened = await openOwn(deps, req, res)
  if (opened !== undefined) await showApplication(deps, req, res, opened)
}

async function sendEditForm(deps: DevelopersParts, req: Request, res: Response) {
  const opened = await openOwn(deps, req, res)
  if (opened === undefined) return
  await showForm(deps, req, res, opened.account, {
    form: formOf(opened.application),
    faults: [],
    existing: opened.application,
  })
}

async function changeApplication(deps: DevelopersParts, req: Request, res: Response) {
  const { responder, applications } = deps

  const opened = await openPosted(deps, req, res)
  if (opened === undefined) return
  const { application, account } = opened
  const form = readApplicationForm(req.body)
  const faults = formFaults(form, responder.context(req, res), application)
  if (faults.length > 0) return showForm(deps, req, res, account, { form, faults, existing: application })
  const draft = draftOf(form)
  // What was checked was this name at these addresses; under others nobody has looked at it.
  const isChecked = application.isChecked && looksTheSame(application, draft)
  await applications.update(application.id, { ...draft, isChecked })
  noteChange(deps, 'application.changed', application, account, res)
  responder.seeOther(res, `/developers/${application.id}`)
}

async function rotateSecret(deps: DevelopersParts, req: Request, res: Response) {
  const { applications, config, responder } = deps

  const opened = await openPosted(deps, req, res)
  if (opened === undefined) return
  const { application, account } = opened
  const rotated = await applications.rotateSecret(application.id, config.secretOverlapSeconds)
  if (rotated === undefined) return responder.sendErrorPage(req, res, { kind: 'not_found' })
  noteChange(deps, 'application.secret_rotated', application, account, res)
  const context = responder.context(req, res)
  const words = context.words.developers.rotated
  const until = rotated.previousExpiresAtMs
  const line = until === null ? words.noOverlap : words.overlap(formatMoment(until, context.dates))
  const view = {
    title: words.title,
    lines: [line],
    clientId: application.clientId,
    applicationId: application.id,
  }
  responder.send(req, res, {
    ...secretPage({ ...view, secret: rotated.secret }, context),
    ...shownOnceAt(application),
  })
}

async function endOverlap(deps: DevelopersParts, req: Request, res: Response) {
  const { applications, responder } = deps

  const opened = await openPosted(deps, req, res)
  if (opened === undefined) return
  await applications.endOverlap(opened.application.id)
  noteChange(deps, 'application.secret_ended', opened.application, opened.account, res)
  responder.seeOther(res, `/developers/${opened.application.id}`)
}

async function sendDeleteQuestion(deps: DevelopersParts, req: Request, res: Response) {
  const { responder } = deps

  const opened = await openOwn(deps, req, res)
  if (opened === undefined) return
  const csrf = await tokenFor(deps, req, res, opened.account)
  responder.send(
    req,
    res,
    deleteApplicationPage({ application: opened.application, csrf }, responder.context(req, res)),
  )
}

async function deleteApplication(deps: DevelopersParts, req: Request, res: Response) {
  const { responder } = deps

  const opened = await openPosted(deps, req, res)
  if (opened === undefined) return
  const { account, application } = opened
  await deps.accessRevocations.deleteApplication(application.id)
  noteChange(deps, 'application.deleted', application, account, res)
  const page = developersPage(await ownThings(deps, account, application.name), responder.context(req, res))
  responder.send(req, res, { ...page, address: '/developers' })
}

async function sendCallLog(deps: DevelopersParts, req: Request, res: Response) {
  const { responder } = deps

  const opened = await openOwn(deps, req, res)
  if (opened === undefined) return
  const before = Number(req.query['before'])
  const beforeId = Number.isSafeInteger(before) && before > 0 ? before : undefined
  const filter = {
    endpoint: LOG_ENDPOINTS.find((endpoint) => endpoint === req.query['endpoint']),
    outcome: LOG_OUTCOMES.find((outcome) => outcome === req.query['outcome']),
  }
  const options = { ...filter, beforeId, limit: CALLS_PER_PAGE + 1 }
  const found = await deps.applicationLog.list(opened.application.id, options)
  const calls = found.slice(0, CALLS_PER_PAGE)
  const hasOlder = found.length > CALLS_PER_PAGE
  const view = { application: opened.application, calls, filter, beforeId, hasOlder }
  responder.send(req, res, callLogPage(view, responder.context(req, res)))
}

async function ownThings(deps: DevelopersParts, { userId }: BrowserAccount, deletedName: string | undefined) {
  const { applications } = deps

  const [own, tokens] = await Promise.all([
    applications.list({ ownerUserId: userId }),
    deps.personalTokens.listFor(userId),
  ])
  return { applications: own, tokens, deletedName }
}

async function showApplication(
  deps: DevelopersParts,
  req: Request,
  res: Response,
  { account, application }: Opened,
): Promise<void> {
  const { applications, responder } = deps

  const uri: unknown = req.query['uri']
  const view = {
    application,
    secrets: await applications.secretsOf(application.id),
    baseUrl: responder.ownOrigin(req),
    tried: typeof uri === 'string' ? uri.slice(0, MAX_TRIED_CHARACTERS) : undefined,
    csrf: await tokenFor(deps, req, res, account),
  }
  responder.send(req, res, applicationPage(view, responder.context(req, res)))
}

async function showForm(
  deps: DevelopersParts,
  req: Request,
  res: Response,
  account: BrowserAccount,
  view: Omit<ApplicationFormView, 'csrf'>,
): Promise<void> {
  const { responder } = deps

  const csrf = await tokenFor(deps, req, res, account)
  responder.send(req, res, applicationFormPage({ ...view, csrf }, responder.context(req, res)))
}

function tokenFor({ responder }: DevelopersParts, req: Request, res: Response, account: BrowserAccount) {
  return responder.csrfToken(req, res, 'developers', account.userId)
}

function noteChange(
  deps: DevelopersParts,
  event: string,
  application: Application,
  account: BrowserAccount,
  res: Response,
): void {
  deps.logger.info({
    event,
    applicationId: application.id,
    userId: account.userId,
    requestId: requestIdOf(res),
  })
}

async function admitted(
  { sessionOf, responder }: DevelopersParts,
  req: Request,
  res: Response,
): Promise<BrowserAccount | undefined> {
  const account = currentAccount(await sessionOf(req))
  if (account === undefined) {
    const back = req.method === 'GET' ? req.originalUrl : '/developers'
    responder.seeOther(res, `/sign-in?return_to=${encodeURIComponent(back)}`)
  }
  return account
}

async function posted(
  deps: DevelopersParts,
  req: Request,
  res: Response,
): Promise<BrowserAccount | undefined> {
  const { responder } = deps

  const account = await admitted(deps, req, res)
  if (account === undefined || (await responder.hasCsrfToken(req, 'developers', account.userId)))
    return account
  await responder.sendFormTooOld(req, res, 'developers', account.userId)
  return undefined
}

async function openOwn(deps: DevelopersParts, req: Request, res: Response) {
  return ownApplication(deps, req, res, await admitted(deps, req, res))
}

async function openPosted(deps: DevelopersParts, req: Request, res: Response) {
  return ownApplication(deps, req, res, await posted(deps, req, res))
}

/** Somebody else's application looks like one that does not exist. */
async function ownApplication(
  { applications, responder }: DevelopersParts,
  req: Request,
  res: Response,
  account: BrowserAccount | undefined,
): Promise<Opened | undefined> {
  if (account === undefined) return undefined
  const { id } = req.params
  const application = typeof id === 'string' ? await applications.findById(id as ApplicationId) : undefined
  if (application !== undefined && !application.isDeleted && application.ownerUserId === account.userId) {
    return { account, application }
  }
  responder.sendErrorPage(req, res, { kind: 'not_found' })
  return undefined
}

/** A secret is shown once: a reload leads to the application. */
function shownOnceAt({ id }: Application) {
  return { isShownOnce: true, address: `/developers/${id}` } as const
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
