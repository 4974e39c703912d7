import { createSmtpSender } from '@counterfoil/service/mail/smtp'
import { createBoundedLines } from '@counterfoil/service/telemetry/bounded-lines'
import type { Clock } from '@counterfoil/service/values/clock'
import type { Logger } from '@counterfoil/service/telemetry/logger'
import { createMetrics, createMetricsRoutes } from '@counterfoil/service/telemetry/metrics'
import { STRICT_TRANSPORT } from '@counterfoil/service/http/content-security-policy'
import { networkOf } from '@counterfoil/service/http/network'
import { foldOutages } from '@counterfoil/service/telemetry/outage-log'
import { requestIdMiddleware } from '@counterfoil/service/telemetry/request-id-middleware'
import { requestLogMiddleware } from '@counterfoil/service/telemetry/request-log-middleware'
import { createRequestMetrics } from '@counterfoil/service/telemetry/request-metrics'
import express, { type Express, type Request, type Response, Router } from 'express'
import { createAccountMailStore } from '#account-mail/account-mail-store.ts'
import { createAccountMailWorker } from '#account-mail/account-mail-worker.ts'
import { createApplicationStore } from '#applications/application-store.ts'
import { createApplicationLogStore } from '#applications/call-log-store.ts'
import { createAnswerStore } from '#authorize/authorization-decision-store.ts'
import type { IssuerFor } from '#authorize/authorization-response.ts'
import { type AuthorizePages, createAuthorizeRoutes } from '#authorize/authorize-routes.ts'
import { createAutoApprovalStore } from '#authorize/auto-approval-store.ts'
import { createPendingAuthorizationStore } from '#authorize/pending-authorization-store.ts'
import { createBooksWriters } from '#books/books-writers.ts'
import { createMessageStore } from '#books/messages/message-store.ts'
import { createPdfPrinter } from '#books/printing/pdf-printer.ts'
import { createBusinessAccessStore } from '#businesses/business-access-store.ts'
import { createPlanStore } from '#businesses/plan-store.ts'
import { addAppDetailsPage } from '#connected-apps/app-details-page.ts'
import { addConnectedAppsPage } from '#connected-apps/connected-apps-page.ts'
import { createPersonLookups } from '#connected-apps/person-lookups.ts'
import { addRemoveAccessPages } from '#connected-apps/remove-access-page.ts'
import { type OnStatement, operationOf } from '#database/ended-statement.ts'
import { isMade, openDatabase } from '#database/open-database.ts'
import { createInOwnProcess, seed } from '#demo/seed-store.ts'
import type { SeedProgress } from '#demo/large/large-store.ts'
import { addApplicationFormPages } from '#developers/application-form-page.ts'
import { addCallLogPage } from '#developers/call-log-page.ts'
import { addDevelopersPages } from '#developers/developers-page.ts'
import { addPersonalTokenPage } from '#developers/personal-token-page.ts'
import { createAccessRevocationStore } from '#grants/access-revocation-store.ts'
import { createGrantStore } from '#grants/grant-store.ts'
import { createGraphqlRoutes } from '#graphql/graphql-routes.ts'
import { GRAPHQL_PATH } from '#graphql/call.ts'
import { errorMiddleware } from '#http/error-middleware.ts'
import { findOutage } from '#http/errors.ts'
import { createProviderLimits } from '#http/request-limit-middleware.ts'
import type { DueWorker } from '#mail/due-worker.ts'
import { createMailWorker, type MailCarrier } from '#mail/mail-worker.ts'
import { createOutbox } from '#mail/outbox-files.ts'
import { mailOptionsOf } from '#mail/mail.ts'
import { createMetadataRoutes } from '#metadata/metadata-routes.ts'
import { startBackgroundWork } from '#operations/background-work.ts'
import { createHealthRoutes } from '#operations/health-routes.ts'
import { keepSending } from '#operations/keep-sending.ts'
import { createProviderMetrics, showConnections, statementLabels } from '#operations/provider-metrics.ts'
import { createTelemetry } from '#operations/telemetry.ts'
import { createPageResponder, type PageResponder } from '#pages/page-responder.ts'
import { createPageRoutes, type PageRouter } from '#pages/page-routes.ts'
import { createPasskeys } from '#passkeys/passkey-responder.ts'
import { createPasskeyStore } from '#passkeys/passkey-store.ts'
import { addChangePasswordPage } from '#password-reset/new-password-page.ts'
import { addForgotPasswordPage, addResetLinkPage } from '#password-reset/password-reset-page.ts'
import { createPasswordResetStore } from '#password-reset/password-reset-store.ts'
import { addPaymentDetailsPage } from '#payment-details/payment-details-page.ts'
import { createPaymentDetailsStore } from '#payment-details/payment-details-store.ts'
import { addPlansPage } from '#plans/plans-page.ts'
import { addPromptPages } from '#prompts/prompt-routes.ts'
import { createSecondFactorStore } from '#second-factor/second-factor-store.ts'
import { addCodesPages } from '#security/codes-page.ts'
import { addPasskeysPages } from '#security/passkeys-page.ts'
import { addSecurityPage } from '#security/security-page.ts'
import { addSentMessagesPages } from '#sent-messages/sent-messages-page.ts'
import { createSharedDocumentStore } from '#shared-documents/shared-document-store.ts'
import { createDocumentLinkStore, type DocumentLinkStore } from '#shared-documents/document-link-store.ts'
import { createSharedDocumentsRoutes } from '#shared-documents/shared-documents-routes.ts'
import { addCodePages } from '#sign-in/code-page.ts'
import { addConfirmPasswordPage } from '#sign-in/confirm-password-page.ts'
import { createPasskeyAttempts, createSecondStep } from '#sign-in/second-step-responder.ts'
import { addSignInPages, SIGN_IN_ON_SITE } from '#sign-in/sign-in-page.ts'
import { createSignInService } from '#sign-in/sign-in-responder.ts'
import { addSignOutPages } from '#sign-in/sign-out-page.ts'
import { createTries } from '#sign-in/tries-responder.ts'
import { addSitePages } from '#site/site-page.ts'
import { createBearerStore } from '#tokens/bearer-store.ts'
import { createPersonalTokenStore } from '#tokens/personal-token-store.ts'
import { createTokenRoutes } from '#tokens/token-routes.ts'
import { createTokenStore } from '#tokens/token-store.ts'
import { type BrowserSessionStore, createBrowserSessionStore } from '#users/browser-session-store.ts'
import { createOwnBrowsersStore } from '#users/own-browsers-store.ts'
import { createThrottleStore } from '#users/sign-in-throttle-store.ts'
import { createAccountStore } from '#users/user-store.ts'
import type { ProviderConfig } from './config.ts'

