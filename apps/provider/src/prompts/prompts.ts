import type { BusinessChoiceView } from './business/business-choice.ts'
import { needsBusiness } from './business/business-decision.ts'
import { needsAccount } from './account/account-decision.ts'
import { needsConsent } from './consent/consent-decision.ts'
import { needsSignIn } from './sign-in/sign-in-decision.ts'
import type { RequestAccount } from '#users/account-for-request.ts'

/** What is known of a request and of the browser that shows it. */
export type PromptFacts = {
  readonly account: RequestAccount['kind']
  /** Undefined before the account is known: whose businesses they are is not yet said. */
  readonly choice: BusinessChoiceView['kind'] | undefined
}

/**
 * THE LIST: what a person is asked before an application is answered, in this order. Each has a folder with its
 * decision, its page and its form; choosing one of several businesses is on the page of the consent.
 */
const PROMPTS = [
  { name: 'sign_in', isNeeded: needsSignIn },
  { name: 'account', isNeeded: needsAccount },
  { name: 'business', isNeeded: needsBusiness },
  { name: 'consent', isNeeded: needsConsent },
] as const satisfies readonly { readonly name: string; readonly isNeeded: (facts: PromptFacts) => boolean }[]

export type PromptName = (typeof PROMPTS)[number]['name']

/** The first prompt of the list that is needed. */
export function nextPrompt(facts: PromptFacts): PromptName {
  return PROMPTS.find(({ isNeeded }) => isNeeded(facts))?.name ?? 'consent'
}
