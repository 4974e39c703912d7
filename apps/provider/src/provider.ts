import { createSmtpSender } from '@counterfoil/service/mail/smtp'
import { createBoundedLines } from '@counterfoil/service/telemetry/bounded-lines'
import type { Clock } from '@counterfoil/service/values/clock'
import type { Secrets } from '@counterfoil/service/settings/config-faults'
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
import { createAuthorizeRoutes } from '#authorize/authorize-routes.ts'
import { createAutoApprovalStore } from '#authorize/auto-approval-store.ts'
import { createPendingAuthorizationStore } from '#authorize/pending-authorization-store.ts'
import { createBooksWriters } from '#books/books-writers.ts'
import { createMessageStore } from '#books/messages/message-store.ts'
import { createPdfPrinter, type PdfPrinter } from '#books/printing/pdf-printer.ts'
import { createBusinessAccessStore } from '#businesses/business-access-store.ts'
import { createPlanStore } from '#businesses/plan-store.ts'
import { createConnectedAppsRoutes } from '#connected-apps/connected-apps-routes.ts'
import { createPersonLookups } from '#connected-apps/person-lookups.ts'
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
import { createPasswordResetStore } from '#password-reset/password-reset-store.ts'
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
  /** Returns the public URL. Called late, because a free port is known only after listening. */
  readonly publicUrl: () => string
  /** Waits for an unavailable database instead of failing. */
  readonly awaitDatabase?: <Opened>(open: () => Promise<Opened>, logger: Logger) => Promise<Opened>
}

// 1. The database, and each part on it. The command line needs no more than this.

/** The parts of the provider without HTTP. Each function takes those that its own parameter type names. */
type ProviderParts = Awaited<ReturnType<typeof createParts>>

/** Opens, migrates and seeds the database, and creates each part on it. */
export async function createParts(config: ProviderConfig, options: ProviderOptions) {
  const { clock, publicUrl } = options
  const { secrets, logLinesPerMinute: linesPerMinute } = config
  const logger = foldOutages(options.logger, { outageOf: findOutage, clock, linesPerMinute })
  const observation = await createObservation(config, logger)
  const database = await openSeeded(config, { ...options, logger, onStatement: observation.onStatement })
  if (database.countConnections !== undefined) {
    showConnections(observation.metrics, database.countConnections)
  }
  const { db, run, reading, health, budgets } = database
  const printer = createPdfPrinter({ clock })
  const sendsMail = config.mail.carrier.kind === 'smtp'
  const basis = { config, secrets, logger, clock, publicUrl, db, run, sendsMail }
  const stores = createStores(basis)
  const { printPdf } = printer

  return {
    ...basis,
    ...observation,
    ...stores,
    ...createMailWorkers({ ...basis, ...stores, printPdf }),
    // Each kind of work has connections of its own.
    reading,
    health,
    budgets,
    writers: createBooksWriters(database.writing, clock),
    printPdf,
    limits: createProviderLimits({ requestsPerMinute: config.requestsPerMinute }),
    lines: createBoundedLines({ logger, clock, linesPerMinute }),
    close: async () => {
      await stores.applicationLog.close()
      await printer.close()
      await database.close()
      await observation.telemetry?.close()
    },
  }
}

/** Creates metrics and traces, and records the duration of each statement. */
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

/** The dependencies of the stores. */
type Basis = Pick<ProviderOptions, 'logger' | 'clock' | 'publicUrl'> &
  Pick<OpenDatabase, 'db' | 'run'> & {
    readonly config: ProviderConfig
    readonly secrets: Secrets
    /** True if people can be notified by mail. */
    readonly sendsMail: boolean
  }

