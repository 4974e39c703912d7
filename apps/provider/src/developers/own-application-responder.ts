import type { Logger } from '@counterfoil/service/telemetry/logger'
import { requestIdOf } from '@counterfoil/service/telemetry/request-id-middleware'
import type { Request, Response } from 'express'
import type { ApplicationStore } from '#applications/application-store.ts'
import type { Application } from '#applications/application.ts'
import type { ApplicationLogStore } from '#applications/call-log-store.ts'
import type { AccessRevocationStore } from '#grants/access-revocation-store.ts'
import { parseApplicationId } from '#http/given-id.ts'
import type { PageResponder } from '#pages/page-responder.ts'
import type { AccountReader } from '#sign-in/session-responder.ts'
import type { BrowserSessionStore } from '#users/browser-session-store.ts'
import type { BrowserAccount } from '#users/browser-session.ts'

/** What the pages for developers are made of. */
export interface DevelopersOptions {
  readonly responder: PageResponder
  readonly logger: Logger
  readonly config: {
    readonly accessTokenSeconds: number
    readonly secretOverlapSeconds: number
    readonly sendsIssuer: boolean
  }
  readonly sessions: BrowserSessionStore
  readonly applications: ApplicationStore
  readonly applicationLog: Pick<ApplicationLogStore, 'list'>
  readonly accessRevocations: AccessRevocationStore
}

export type DevelopersParts = DevelopersOptions & { readonly accountOf: AccountReader }

/** A person's own application, and the person. */
export type Opened = { readonly account: BrowserAccount; readonly application: Application }

/** The token of a form, for the person it is shown to. */
export function tokenFor(
  { responder }: DevelopersParts,
  req: Request,
  res: Response,
  account: BrowserAccount,
) {
  return responder.csrfToken(req, res, 'developers', account.userId)
}

/** Logs who changed which application. */
export function noteChange(
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

/** Who posted a form of ours; undefined when that is not proved, and the browser was answered. */
export async function posted(
  deps: DevelopersParts,
  req: Request,
  res: Response,
): Promise<BrowserAccount | undefined> {
  const { responder } = deps

  const account = await deps.accountOf(req, res)
  if (account === undefined || (await responder.hasCsrfToken(req, 'developers', account.userId)))
    return account
  await responder.sendFormTooOld(req, res, 'developers', account.userId)
  return undefined
}

/** The application of the address; undefined when it is not there for this person, and the browser was answered. */
export async function openOwn(deps: DevelopersParts, req: Request, res: Response) {
  return ownApplication(deps, req, res, await deps.accountOf(req, res))
}

/** The same for a form that was posted. */
export async function openPosted(deps: DevelopersParts, req: Request, res: Response) {
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
  const id = parseApplicationId(req.params['id'])
  const application = id === undefined ? undefined : await applications.findById(id)
  if (application !== undefined && !application.isDeleted && application.ownerUserId === account.userId) {
    return { account, application }
  }
  responder.sendErrorPage(req, res, { kind: 'not_found' })
  return undefined
}
