import { createSmtpSender } from '@counterfoil/service/mail/smtp'
import { createBoundedLines } from '@counterfoil/service/telemetry/bounded-lines'
import type { Clock } from '@counterfoil/service/values/clock'
import type { Logger } from '@counterfoil/service/telemetry/logger'
import { createMetrics, createMetricsRoutes } from '@counterfoil/service/telemetry/metrics'
import { networkOf } from '@counterfoil/service/http/network'
import { foldOutages } from '@counterfoil/service/telemetry/outage-log'
import { requestIdMiddleware } from '@counterfoil/service/telemetry/request-id-middleware'
import { requestLogMiddleware } from '@counterfoil/service/telemetry/request-log-middleware'
import { createRequestMetrics } from '@counterfoil/service/telemetry/request-metrics'
import express, { type Express, type Request, Router } from 'express'
import { type AccountMailStore, createAccountMailStore } from '#account-mail/account-mail-store.ts'
import { createAccountMailWorker } from '#account-mail/account-mail-worker.ts'
import { createApplicationStore } from '#applications/application-store.ts'
import { createApplicationLogStore } from '#applications/call-log-store.ts'
import { createAnswerStore } from '#authorize/authorization-decision-store.ts'
import type { IssuerFor } from '#authorize/authorization-response.ts'
import { createAuthorizeRoutes } from '#authorize/authorize-routes.ts'
import { createAutoApprovalStore } from '#authorize/auto-approval-store.ts'
import { createPendingAuthorizationStore } from '#authorize/pending-authorization-store.ts'
import { createBooksWriters } from '#books/books-writers.ts'
import { createMessageStore, type MessageStore } from '#books/messages/message-store.ts'
import { createPdfPrinter, type PdfPrinter } from '#books/printing/pdf-printer.ts'
import { createBusinessAccessStore } from '#businesses/business-access-store.ts'
import { createPlanStore } from '#businesses/plan-store.ts'
import { createConnectedAppsRoutes } from '#connected-apps/connected-apps-routes.ts'
import { createPersonLookups } from '#connected-apps/person-lookups.ts'
import type { Database } from '#database/database.ts'
import { type OnStatement, operationOf } from '#database/ended-statement.ts'
import { openDatabase, type OpenDatabase } from '#database/open-database.ts'
import { seedDemo } from '#demo/demo-store.ts'
import { seedLarge } from '#demo/large/large-store.ts'
import { createDevelopersRoutes } from '#developers/developers-routes.ts'
import { createPersonalTokenRoutes } from '#developers/personal-token-routes.ts'
import { createAccessRevocationStore } from '#grants/access-revocation-store.ts'
import { createGrantStore } from '#grants/grant-store.ts'
import { createGraphqlRoutes, GRAPHQL_PATH } from '#graphql/graphql-routes.ts'
import { errorMiddleware } from '#http/error-middleware.ts'
import { findOutage } from '#http/errors.ts'
import { createProviderLimits } from '#http/request-limit-middleware.ts'
import { strictTransportMiddleware } from '#http/strict-transport-middleware.ts'
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
import { createPasskeys } from '#passkeys/passkey-responder.ts'
import { createPasskeyStore } from '#passkeys/passkey-store.ts'
import { createPasswordResetRoutes } from '#password-reset/password-reset-routes.ts'
import { createPasswordResetStore, type PasswordResetStore } from '#password-reset/password-reset-store.ts'
import { createPaymentDetailsRoutes } from '#payment-details/payment-details-routes.ts'
import { createPaymentDetailsStore } from '#payment-details/payment-details-store.ts'
import { createPlansRoutes } from '#plans/plans-routes.ts'
import { createPromptRoutes } from '#prompts/prompt-routes.ts'
import { createPromptViewStore } from '#prompts/prompt-view.ts'
import { createSecondFactorStore } from '#second-factor/second-factor-store.ts'
import { createSecurityRoutes } from '#security/security-routes.ts'
import { createSentMessagesRoutes } from '#sent-messages/sent-messages-routes.ts'
import { createSharedDocumentStore } from '#shared-documents/shared-document-store.ts'
import { createDocumentLinkStore } from '#shared-documents/document-link-store.ts'
import { createMadeLinksStore } from '#shared-documents/made-links-store.ts'
import { createSharedDocumentsRoutes } from '#shared-documents/shared-documents-routes.ts'
import { createConfirmPasswordRoutes } from '#sign-in/confirm-password-routes.ts'
import { createPasskeyAttempts, createSecondStep } from '#sign-in/second-step-responder.ts'
import { createAccountOpener } from '#sign-in/session-responder.ts'
import { createSignInRoutes } from '#sign-in/sign-in-routes.ts'
import { createSignInService } from '#sign-in/sign-in-responder.ts'
import { createSignOutRoutes } from '#sign-in/sign-out-routes.ts'
import { createSiteRoutes } from '#site/site-routes.ts'
import { createBearerStore } from '#tokens/bearer-store.ts'
import { createPersonalTokenStore } from '#tokens/personal-token-store.ts'
import { createTokenService } from '#tokens/token-endpoint.ts'
import { createTokenRoutes } from '#tokens/token-routes.ts'
import { createTokenStore } from '#tokens/token-store.ts'
import { type BrowserSessionStore, createBrowserSessionStore } from '#users/browser-session-store.ts'
import { createOwnBrowsersStore } from '#users/own-browsers-store.ts'
import { createAccountStore } from '#users/user-store.ts'
import type { ProviderConfig } from './config.ts'