type ProviderOptions = {
  readonly logger: Logger
  readonly clock: Clock
  /** Returns the public URL. Called late, because a free port is known only after listening. */
  readonly publicUrl: () => string
  /** Waits for an unavailable database instead of failing. */
  readonly awaitDatabase?: <Opened>(open: () => Promise<Opened>, logger: Logger) => Promise<Opened>
}

// 1. The database, the stores on it, and the workers that send mail. The command line needs no more than this.

/** The parts of the provider without HTTP. */
type ProviderParts = Awaited<ReturnType<typeof createParts>>

/** Opens, migrates and seeds the database, and creates each part on it. */
export async function createParts(config: ProviderConfig, options: ProviderOptions) {
  const basis = await openBasis(config, options)
  const stores = createStores(basis)
  const { mail, accountMail } = createMailWorkers(basis, stores)
  return {
    ...basis,
    ...stores,
    mail,
    accountMail,
    close: async () => {
      await stores.applicationLog.close()
      await basis.close()
    },
  }
}

type Basis = Awaited<ReturnType<typeof openBasis>>

/** Opens the database, and creates what observes, limits and prints. */
async function openBasis(config: ProviderConfig, options: ProviderOptions) {
  const { clock, publicUrl, awaitDatabase = (open) => open() } = options
  const { secrets, logLinesPerMinute: linesPerMinute } = config
  const logger = foldOutages(options.logger, { outageOf: findOutage, clock, linesPerMinute })
  const metrics = createMetrics({ service: 'provider', process: true })
  const providerMetrics = createProviderMetrics(metrics)
  const telemetry = await createTelemetry({ config: config.telemetry, logger, registry: metrics })
  const onStatement: OnStatement = (statement) => {
    const labels = statementLabels(operationOf(statement.text), statement.isError)
    providerMetrics.statement.observe(labels, statement.tookMs / 1000)
    telemetry?.onStatement(statement)
  }
  const onProgress = (progress: SeedProgress) => logger.info({ event: 'seed.progress', ...progress })
  const seeding = { kind: config.seed, clock, onProgress }
  const { database: location } = config
  if (location.kind === 'embedded' && !(await isMade(location))) await createInOwnProcess(location, seeding)
  const database = await awaitDatabase(() => openDatabase(location, { onStatement }), logger)
  // Each kind of work has connections of its own.
  const { db, run, reading, writing, health, budgets, countConnections } = database
  try {
    await seed(db, seeding)
  } catch (error) {
    await database.close()
    throw error
  }
  if (countConnections !== undefined) showConnections(metrics, countConnections)
  const printer = createPdfPrinter({ clock })
  return {
    config,
    secrets,
    logger,
    clock,
    publicUrl,
    metrics,
    providerMetrics,
    telemetry,
    db,
    run,
    reading,
    health,
    budgets,
    writers: createBooksWriters(writing, clock),
    printPdf: printer.printPdf,
    limits: createProviderLimits({ requestsPerMinute: config.requestsPerMinute }),
    lines: createBoundedLines({ logger, clock, linesPerMinute }),
    close: async () => {
      await printer.close()
      await database.close()
      await telemetry?.close()
    },
  }
}

