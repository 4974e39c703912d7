import type { BoundedLines } from '@counterfoil/service/telemetry/bounded-lines'
import type { Clock } from '@counterfoil/service/values/clock'
import type { Secrets } from '@counterfoil/service/settings/config-faults'
import type { Logger } from '@counterfoil/service/telemetry/logger'
import { networkOf } from '@counterfoil/service/http/network'
import type { BrowserKey } from '@counterfoil/oauth/ids'
import { type RequestId, requestIdOf } from '@counterfoil/service/telemetry/request-id-middleware'
import type { Request, Response } from 'express'
import type { Database } from '#database/database.ts'
import { formEntries, formText } from '#http/form-fields.ts'
import { createBrowserKeys } from './browser-key-responder.ts'
import { createCsrfToken, isCsrfToken } from './csrf-token.ts'
import { createErrorPages } from './error-page-responder.ts'
import type { ErrorPage } from './error-page.ts'
import { ownFormMiddleware } from './own-form-middleware.ts'
import { createPageAnswers, seeOther } from './page-answer-responder.ts'
import { createPageContexts, type PageContextConfig, readTimesIn } from './page-context-responder.ts'
import type { Page, PageContext } from './page.ts'

type PageResponderConfig = PageContextConfig & { readonly secrets: Secrets }

type Parts = {
  readonly config: PageResponderConfig
  readonly clock: Clock
  readonly logger: Logger
  readonly lines: BoundedLines
  readonly db: Database
}

/** Reads page requests and answers them with pages. */
export type PageResponder = ReturnType<typeof createPageResponder>

/** One request to a page, with functions that read it and answer it. */
export interface Visit {
  readonly req: Request
  readonly res: Response
  readonly context: () => PageContext
  readonly requestId: () => RequestId
  readonly ownOrigin: () => string
  /** Returns a field of the posted form; undefined if it is absent or repeated. */
  readonly field: (name: string) => string | undefined
  /** Returns a query parameter; undefined if it is absent or repeated. */
  readonly query: (name: string) => string | undefined
  /** Returns the browser key in the request's cookie; undefined if it has none. */
  readonly browserKey: () => BrowserKey | undefined
  /** Returns the browser key; creates it and sets the cookie if there is none. */
  readonly browserKeyToKeep: () => BrowserKey
  readonly setBrowserKey: (key: BrowserKey) => void
  /** Returns a CSRF token for a form of this page. It is valid in this browser and for `boundTo`. */
  readonly token: (...boundTo: readonly string[]) => Promise<string>
  readonly hasToken: (...boundTo: readonly string[]) => Promise<boolean>
  /** Returns true if the form has a valid CSRF token. If not, answers with {@link Visit.sendFormTooOld}. */
  readonly isOwnForm: (...boundTo: readonly string[]) => Promise<boolean>
  /** Answers with an error and the same form with a new CSRF token; its password, code and passkey are dropped. */
  readonly sendFormTooOld: (...boundTo: readonly string[]) => Promise<void>
  readonly sendErrorPage: (errorPage: ErrorPage) => void
  readonly seeOther: (path: string) => void
  readonly show: (page: Page) => void
  readonly render: <View>(page: (view: View, context: PageContext) => Page, view: View) => void
}

const CSRF_SALT_BYTES = 12

export function createPageResponder(parts: Parts) {
  const { config, clock, logger, lines, db } = parts
  const contexts = createPageContexts(config, clock)
  const keys = createBrowserKeys(contexts)
  const { secrets } = config
  const answers = createPageAnswers({ clock, logger, db, secrets }, contexts, keys)
  const mayLog = (req: Request, isFault = false) => lines.mayWrite(networkOf(req.ip ?? 'unknown'), isFault)
  const sendErrorPage = createErrorPages({ clock, logger, mayLog }, contexts.context, answers)

  function createVisit(req: Request, res: Response): Visit {
    const visit: Visit = {
      req,
      res,
      context: () => contexts.context(req, res),
      requestId: () => requestIdOf(res),
      ownOrigin: () => contexts.ownOrigin(req),
      field: (name) => formText(req.body, name),
      query: (name) => formText(req.query, name),
      browserKey: () => keys.readBrowserKey(req),
      browserKeyToKeep: () => keys.browserKey(req, res),
      setBrowserKey: (key) => keys.setBrowserKey(res, key),
      token(...boundTo) {
        const salt = crypto.getRandomValues(new Uint8Array(CSRF_SALT_BYTES))
        return createCsrfToken(secrets[0], [keys.browserKey(req, res), ...boundTo], salt)
      },
      async hasToken(...boundTo) {
        const key = keys.readBrowserKey(req)
        return key !== undefined && isCsrfToken(secrets, [key, ...boundTo], formText(req.body, 'csrf') ?? '')
      },
      async isOwnForm(...boundTo) {
        const isOwn = await visit.hasToken(...boundTo)
        if (!isOwn) await visit.sendFormTooOld(...boundTo)
        return isOwn
      },
      async sendFormTooOld(...boundTo) {
        const fields = formEntries(req.body, ['csrf', 'password', 'code', 'passkey'])
        const csrf = await visit.token(...boundTo)
        visit.sendErrorPage({
          kind: 'form_too_old',
          action: req.originalUrl,
          fields: [...fields, { name: 'csrf', value: csrf }],
        })
      },
      sendErrorPage: (errorPage) => sendErrorPage(req, res, errorPage),
      seeOther: (path) => seeOther(res, path),
      show: (page) => answers.send(req, res, page),
      render: (page, view) => visit.show(page(view, visit.context())),
    }
    return visit
  }

  return {
    isSecure: contexts.isSecure,
    createVisit,
    readTimesIn,
    readBrowserKey: keys.readBrowserKey,
    ownForm: ownFormMiddleware({ logger, mayLog, ownOrigin: contexts.ownOrigin, sendErrorPage }),
    showKept: answers.showKept,
    sendErrorPage,
  }
}
