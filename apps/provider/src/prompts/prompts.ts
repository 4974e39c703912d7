import type { BusinessChoiceView } from './business/business-choice.ts'
import type { RequestAccount } from '#users/browser-session.ts'

/** Facts about a request and about the browser that shows it. */
type PromptFacts = {
  readonly account: RequestAccount['kind']
  /** Undefined before the account is known, because it decides the businesses. */
  readonly choice: BusinessChoiceView['kind'] | undefined
}

/**
 * THE LIST: the prompts before an application is answered, in this order. Each has a folder with its page and its form; choosing
 * one of several businesses is on the consent page.
 */
const PROMPTS = [
  // Nobody is signed in in this browser.
  { name: 'sign_in', isNeeded: ({ account }) => account === 'sign_in' },
  // Several people are signed in and none of them has been chosen for this request.
  { name: 'account', isNeeded: ({ account }) => account === 'choose' },
  // The person has no business that could be chosen on the consent page.
  { name: 'business', isNeeded: ({ choice }) => choice === 'no_businesses' || choice === 'none_choosable' },
  // Always needed at last: a request that needs no question was answered before any prompt (`authorize/auto-approval.ts`).
  { name: 'consent', isNeeded: () => true },
] as const satisfies readonly { readonly name: string; readonly isNeeded: (facts: PromptFacts) => boolean }[]

type PromptName = (typeof PROMPTS)[number]['name']

/** Returns the first prompt of the list that is needed. */
export function nextPrompt(facts: PromptFacts): PromptName {
  return PROMPTS.find(({ isNeeded }) => isNeeded(facts))?.name ?? 'consent'
}