/** Creates the stores: applications, grants, tokens, sign-in, and queued mails. */
function createStores({ config, secrets, logger, clock, publicUrl, db, run }: Basis) {
  /** True if people can be notified by mail. */
  const sendsMail = config.mail.carrier.kind === 'smtp'
  const issuerFor: IssuerFor = ({ sendsIssuer }) =>
    (sendsIssuer ?? config.sendsIssuer) ? publicUrl() : undefined
  const applications = createApplicationStore({ db, clock, maxPerAccount: config.applicationsPerAccount })
  const { loggedCallsPerMinute: callsPerMinute } = config
  const businessAccess = createBusinessAccessStore({ db })
  return {
    /** Returns the address of the GraphQL service. */
    ownResource: () => publicUrl() + GRAPHQL_PATH,
    issuerFor,
    sendsIssuerToAll: async () => config.sendsIssuer && !(await applications.hasOneWithoutIssuer()),
    applications,
    applicationLog: createApplicationLogStore({ db, clock, logger, callsPerMinute }),
    businessAccess,
    grants: createGrantStore({ db, clock }),
    accessRevocations: createAccessRevocationStore({ db, clock }),
    pendingAuthorizations: createPendingAuthorizationStore({ db, clock }),
    answers: createAnswerStore({ db, clock, secrets, issuerFor }),
    autoApprovals: createAutoApprovalStore({ db, clock, businessAccess }),
    bearers: createBearerStore({ run, clock }),
    tokens: createTokenStore({ run }),
    accountMails: createAccountMailStore({ db, clock }),
    passwordResets: createPasswordResetStore({ db, clock, secrets }),
    passkeyStore: createPasskeyStore({ db, clock, sendsMail }),
    secondFactors: createSecondFactorStore({ db, clock, logger, secrets, sendsMail }),
    personalTokens: createPersonalTokenStore({ db, clock, sendsMail }),
    messages: createMessageStore(db, clock),
  }
}

/** Creates the workers that send messages to customers, and mails about accounts. */
function createMailWorkers(
  { config, publicUrl, clock, logger, printPdf }: Basis,
  { messages, accountMails, passwordResets }: ReturnType<typeof createStores>,
): { readonly mail: DueWorker; readonly accountMail: DueWorker | undefined } {
  const { carrier, from } = config.mail
  const sender = { from, publicUrl, clock, logger }
  if (carrier.kind === 'outbox') {
    const outbox = createOutbox(carrier.folder)
    // Mails about accounts are sent only by a mail server: in a local folder other people could read their links.
    return {
      mail: createMailWorker({ ...sender, carrier: outbox, messages, printPdf }),
      accountMail: undefined,
    }
  }
  const sendMail = createSmtpSender(carrier.url)
  const smtp: MailCarrier = { carry: (mail) => sendMail(mailOptionsOf(mail)) }
  return {
    mail: createMailWorker({ ...sender, carrier: smtp, messages, printPdf }),
    accountMail: createAccountMailWorker({
      ...sender,
      carrier: smtp,
      mails: accountMails,
      openReset: passwordResets.open,
      harbour: config.name,
    }),
  }
}

// 2. The routes, in the order of matching.