/** Creates the stores: applications, grants, tokens, sign-in, and queued mails. */
function createStores(basis: Basis) {
  const { config, db, clock, publicUrl } = basis
  const ownResource = () => publicUrl() + GRAPHQL_PATH
  const issuerFor: IssuerFor = ({ sendsIssuer }) =>
    (sendsIssuer ?? config.sendsIssuer) ? publicUrl() : undefined
  const applications = createApplicationStore({ db, clock, maxPerAccount: config.applicationsPerAccount })
  const businessAccess = createBusinessAccessStore(basis)
  const tokens = createTokenStore(basis)
  return {
    ownResource,
    issuerFor,
    applications,
    sendsIssuerToAll: async () => config.sendsIssuer && !(await applications.hasOneWithoutIssuer()),
    applicationLog: createApplicationLogStore({ ...basis, callsPerMinute: config.loggedCallsPerMinute }),
    businessAccess,
    grants: createGrantStore(basis),
    accessRevocations: createAccessRevocationStore(basis),
    pendingAuthorizations: createPendingAuthorizationStore(basis),
    answers: createAnswerStore({ ...basis, issuerFor }),
    autoApprovals: createAutoApprovalStore({ ...basis, businessAccess }),
    bearers: createBearerStore(basis),
    tokenService: createTokenService({ ...basis, tokens, refreshIdleMs: config.refreshIdleMs, ownResource }),
    accountMails: createAccountMailStore(basis),
    passwordResets: createPasswordResetStore(basis),
    passkeyStore: createPasskeyStore(basis),
    secondFactors: createSecondFactorStore(basis),
    personalTokens: createPersonalTokenStore(basis),
    messages: createMessageStore(db, clock),
  }
}

