import type { BusinessChoiceView } from './business-choice.ts'

/** There is no business that this person could choose on the page of the consent. */
export function needsBusiness(facts: { readonly choice: BusinessChoiceView['kind'] | undefined }): boolean {
  return facts.choice === 'no_businesses' || facts.choice === 'none_choosable'
}
