import type { Locale } from '@counterfoil/bff-api/session'

/** What the home of a business says while there is nothing in its books. */
const en = {
  nothing: ({ name, provider }: { readonly name: string; readonly provider: string }) =>
    `${name} has no activity in ${provider} yet. When something is entered there, it shows here.`,
  show: 'See this page with made-up figures',
  hide: 'Put the made-up figures away',
}

const fr: typeof en = {
  nothing: ({ name, provider }) =>
    `${name} n’a pas encore d’activité chez ${provider}. Ce qui y sera inscrit apparaîtra ici.`,
  show: 'Voir cette page avec des chiffres inventés',
  hide: 'Ranger les chiffres inventés',
}

export const EMPTY_WORDS: Readonly<Record<Locale, typeof en>> = { en, fr }