type ProviderOptions = {
  readonly logger: Logger
  readonly clock: Clock
  /** The address people use; asked late, because a free port is known only after listening. */
  readonly publicUrl: () => string
  /** Waits for a database that is away instead of failing. */
  readonly awaitDatabase?: <Opened>(open: () => Promise<Opened>, logger: Logger) => Promise<Opened>
}

/** What the provider consists of before it answers anything. */
type ProviderParts = Awaited<ReturnType<typeof createParts>>

/** 1. Opens, migrates and seeds the database, and creates each part on it. The command line needs no more than this. */
export async function createParts(config: ProviderConfig, options: ProviderOptions) {
  const { clock, publicUrl } = options
  const { logLinesPerMinute: linesPerMinute, loggedCallsPerMinute: callsPerMinute } = config
  const logger = foldOutages(options.logger, { outageOf: findOutage, clock, linesPerMinute })
  const observation = await createObservation(config, logger)
  const database = await openSeeded(config, { ...options, logger, onStatement: observation.onStatement })
  if (database.countConnections !== undefined) {
    showConnections(observation.metrics, database.countConnections)
  }
  const { db, reading, health, budgets } = database
  const applicationLog = createApplicationLogStore({ db, clock, logger, callsPerMinute })
  const printer = createPdfPrinter({ clock })
  const { printPdf } = printer
  const messages = createMessageStore(db, clock)
  const accounts = createAccountParts(config, { db, clock, logger })

  return {
    config,
    logger,
    clock,
    publicUrl,
    ...observation,
    // Each kind of work has connections of its own.
    db,
    reading,
    health,
    budgets,
    writers: createBooksWriters(database.writing, clock),
    ...createAuthorizationParts(config, database, { clock, publicUrl }),
    ...accounts,
    ...createMailWorkers(config, { ...accounts, messages, printPdf, publicUrl, clock, logger }),
    applicationLog,
    messages,
    printPdf,
    limits: createProviderLimits({ requestsPerMinute: config.requestsPerMinute }),
    lines: createBoundedLines({ logger, clock, linesPerMinute }),
    close: async () => {
      await applicationLog.close()
      await printer.close()
      await database.close()
      await observation.telemetry?.close()
    },
  }
}

/** What operators see: metrics, traces, and how long each statement took. */
async function createObservation(config: ProviderConfig, logger: Logger) {
  const metrics = createMetrics({ service: 'provider', process: true })
  const providerMetrics = createProviderMetrics(metrics)
  const telemetry = await createTelemetry({ config: config.telemetry, logger, registry: metrics })
  const onStatement: OnStatement = (statement) => {
    const labels = statementLabels(operationOf(statement.text), statement.isError)
    providerMetrics.statement.observe(labels, statement.tookMs / 1000)
    telemetry?.onStatement(statement)
  }
  return { metrics, providerMetrics, telemetry, onStatement }
}

async function openSeeded(
  { database: where, seed }: ProviderConfig,
  {
    clock,
    logger,
    onStatement,
    awaitDatabase = (open) => open(),
  }: Omit<ProviderOptions, 'publicUrl'> & { readonly onStatement: OnStatement },
) {
  const database = await awaitDatabase(() => openDatabase(where, { onStatement }), logger)
  try {
    const { db } = database
    if (seed !== 'none') await seedDemo({ db, clock, hasBooks: seed !== 'people' })
    if (seed === 'large') {
      await seedLarge({ db, clock, told: (progress) => logger.info({ event: 'seed.progress', ...progress }) })
    }
  } catch (error) {
    await database.close()
    throw error
  }
  return database
}

