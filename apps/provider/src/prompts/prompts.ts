import type { BusinessChoiceView } from './business/business-choice.ts'
import type { RequestAccount } from '#users/browser-session.ts'

/** What is known of a request and of the browser that shows it. */
type PromptFacts = {
  readonly account: RequestAccount['kind']
  /** Undefined before the account is known: whose businesses they are is not yet said. */
  readonly choice: BusinessChoiceView['kind'] | undefined
}

/**
 * THE LIST: what a person is asked before an application is answered, in this order. Each has a folder with its
 * page and its form; choosing one of several businesses is on the page of the consent.
 */
const PROMPTS = [
  // Nobody is signed in in this browser.
  { name: 'sign_in', isNeeded: ({ account }) => account === 'sign_in' },
  // Several people are signed in and nobody has said who this is for.
  { name: 'account', isNeeded: ({ account }) => account === 'choose' },
  // There is no business that this person could choose on the page of the consent.
  { name: 'business', isNeeded: ({ choice }) => choice === 'no_businesses' || choice === 'none_choosable' },
  // Always, once the rest is known: what needs no question was answered before any prompt (`authorize/auto-approval.ts`).
  { name: 'consent', isNeeded: () => true },
] as const satisfies readonly { readonly name: string; readonly isNeeded: (facts: PromptFacts) => boolean }[]

type PromptName = (typeof PROMPTS)[number]['name']

/** The first prompt of the list that is needed. */
export function nextPrompt(facts: PromptFacts): PromptName {
  return PROMPTS.find(({ isNeeded }) => isNeeded(facts))?.name ?? 'consent'
}