/** Creates the workers that send messages to customers, and mails about accounts. */
function createMailWorkers(
  parts: Basis & ReturnType<typeof createStores> & { readonly printPdf: PdfPrinter },
): { readonly mail: DueWorker; readonly accountMail: DueWorker | undefined } {
  const { accountMails: mails, passwordResets, config } = parts
  const { carrier, from } = config.mail
  if (carrier.kind === 'outbox') {
    const mail = createMailWorker({ ...parts, from, carrier: createOutbox(carrier.folder) })
    // Mails about accounts are sent only by a mail server: in a local folder other people could read their links.
    return { mail, accountMail: undefined }
  }
  const sendMail = createSmtpSender(carrier.url)
  const smtp: MailCarrier = { carry: (mail) => sendMail(mailOptionsOf(mail)) }
  const sender = { ...parts, from, carrier: smtp }
  return {
    mail: createMailWorker(sender),
    accountMail: createAccountMailWorker({
      ...sender,
      mails,
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
  const { config, logger, clock, db, lines, metrics, providerMetrics } = parts
  const isSecure = config.publicUrl?.startsWith('https:') === true
  const responder = createPageResponder(parts)
  const sessions = createBrowserSessionStore(db, clock, isSecure)

  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  // Express then answers an error that the last handler misses without its stack.
  app.set('env', 'production')
  app.set('trust proxy', config.trustedProxies)

  app.use(createHealthRoutes({ db: parts.health, metrics: providerMetrics, isStopping }))
  app.use(requestIdMiddleware())
  app.use(createRequestMetrics(metrics, 'provider').middleware)
  if (parts.telemetry !== undefined) app.use(parts.telemetry.middleware)
  const mayWrite = (req: Request, status: number) =>
    lines.mayWrite(networkOf(req.ip ?? 'unknown'), status >= 500)
  app.use(requestLogMiddleware({ logger, mayWrite }))
  if (isSecure) {
    app.use((_req, res, next) => {
      res.set(STRICT_TRANSPORT)
      next()
    })
  }
  app.use(createTokenRoutes({ ...parts, metrics: providerMetrics }))
  app.use(createMetricsRoutes({ registry: metrics, token: config.metricsToken }))
  app.use(createMetadataRoutes({ ...parts, name: config.name }))
  app.use(createGraphqlRoutes(parts))
  app.use(
    createAuthorizeRoutes({
      ...parts,
      metrics: providerMetrics,
      // Pages only for errors that can't be answered by a redirect.
      pages: {
        findAccounts: sessions.findAccounts,
        sendBadLink: (req, res, status) =>
          responder.sendErrorPage(req, res, {
            kind: 'bad_link',
            ...(status === undefined ? {} : { status }),
          }),
        sendTooMany: (req, res, againAtMs) =>
          responder.sendErrorPage(req, res, { kind: 'too_many', againAtMs }),
      },
    }),
  )
  app.use(createPages({ ...parts, responder, sessions }))
  const sendNotFound = (req: Request, res: Response) =>
    responder.sendErrorPage(req, res, { kind: 'not_found' })
  app.use(sendNotFound)
  app.use(
    errorMiddleware({
      logger,
      sendNotFound,
      sendFault: (req, res, status) =>
        responder.sendErrorPage(req, res, { kind: status === 503 ? 'closed' : 'fault' }),
    }),
  )
  return app
}

// 3. The pages of Harbour.

type PageParts = ProviderParts & {
  readonly responder: PageResponder
  readonly sessions: BrowserSessionStore
}

function createPages(parts: PageParts): Router {
  const { config, db, clock, responder, sessions, businessAccess, pendingAuthorizations } = parts
  const { closedUntilMs, offersSecondFactor, plansAreFree } = config
  const all = {
    ...parts,
    ...createSignIn(parts),
    ...createPersonLookups(parts),
    links: createDocumentLinkStore(parts),
  }
  const { earlierGrants } = all
  const router = Router()
  router.use((req, res, next) => {
    if (closedUntilMs === undefined || clock() >= closedUntilMs) return next()
    responder.sendErrorPage(req, res, { kind: 'closed', untilMs: closedUntilMs })
  })
  router.use(responder.showKept)

  // Home, signing in and out, and account security.
  router.use(createSiteRoutes({ ...all, accounts: createAccountStore(db) }))
  router.use(createSignInRoutes(all))
  router.use(createSignOutRoutes(all))
  router.use(createConfirmPasswordRoutes(all))
  const accountOf = createAccountOpener(responder, sessions, '/security')
  const browsers = createOwnBrowsersStore(all)
  router.use(createSecurityRoutes({ ...all, accountOf, browsers, offersSecondFactor }))
  router.use(createPasswordResetRoutes(all))

  // The prompts of authorization requests, and the access that a person reviews and changes later.
  const views = createPromptViewStore({ businessAccess, pendingAuthorizations, earlierGrants })
  router.use(createPromptRoutes({ ...all, views }))
  const plans = createPlanStore(db, clock)
  router.use(createPlansRoutes({ ...all, requests: pendingAuthorizations, plans, plansAreFree }))
  router.use(createConnectedAppsRoutes(all))
  // Before the route of one application, which would take "tokens" for an id.
  router.use(createPersonalTokenRoutes(all))
  router.use(createDevelopersRoutes(all))

  // Documents that customers open, and messages of a business.
  const documents = createSharedDocumentStore(all)
  router.use(createSharedDocumentsRoutes({ ...all, documents }))
  router.use(createSentMessagesRoutes(all))
  router.use(createPaymentDetailsRoutes({ ...all, details: createPaymentDetailsStore(all) }))
  return router
}

/** Creates the services of signing in: password, passkey, second step. */
function createSignIn(parts: PageParts) {
  const passkeys = createPasskeys({ ...parts, passkeys: parts.passkeyStore })
  const tryPasskey = createPasskeyAttempts({ ...parts, passkeys })
  const secondStep = createSecondStep({ ...parts, tryPasskey })
  const signIns = createSignInService({ ...parts, passkeys, tryPasskey, secondStep })
  return { passkeys, secondStep, signIns }
}

// 4. Background work: mail is sent, and expired rows are removed.

export function startWork(
  parts: ProviderParts,
  isStopping: () => boolean,
): readonly { close(): Promise<void> }[] {
  const { config, logger, secondFactors, mail, accountMail } = parts
  const background = startBackgroundWork({
    ...parts,
    sweepIntervalMs: config.sweepIntervalMs,
    booksCheckIntervalMs: config.booksCheckIntervalMs,
    logKeptDays: config.logKeptDays,
    sealAnew: secondFactors.sealAnew,
    isStopping,
  })
  const workers = [mail, accountMail].filter((worker) => worker !== undefined)
  return [background, ...workers.map((worker) => keepSending(worker, logger))]
}