/** Applications, what they were allowed, and their tokens. */
function createAuthorizationParts(
  { secrets, refreshIdleMs, ...config }: ProviderConfig,
  { db, run }: OpenDatabase,
  { clock, publicUrl }: Pick<ProviderOptions, 'clock' | 'publicUrl'>,
) {
  const ownResource = () => publicUrl() + GRAPHQL_PATH
  const applications = createApplicationStore({ db, clock, maxPerAccount: config.applicationsPerAccount })
  const issuerFor: IssuerFor = ({ sendsIssuer }) =>
    (sendsIssuer ?? config.sendsIssuer) ? publicUrl() : undefined
  const businessAccess = createBusinessAccessStore({ db })
  const tokens = createTokenStore({ run })
  return {
    ownResource,
    applications,
    issuerFor,
    sendsIssuerToAll: async () => config.sendsIssuer && !(await applications.hasOneWithoutIssuer()),
    businessAccess,
    grants: createGrantStore({ db, clock }),
    accessRevocations: createAccessRevocationStore({ db, clock }),
    pendingAuthorizations: createPendingAuthorizationStore({ db, clock }),
    answers: createAnswerStore({ db, clock, secrets, issuerFor }),
    autoApprovals: createAutoApprovalStore({ db, clock, businessAccess }),
    bearers: createBearerStore({ run, clock }),
    tokenService: createTokenService({ tokens, clock, secrets, refreshIdleMs, ownResource }),
  }
}

/** How people sign in, their personal tokens, and the mails that wait for them. */
function createAccountParts(
  { secrets, mail }: ProviderConfig,
  { db, clock, logger }: { readonly db: Database; readonly clock: Clock; readonly logger: Logger },
) {
  const sendsMail = mail.carrier.kind === 'smtp'
  return {
    accountMails: createAccountMailStore({ db, clock }),
    passwordResets: createPasswordResetStore({ db, clock, secrets }),
    passkeyStore: createPasskeyStore({ db, clock, sendsMail }),
    secondFactors: createSecondFactorStore({ db, clock, logger, secrets, sendsMail }),
    personalTokens: createPersonalTokenStore({ db, clock, sendsMail }),
  }
}

/** What sends messages to customers, and mails about accounts. */
function createMailWorkers(
  { mail: { carrier, from }, name: harbour }: ProviderConfig,
  parts: {
    readonly messages: MessageStore
    readonly printPdf: PdfPrinter
    readonly accountMails: AccountMailStore
    readonly passwordResets: PasswordResetStore
    readonly publicUrl: () => string
    readonly clock: Clock
    readonly logger: Logger
  },
): { readonly mail: DueWorker; readonly accountMail: DueWorker | undefined } {
  const { messages, printPdf, publicUrl, clock, logger, accountMails: mails } = parts
  const { open: openReset } = parts.passwordResets
  const sender = { from, publicUrl, clock, logger }
  if (carrier.kind === 'outbox') {
    const outbox = createOutbox(carrier.folder)
    const mail = createMailWorker({ ...sender, messages, carrier: outbox, printPdf })
    // Mails about accounts are sent to a server only: in a folder of this machine other people could read their links.
    return { mail, accountMail: undefined }
  }
  const sendMail = createSmtpSender(carrier.url)
  const smtp: MailCarrier = { carry: (mail) => sendMail(mailOptionsOf(mail)) }
  return {
    mail: createMailWorker({ ...sender, messages, carrier: smtp, printPdf }),
    accountMail: createAccountMailWorker({ ...sender, mails, openReset, carrier: smtp, harbour }),
  }
}