export function createApp(
  parts: ProviderParts,
  { isStopping }: { readonly isStopping: () => boolean },
): Express {
  const { config, logger, clock, db, lines, metrics, providerMetrics, telemetry, publicUrl } = parts
  const isSecure = config.publicUrl?.startsWith('https:') === true
  const sessions = createBrowserSessionStore(db, clock, { isSecure })
  const responder = createPageResponder({ config, clock, logger, lines, db, sessions })

  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  // Express then answers an error that the last handler misses without its stack.
  app.set('env', 'production')
  app.set('trust proxy', config.trustedProxies)

  app.use(createHealthRoutes({ db: parts.health, metrics: providerMetrics, isStopping }))
  app.use(requestIdMiddleware())
  app.use(createRequestMetrics(metrics, 'provider').middleware)
  if (telemetry !== undefined) app.use(telemetry.middleware)
  const mayWrite = (req: Request, status: number) =>
    lines.mayWrite(networkOf(req.ip ?? 'unknown'), status >= 500)
  app.use(requestLogMiddleware({ logger, mayWrite }))
  if (isSecure) {
    app.use((_req, res, next) => {
      res.set(STRICT_TRANSPORT)
      next()
    })
  }
  app.use(createProtocolRoutes(parts, { responder, sessions }))
  app.use(createMetricsRoutes({ registry: metrics, token: config.metricsToken }))
  const { sendsIssuerToAll } = parts
  app.use(createMetadataRoutes({ publicUrl, sendsIssuerToAll, name: config.name }))
  app.use(createPages(parts, { responder, sessions }))
  const sendNotFound = (req: Request, res: Response) =>
    responder.sendErrorPage(req, res, { kind: 'not_found' })
  app.use(sendNotFound)
  const sendFault = (req: Request, res: Response, status: 500 | 503) =>
    responder.sendErrorPage(req, res, { kind: status === 503 ? 'closed' : 'fault' })
  app.use(errorMiddleware({ logger, sendNotFound, sendFault }))
  return app
}

/** Creates the endpoints that applications call, and the one to which they send people. */
function createProtocolRoutes(parts: ProviderParts, { responder, sessions }: Visits): Router {
  const { config, secrets, logger, clock, publicUrl, db, reading, writers, budgets, lines, limits } = parts
  const { applications, applicationLog, bearers, tokens, metrics, providerMetrics, ownResource } = parts
  const { pendingAuthorizations, answers, autoApprovals, issuerFor } = parts
  const { refreshIdleMs } = config
  const watched = { applicationLog, limits, metrics: providerMetrics }
  const books = { reading, writers, budgets, bearers }
  const decided = { pendingAuthorizations, autoApprovals, answers }
  // Pages only for errors that can't be answered by a redirect.
  const pages: AuthorizePages = {
    findAccounts: sessions.findAccounts,
    sendBadLink: (req, res, status) =>
      responder.sendErrorPage(req, res, { kind: 'bad_link', ...(status && { status }) }),
    sendTooMany: (req, res, againAtMs) => responder.sendErrorPage(req, res, { kind: 'too_many', againAtMs }),
  }
  return Router().use(
    createTokenRoutes({ ...watched, tokens, clock, secrets, refreshIdleMs, ownResource }),
    createGraphqlRoutes({ ...books, config, publicUrl, db, clock, logger, lines, metrics, applicationLog }),
    createAuthorizeRoutes({ ...watched, ...decided, applications, issuerFor, ownResource, pages }),
  )
}

// 3. The pages of Harbour.

/** What reads the request of a browser, and answers it with a page. */
type Visits = { readonly responder: PageResponder; readonly sessions: BrowserSessionStore }
type SignIn = ReturnType<typeof createSignIn>

function createPages(parts: ProviderParts, visits: Visits): Router {
  const { config, clock, db, writers } = parts
  const { responder } = visits
  const { closedUntilMs } = config
  const links = createDocumentLinkStore({ db, writers, clock })
  const signIn = createSignIn(parts, visits)
  const router = Router()
  router.use((req, res, next) => {
    if (closedUntilMs === undefined || clock() >= closedUntilMs) return next()
    responder.sendErrorPage(req, res, { kind: 'closed', untilMs: closedUntilMs })
  })
  router.use(responder.showKept)
  const pages = createPageRoutes(responder)
  router.use(pages.router)
  addAccountPages(pages, parts, signIn, links)
  addAccessPages(pages, parts, signIn)
  addBusinessPages(pages, parts)
  // The pages that customers open by a link.
  const { limits, printPdf, logger } = parts
  const documents = createSharedDocumentStore({ db, writers, clock })
  router.use(createSharedDocumentsRoutes({ responder, documents, links, clock, limits, printPdf, logger }))
  return router
}

/** Creates the services of signing in, and returns them with those of a visit: password, passkey, second step. */
function createSignIn(parts: ProviderParts, { responder, sessions }: Visits) {
  const { db, clock, secrets, lines, providerMetrics, passkeyStore, secondFactors } = parts
  const accounts = createAccountStore(db)
  const throttles = createThrottleStore(db, clock)
  const tries = createTries({ secrets, throttles, responder })
  const passkeys = createPasskeys({ clock, secrets, passkeys: passkeyStore })
  const tryPasskey = createPasskeyAttempts({ passkeys, accounts, tries })
  const steps = { accounts, tries, tryPasskey }
  const secondStep = createSecondStep({ ...steps, clock, secrets, responder, secondFactors })
  const attempts = { ...steps, throttles, secondStep, passkeys, passkeyStore }
  const signIns = createSignInService({ ...attempts, sessions, lines, providerMetrics })
  return { responder, sessions, accounts, tries, passkeys, secondStep, signIns }
}

