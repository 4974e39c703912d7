import type { Request, Response } from 'express'
import type { PersonsAnswer } from '#authorize/authorization-decision.ts'
import type { PendingAuthorization } from '#authorize/pending-authorization.ts'
import type { BrowserAccount } from '#users/browser-session.ts'
import type { ConsentView } from './consent-page.ts'

/** What a person has filled in and not yet sent, or sent with a fault. */
export type ConsentForm = {
  readonly picked: string | undefined
  readonly search: string
  readonly kept: readonly string[] | undefined
}

/** Shows the prompt that comes next. */
export type ShowPrompt = (
  req: Request,
  res: Response,
  request: PendingAuthorization,
  account: BrowserAccount,
  form: ConsentForm & { readonly fault: ConsentView['fault'] },
) => Promise<void>

/** Carries out what the person said, once, and goes back to the application or shows why not. */
export type FinishAuthorization = (
  req: Request,
  res: Response,
  request: PendingAuthorization,
  account: BrowserAccount,
  answer: PersonsAnswer,
  form: ConsentForm,
) => Promise<void>
