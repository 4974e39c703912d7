import type { BusinessId } from '@counterfoil/oauth/ids'
import type { BusinessAccess } from '#businesses/business-access.ts'
import { foldName } from '#businesses/compare-names.ts'

/** Number of businesses from which a search box is above the list. */
export const SEARCH_FROM = 9

/** The business that the application requested, looked up among this person's businesses. */
export type AskedBusiness =
  | { readonly kind: 'none' }
  | { readonly kind: 'fine'; readonly business: BusinessAccess }
  | { readonly kind: 'blocked'; readonly business: BusinessAccess }
  /** Not theirs, nonexistent, or not even an id: the person cannot tell these apart. */
  | { readonly kind: 'unknown' }

/** The businesses that the person can choose from, in one of the states of page A3. */
export type BusinessChoiceView =
  | { readonly kind: 'no_businesses' }
  | {
      readonly kind: 'none_choosable'
      readonly blocked: readonly BusinessAccess[]
      readonly asked: AskedBusiness
    }
  | {
      readonly kind: 'choose'
      readonly choosable: readonly BusinessAccess[]
      /** The businesses that match the search; all choosable ones without a search. */
      readonly shown: readonly BusinessAccess[]
      readonly blocked: readonly BusinessAccess[]
      /** The selected business; undefined if several can be chosen and none is selected. */
      readonly chosenId: BusinessId | undefined
      readonly asked: AskedBusiness
      readonly hasSearch: boolean
    }

export type ChoiceFacts = {
  readonly businesses: readonly BusinessAccess[]
  readonly asked:
    | { readonly kind: 'none' }
    | { readonly kind: 'business'; readonly businessId: BusinessId }
    | { readonly kind: 'unreadable' }
  /** A choice that is not submitted yet: the person returns from Plans, or the form had a fault. */
  readonly picked: string | undefined
  readonly search: string
}

/** Decides the state of the business choice. Never selects one of several businesses by itself. */
export function decideBusinessChoice(facts: ChoiceFacts): BusinessChoiceView {
  if (facts.businesses.length === 0) return { kind: 'no_businesses' }
  const choosable = facts.businesses.filter((business) => business.choice.kind === 'can')
  const blocked = facts.businesses.filter((business) => business.choice.kind === 'cannot')
  const asked = judgeAsked(facts)
  if (choosable.length === 0) return { kind: 'none_choosable', blocked, asked }

  const hasSearch = choosable.length >= SEARCH_FROM
  const needle = foldName(facts.search)
  const shown =
    hasSearch && needle !== '' ? choosable.filter((business) => matches(business, needle)) : choosable
  const picked = choosable.find((business) => business.businessId === facts.picked)?.businessId
  const only = choosable.length === 1 && asked.kind !== 'blocked' ? choosable[0]?.businessId : undefined
  const chosenId = picked ?? (asked.kind === 'fine' ? asked.business.businessId : only)
  return { kind: 'choose', choosable, shown, blocked, chosenId, asked, hasSearch }
}

function judgeAsked({ asked, businesses }: ChoiceFacts): AskedBusiness {
  if (asked.kind === 'none') return { kind: 'none' }
  if (asked.kind === 'unreadable') return { kind: 'unknown' }
  const business = businesses.find((candidate) => candidate.businessId === asked.businessId)
  if (business === undefined) return { kind: 'unknown' }
  return { kind: business.choice.kind === 'can' ? 'fine' : 'blocked', business }
}

function matches(business: BusinessAccess, needle: string): boolean {
  return foldName(`${business.name} ${business.city ?? ''}`).includes(needle)
}