/** Adds home, signing in and out, and account security. */
function addAccountPages(pages: PageRouter, parts: ProviderParts, signIn: SignIn, links: DocumentLinkStore) {
  const { db, clock, applications, grants, businessAccess, accountMails, passwordResets } = parts
  const { config, passkeyStore, secondFactors } = parts
  const { responder, sessions, accounts, tries, passkeys, secondStep, signIns } = signIn
  const { lastAppName } = createPersonLookups({ grants, businessAccess })
  const browsers = createOwnBrowsersStore({ db, clock })
  const factors = { offersSecondFactor: config.offersSecondFactor, secondFactors, passkeys }
  const remaining = { grants, applications, secondFactors, passkeyStore, links }

  addSitePages(pages, { responder, businessAccess, accounts })
  addSignInPages(pages, { signIns, passkeys, secondStep }, SIGN_IN_ON_SITE)
  addCodePages(pages, { signIns, passkeys, secondStep }, SIGN_IN_ON_SITE)
  addSignOutPages(pages, { sessions, applications, lastAppName })
  addConfirmPasswordPage(pages, { sessions, signIns, passkeys })
  addSecurityPage(pages, { ...factors, browsers, passkeyStore })
  addPasskeysPages(pages, { passkeys, passkeyStore })
  addChangePasswordPage(pages, { ...remaining, passwordResets })
  addCodesPages(pages, { ...factors, signIns, secondStep })
  addForgotPasswordPage(pages, { tries, accountMails })
  addResetLinkPage(pages, { ...remaining, responder, tries, passwordResets })
}

/** Adds the prompts of authorization requests, the access that a person reviews and changes later, and the developers' pages. */
function addAccessPages(pages: PageRouter, parts: ProviderParts, signIn: SignIn): void {
  const { config, db, clock, applications, applicationLog, grants, businessAccess, issuerFor } = parts
  const { pendingAuthorizations, answers, autoApprovals, accessRevocations, personalTokens } = parts
  const { responder, sessions, passkeys, secondStep, signIns } = signIn
  const { countBusinesses, earlierGrants, appsOf } = createPersonLookups({ grants, businessAccess })
  const plans = createPlanStore(db, clock)
  const asked = { pendingAuthorizations, answers, autoApprovals, applicationLog, issuerFor }
  const person = { businessAccess, countBusinesses, earlierGrants }

  addPromptPages(pages, { ...asked, ...person, signIns, passkeys, secondStep, sessions, clock })
  addPlansPage(pages, { responder, businessAccess, pendingAuthorizations, plans, config, appsOf })
  addConnectedAppsPage(pages, { clock, grants, businessAccess })
  // Before the address of one application, which would take "remove-all" for an id.
  addRemoveAccessPages(pages, { grants, businessAccess, accessRevocations })
  addAppDetailsPage(pages, { grants, businessAccess })
  addPersonalTokenPage(pages, { businessAccess, personalTokens })
  // Before the address of one application, which would take "new" for an id.
  addApplicationFormPages(pages, { config, applications })
  addDevelopersPages(pages, { config, applications, accessRevocations })
  addCallLogPage(pages, { applications, applicationLog })
}

/** Adds the messages of a business, and its payment details. */
function addBusinessPages(pages: PageRouter, parts: ProviderParts): void {
  const { config, db, writers, clock, businessAccess, messages, printPdf } = parts
  const details = createPaymentDetailsStore({ db, writers, clock })
  addSentMessagesPages(pages, { businessAccess, messages, config, printPdf })
  addPaymentDetailsPage(pages, { businessAccess, details })
}

// 4. Background work: mail is sent, and expired rows are removed.

export function startWork(
  { config, db, clock, logger, providerMetrics, secondFactors, mail, accountMail }: ProviderParts,
  isStopping: () => boolean,
): readonly { close(): Promise<void> }[] {
  const { sealAnew } = secondFactors
  const background = startBackgroundWork({ config, db, clock, logger, providerMetrics, sealAnew, isStopping })
  const workers = [mail, accountMail].filter((worker) => worker !== undefined)
  return [background, ...workers.map((worker) => keepSending(worker, logger))]
}
