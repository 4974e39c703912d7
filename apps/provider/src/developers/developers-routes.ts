import { Router, type Request, type Response } from 'express'
import { TooManyApplicationsError } from '#applications/registration-store.ts'
import type { Application } from '#applications/application.ts'
import { formatMoment } from '#pages/dates.ts'
import { createAccountReader } from '#sign-in/session-responder.ts'
import type { BrowserAccount } from '#users/browser-session.ts'
import { applicationFormPage, type ApplicationFormView } from './application-form-page.ts'
import { draftOf, emptyForm, formFaults, formOf, readApplicationForm } from './application-form.ts'
import { callLogPage, LOG_ENDPOINTS, LOG_OUTCOMES } from './call-log-page.ts'
import { applicationPage, deleteApplicationPage, developersPage, secretPage } from './developers-page.ts'
import {
  noteChange,
  openOwn,
  openPosted,
  posted,
  tokenFor,
  type DevelopersOptions,
  type DevelopersParts,
  type Opened,
} from './own-application-responder.ts'

const CALLS_PER_PAGE = 50
const MAX_TRIED_CHARACTERS = 2_100

/** A developer's own applications: registering, redirect entries and their tester, secrets, and the log. */
export function createDevelopersRoutes(options: DevelopersOptions): Router {
  const deps: DevelopersParts = {
    ...options,
    accountOf: createAccountReader(options.responder, options.sessions, '/developers'),
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

  const account = await deps.accountOf(req, res)
  if (account === undefined) return
  const page = developersPage(await ownThings(deps, account, undefined), responder.context(req, res))
  responder.send(req, res, page)
}

async function sendNewForm(deps: DevelopersParts, req: Request, res: Response) {
  const { config } = deps

  const account = await deps.accountOf(req, res)
  if (account === undefined) return
  await showForm(deps, req, res, account, {
    form: emptyForm(config),
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
    form: formOf(opened.application, deps.config),
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
  return { applications: await deps.applications.list({ ownerUserId: userId }), deletedName }
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
    sendsIssuer: application.sendsIssuer ?? deps.config.sendsIssuer,
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
