import type { BoundedLines } from '@counterfoil/service/telemetry/bounded-lines'
import type { Clock } from '@counterfoil/service/values/clock'
import type { Secrets } from '@counterfoil/service/settings/config-faults'
import type { Logger } from '@counterfoil/service/telemetry/logger'
import { networkOf } from '@counterfoil/service/http/network'
import type { Request, Response } from 'express'
import type { Database } from '#database/database.ts'
import { formEntries, formText } from '#http/form-fields.ts'
import { type BrowserKeys, createBrowserKeys } from './browser-key-responder.ts'
import { createCsrfToken, isCsrfToken } from './csrf-token.ts'
import { createErrorPages } from './error-page-responder.ts'
import { ownFormMiddleware } from './own-form-middleware.ts'
import { createPageAnswers, seeOther } from './page-answer-responder.ts'
import { createPageContexts, type PageContextConfig, readTimesIn } from './page-context-responder.ts'

type PageResponderConfig = PageContextConfig & { readonly secrets: Secrets }

type Parts = {
  readonly config: PageResponderConfig
  readonly clock: Clock
  readonly logger: Logger
  readonly lines: BoundedLines
  readonly db: Database
}

/** What every page route uses to read a request and to answer with a page. */
export type PageResponder = ReturnType<typeof createPageResponder>

export function createPageResponder(parts: Parts) {
  const { config, clock, logger, lines, db } = parts
  const contexts = createPageContexts(config, clock)
  const keys = createBrowserKeys(contexts)
  const tokens = createFormTokens({ secrets: config.secrets, keys })
  const answers = createPageAnswers({ clock, logger, db, secrets: config.secrets }, contexts, keys)
  const mayLog = (req: Request, isFault = false) => lines.mayWrite(networkOf(req.ip ?? 'unknown'), isFault)
  const sendErrorPage = createErrorPages({ clock, logger, mayLog }, contexts.context, answers)

  /** Answers with "your browser didn't send back what we need" and the same form, but for its password, its code, its passkey and its token. */
  async function sendFormTooOld(req: Request, res: Response, ...boundTo: readonly string[]): Promise<void> {
    const fields = formEntries(req.body, ['csrf', 'password', 'code', 'passkey'])
    const csrf = await tokens.csrfToken(req, res, ...boundTo)
    sendErrorPage(req, res, {
      kind: 'form_too_old',
      action: req.originalUrl,
      fields: [...fields, { name: 'csrf', value: csrf }],
    })
  }

  return {
    isSecure: contexts.isSecure,
    ownOrigin: contexts.ownOrigin,
    context: contexts.context,
    readTimesIn,
    browserKey: keys.browserKey,
    readBrowserKey: keys.readBrowserKey,
    setBrowserKey: keys.setBrowserKey,
    ...tokens,
    sendFormTooOld,
    ownForm: ownFormMiddleware({ logger, mayLog, ownOrigin: contexts.ownOrigin, sendErrorPage }),
    send: answers.send,
    showKept: answers.showKept,
    sendErrorPage,
    seeOther,
  }
}

const CSRF_SALT_BYTES = 12

/** Tokens that a form carries, so that no other page can post it: bound to the browser and to `boundTo`. */
function createFormTokens({
  secrets,
  keys,
}: {
  readonly secrets: Secrets
  readonly keys: Pick<BrowserKeys, 'browserKey' | 'readBrowserKey'>
}) {
  return {
    csrfToken(req: Request, res: Response, ...boundTo: readonly string[]): Promise<string> {
      const salt = crypto.getRandomValues(new Uint8Array(CSRF_SALT_BYTES))
      return createCsrfToken(secrets[0], [keys.browserKey(req, res), ...boundTo], salt)
    },

    /** Is the posted `csrf` field the one made for this browser session and for `boundTo`? */
    hasCsrfToken(req: Request, ...boundTo: readonly string[]): Promise<boolean> {
      const key = keys.readBrowserKey(req)
      if (key === undefined) return Promise.resolve(false)
      return isCsrfToken(secrets, [key, ...boundTo], formText(req.body, 'csrf') ?? '')
    },
  }
}
