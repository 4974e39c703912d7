import type { Secrets } from '@counterfoil/service/config-faults'
import type { Request, Response } from 'express'
import { formText } from '#http/form-fields.ts'
import type { BrowserKeys } from './browser-key-responder.ts'
import { createCsrfToken, isCsrfToken } from './csrf-token.ts'

const CSRF_SALT_BYTES = 12

/** Tokens that a form carries, so that no other page can post it: bound to the browser and to `boundTo`. */
export function createFormTokens({
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
