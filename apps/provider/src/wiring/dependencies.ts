import { createBoundedLines } from '@counterfoil/service/bounded-lines'
import type { Clock } from '@counterfoil/service/clock'
import type { Logger } from '@counterfoil/service/logger'
import { foldOutages } from '@counterfoil/service/outage-log'
import { createMetrics } from '@counterfoil/service/metrics'
import { createApplicationLogStore } from '#applications/call-log-store.ts'
import { createBusinessAccessStore } from '#businesses/business-access-store.ts'
import { createAccessRevocationStore } from '#grants/access-revocation-store.ts'
import { createGrantStore } from '#grants/grant-store.ts'
import { createAnswerStore } from '#authorize/authorization-decision-store.ts'
import { createPendingAuthorizationStore } from '#authorize/pending-authorization-store.ts'
import { createAutoApprovalStore } from '#authorize/auto-approval-store.ts'
import type { Application } from '#applications/application.ts'
import { createApplicationStore } from '#applications/application-store.ts'
import { operationOf, type OnStatement } from '#database/ended-statement.ts'
import type { Database } from '#database/database.ts'
import { openDatabase, type OpenDatabase } from '#database/open-database.ts'
import { seedDemo } from '#demo/demo-store.ts'
import { seedLarge } from '#demo/large/large-store.ts'
import { createBearerStore } from '#tokens/bearer-store.ts'
import { createPersonalTokenStore } from '#tokens/personal-token-store.ts'
import { createTokenService } from '#tokens/token-endpoint.ts'
import { createTokenStore } from '#tokens/token-store.ts'
import { createBooksWriters } from '#books/books-writers.ts'
import { createMessageStore } from '#books/messages/message-store.ts'
import { createPdfPrinter } from '#books/printing/pdf-printer.ts'
import { createAccountMailStore } from '#account-mail/account-mail-store.ts'
import { createPasskeyStore } from '#passkeys/passkey-store.ts'
import { createSecondFactorStore } from '#second-factor/second-factor-store.ts'
import { GRAPHQL_PATH } from '#graphql/graphql-routes.ts'
import { createPasswordResetStore } from '#password-reset/password-reset-store.ts'
import { createAccountMail, createMail } from './mail.ts'
import { createTelemetry } from './telemetry.ts'
import type { ProviderConfig } from '../config.ts'
import { createProviderMetrics, showConnections, statementLabels } from '#operations/provider-metrics.ts'
import { findOutage } from '#http/errors.ts'
import { createProviderLimits } from '#http/request-limit-middleware.ts'

export type ProviderDependencies = Awaited<ReturnType<typeof createDependencies>>

interface DependencyOptions {
  readonly logger: Logger
  readonly clock: Clock
  /** The address people use; asked late, because a free port is known only after listening. */
  readonly publicUrl: () => string
  /** Waits for a database that is away instead of failing. */
  readonly awaitDatabase?: <Opened>(open: () => Promise<Opened>, logger: Logger) => Promise<Opened>
}

