import type { Locale } from '@counterfoil/bff-api/session'

/** While a form is on its way. */
export const FORM_WAITING: Readonly<Record<Locale, { readonly getting: string; readonly still: string }>> = {
  en: { getting: 'Getting the form', still: 'Still getting it…' },
  fr: { getting: 'Le formulaire arrive', still: 'Il arrive encore…' },
}