/** 2. Everything the provider answers, in the order in which the addresses are tried. */
export function createApp(
  parts: ProviderParts,
  { isStopping }: { readonly isStopping: () => boolean },
): Express {
  const { config, logger, clock, db, lines, limits, metrics, providerMetrics, publicUrl } = parts
  const isSecure = config.publicUrl?.startsWith('https:') === true
  const responder = createPageResponder({ config, clock, logger, lines, db })
  const sessions = createBrowserSessionStore(db, clock, isSecure)

  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  // A fault that the last handler here does not catch is answered without its stack.
  app.set('env', 'production')
  app.set('trust proxy', config.trustedProxies)

  app.use(createHealthRoutes({ db: parts.health, metrics: providerMetrics, isStopping }))
  app.use(requestIdMiddleware())
  app.use(createRequestMetrics(metrics, 'provider').middleware)
  if (parts.telemetry !== undefined) app.use(parts.telemetry.middleware)
  const mayWrite = (req: Request, status: number) =>
    lines.mayWrite(networkOf(req.ip ?? 'unknown'), status >= 500)
  app.use(requestLogMiddleware({ logger, mayWrite }))
  if (isSecure) app.use(strictTransportMiddleware())
  const { tokenService, applicationLog } = parts
  app.use(createTokenRoutes({ tokenService, applicationLog, metrics: providerMetrics, limits }))
  app.use(createMetricsRoutes({ registry: metrics, token: config.metricsToken }))
  app.use(createMetadataRoutes({ publicUrl, sendsIssuerToAll: parts.sendsIssuerToAll, name: config.name }))
  const { reading, writers, budgets, bearers } = parts
  app.use(
    createGraphqlRoutes({
      db,
      reading,
      writers,
      budgets,
      config,
      publicUrl,
      clock,
      logger,
      lines,
      metrics,
      bearers,
      applicationLog,
    }),
  )
  app.use(createAuthorizeEndpoint(parts, { responder, sessions }))
  app.use(createPages(parts, { responder, sessions }))
  app.use((req, res) => responder.sendErrorPage(req, res, { kind: 'not_found' }))
  app.use(
    errorMiddleware({
      logger,
      sendNotFound: (req, res) => responder.sendErrorPage(req, res, { kind: 'not_found' }),
      sendFault: (req, res, status) =>
        responder.sendErrorPage(req, res, { kind: status === 503 ? 'closed' : 'fault' }),
    }),
  )
  return app
}

/** Where an application sends people; it shows pages only for what can't be answered by a redirect. */
function createAuthorizeEndpoint(parts: ProviderParts, { responder, sessions }: Shared): Router {
  const { applications, pendingAuthorizations, autoApprovals, answers, applicationLog } = parts
  const { providerMetrics: metrics, limits, issuerFor, ownResource } = parts
  return createAuthorizeRoutes({
    applications,
    pendingAuthorizations,
    autoApprovals,
    answers,
    applicationLog,
    metrics,
    limits,
    pages: {
      findAccounts: sessions.findAccounts,
      sendBadLink: (req, res, status) =>
        responder.sendErrorPage(req, res, { kind: 'bad_link', ...(status === undefined ? {} : { status }) }),
      sendTooMany: (req, res, againAtMs) =>
        responder.sendErrorPage(req, res, { kind: 'too_many', againAtMs }),
    },
    issuerFor,
    ownResource,
  })
}

type Shared = { readonly responder: PageResponder; readonly sessions: BrowserSessionStore }
type SignIn = ReturnType<typeof createSignIn>

/** 3. The pages of Harbour. */
function createPages(parts: ProviderParts, shared: Shared): Router {
  const { clock } = parts
  const { closedUntilMs } = parts.config
  const { responder } = shared
  const signIn = createSignIn(parts, shared)
  const router = Router()
  router.use((req, res, next) => {
    if (closedUntilMs === undefined || clock() >= closedUntilMs) return next()
    responder.sendErrorPage(req, res, { kind: 'closed', untilMs: closedUntilMs })
  })
  router.use(responder.showKept)
  router.use(...createAccountPages(parts, shared, signIn))
  router.use(...createAccessPages(parts, shared, signIn))
  router.use(...createDocumentPages(parts, shared))
  return router
}

/** What signs a person in: a password, a passkey, a second step. */
function createSignIn(parts: ProviderParts, { responder, sessions }: Shared) {
  const { db, clock, logger, lines, passkeyStore, providerMetrics, secondFactors } = parts
  const { secrets } = parts.config
  const passkeys = createPasskeys({ clock, secrets, passkeys: passkeyStore })
  const tryPasskey = createPasskeyAttempts({ db, clock, secrets, responder, passkeys })
  const secondStep = createSecondStep({ db, clock, secrets, responder, secondFactors, tryPasskey })
  const signIns = createSignInService({
    db,
    clock,
    logger,
    lines,
    secrets,
    responder,
    sessions,
    providerMetrics,
    secondStep,
    tryPasskey,
    passkeys,
    passkeyStore,
  })
  return { passkeys, secondStep, signIns, lookups: createPersonLookups(parts) }
}