/** Opens the database, migrates and seeds it, and wires every store to it. */
export async function createDependencies(config: ProviderConfig, options: DependencyOptions) {
  const { clock, publicUrl } = options
  const logger = foldOutages(options.logger, {
    ...{ outageOf: findOutage, clock, linesPerMinute: config.logLinesPerMinute },
  })
  const { metrics, providerMetrics, telemetry, onStatement } = await createObservation(config, logger)
  const database = await openSeeded(config, { ...options, logger, onStatement })
  const { db, run } = database
  if (database.countConnections !== undefined) showConnections(metrics, database.countConnections)
  const { loggedCallsPerMinute: callsPerMinute } = config
  const applicationLog = createApplicationLogStore({ db, clock, logger, callsPerMinute })
  const businessAccess = createBusinessAccessStore({ db })
  const messages = createMessageStore(db, clock)
  const printer = createPdfPrinter({ clock })
  const { printPdf } = printer
  const ownResource = () => publicUrl() + GRAPHQL_PATH
  const applicationParts = createApplicationParts({ config, db, clock, publicUrl })

  return {
    config,
    logger,
    clock,
    ...createDatabaseParts(database, clock),
    publicUrl,
    ownResource,
    metrics,
    providerMetrics,
    telemetry,
    limits: createProviderLimits({ requestsPerMinute: config.requestsPerMinute }),
    applicationLog,
    messages,
    printPdf,
    mail: createMail({ ...config.mail, messages, printPdf, publicUrl, clock, logger }),
    ...createAccountParts({ config, db, clock, logger, publicUrl }),
    lines: createBoundedLines({ logger, clock, linesPerMinute: config.logLinesPerMinute }),
    ...applicationParts,
    businessAccess,
    grants: createGrantStore({ db, clock }),
    accessRevocations: createAccessRevocationStore({ db, clock }),
    pendingAuthorizations: createPendingAuthorizationStore({ db, clock }),
    answers: createAnswerStore({ db, clock, secrets: config.secrets, ...applicationParts }),
    autoApprovals: createAutoApprovalStore({ db, clock, businessAccess }),
    bearers: createBearerStore({ run, clock }),
    tokenService: createTokenService({
      tokens: createTokenStore({ run }),
      clock,
      secrets: config.secrets,
      refreshIdleMs: config.refreshIdleMs,
      ownResource,
    }),
    close: async () => {
      await applicationLog.close()
      await printer.close()
      await database.close()
      await telemetry?.close()
    },
  }
}

/** What each kind of work reads and writes with. */
function createDatabaseParts({ db, reading, writing, health, budgets }: OpenDatabase, clock: Clock) {
  return { db, reading, health, budgets, writers: createBooksWriters(writing, clock) }
}

/** The applications, and which of them are sent `iss`. */
function createApplicationParts({
  config,
  publicUrl,
  ...parts
}: {
  readonly config: ProviderConfig
  readonly db: Database
  readonly clock: Clock
  readonly publicUrl: () => string
}) {
  const applications = createApplicationStore({ ...parts, maxPerAccount: config.applicationsPerAccount })
  return {
    applications,
    issuerFor: ({ sendsIssuer }: Pick<Application, 'sendsIssuer'>) =>
      (sendsIssuer ?? config.sendsIssuer) ? publicUrl() : undefined,
    sendsIssuerToAll: async () => config.sendsIssuer && !(await applications.hasOneWithoutIssuer()),
  }
}

/** Links to set a password, codes of an app, personal tokens, and the mails about them. */
function createAccountParts(deps: {
  readonly config: ProviderConfig
  readonly db: Database
  readonly clock: Clock
  readonly logger: Logger
  readonly publicUrl: () => string
}) {
  const { config, db, clock } = deps
  const accountMails = createAccountMailStore({ db, clock })
  const passwordResets = createPasswordResetStore({ db, clock, secrets: config.secrets })
  const sendsMail = config.mail.carrier.kind === 'smtp'
  const facts = { harbour: config.name, mails: accountMails, openReset: passwordResets.open }
  return {
    accountMails,
    passwordResets,
    passkeyStore: createPasskeyStore({ db, clock, sendsMail }),
    secondFactors: createSecondFactorStore({ ...deps, secrets: config.secrets, sendsMail }),
    personalTokens: createPersonalTokenStore({ db, clock, sendsMail }),
    /** Undefined without a mail server. */
    accountMail: createAccountMail({ ...deps, ...config.mail, ...facts }),
  }
}

/** What operators see: metrics, traces, and how long each statement took. */
async function createObservation(config: ProviderConfig, logger: Logger) {
  const metrics = createMetrics({ service: 'provider', process: true })
  const providerMetrics = createProviderMetrics(metrics)
  const telemetry = await createTelemetry({ config, logger, registry: metrics })
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
  }: Omit<DependencyOptions, 'publicUrl'> & { readonly onStatement: OnStatement },
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