/** Home, signing in and out, and what keeps an account safe. */
function createAccountPages(
  parts: ProviderParts,
  { responder, sessions }: Shared,
  { passkeys, secondStep, signIns, lookups }: SignIn,
): Router[] {
  const { db, clock, logger, config, applications, businessAccess, grants } = parts
  const { accountMails, passkeyStore, passwordResets, secondFactors } = parts
  const { lastAppName } = lookups
  const madeLinks = createMadeLinksStore({ db, clock })
  return [
    createSiteRoutes({ responder, sessions, businessAccess, accounts: createAccountStore(db) }),
    createSignInRoutes({ responder, sessions, signIns, passkeys, secondStep }),
    createSignOutRoutes({ responder, sessions, applications, lastAppName }),
    createConfirmPasswordRoutes({ responder, sessions, signIns, passkeys }),
    createSecurityRoutes({
      clock,
      logger,
      responder,
      accountOf: createAccountOpener(responder, sessions, '/security'),
      browsers: createOwnBrowsersStore({ db, clock }),
      signIns,
      secondStep,
      secondFactors,
      offersSecondFactor: config.offersSecondFactor,
      passkeys,
      passkeyStore,
      passwordResets,
      grants,
      applications,
      madeLinks,
    }),
    createPasswordResetRoutes({
      db,
      clock,
      logger,
      secrets: config.secrets,
      responder,
      accountMails,
      passwordResets,
      secondFactors,
      passkeyStore,
      grants,
      applications,
      madeLinks,
    }),
  ]
}

/** What an application is asked, and what a person sees and changes of its access later. */
function createAccessPages(
  parts: ProviderParts,
  { responder, sessions }: Shared,
  { passkeys, secondStep, signIns, lookups }: SignIn,
): Router[] {
  const { db, clock, logger, config, businessAccess, pendingAuthorizations } = parts
  const { applications, applicationLog, accessRevocations, grants, personalTokens } = parts
  const { answers, autoApprovals, issuerFor } = parts
  const { appsOf, countBusinesses, earlierGrants } = lookups
  return [
    createPromptRoutes({
      clock,
      responder,
      sessions,
      signIns,
      passkeys,
      secondStep,
      pendingAuthorizations,
      answers,
      autoApprovals,
      applicationLog,
      issuerFor,
      countBusinesses,
      views: createPromptViewStore({ businessAccess, pendingAuthorizations, earlierGrants }),
    }),
    createPlansRoutes({
      responder,
      sessions,
      businessAccess,
      requests: pendingAuthorizations,
      plans: createPlanStore(db, clock),
      plansAreFree: config.plansAreFree,
      appsOf,
    }),
    createConnectedAppsRoutes({
      responder,
      clock,
      logger,
      sessions,
      grants,
      accessRevocations,
      businessAccess,
    }),
    // Before the address of one application, which would take "tokens" for an id.
    createPersonalTokenRoutes({ responder, logger, clock, sessions, businessAccess, personalTokens }),
    createDevelopersRoutes({
      responder,
      logger,
      config,
      sessions,
      applications,
      applicationLog,
      accessRevocations,
    }),
  ]
}

/** Documents that customers open, and what a business sends them. */
function createDocumentPages(parts: ProviderParts, { responder, sessions }: Shared): Router[] {
  const { db, clock, logger, config, businessAccess, limits, messages, printPdf, writers } = parts
  const books = { db, writers, clock }
  return [
    createSharedDocumentsRoutes({
      responder,
      sessions,
      documents: createSharedDocumentStore(books),
      links: createDocumentLinkStore(books),
      clock,
      limits,
      printPdf,
      logger,
    }),
    createSentMessagesRoutes({ responder, sessions, businessAccess, messages, config, printPdf }),
    createPaymentDetailsRoutes({
      responder,
      sessions,
      businessAccess,
      details: createPaymentDetailsStore(books),
    }),
  ]
}

/** 4. What is done beside the requests: mail is sent, and what has expired is removed. */
export function startWork(
  parts: ProviderParts,
  isStopping: () => boolean,
): readonly { close(): Promise<void> }[] {
  const { config, db, clock, logger, providerMetrics, secondFactors, mail, accountMail } = parts
  const background = startBackgroundWork({
    db,
    clock,
    logger,
    providerMetrics,
    sweepIntervalMs: config.sweepIntervalMs,
    booksCheckIntervalMs: config.booksCheckIntervalMs,
    logKeptDays: config.logKeptDays,
    sealAnew: secondFactors.sealAnew,
    isStopping,
  })
  const workers = [mail, accountMail].filter((worker) => worker !== undefined)
  return [background, ...workers.map((worker) => keepSending(worker, logger))]
}
