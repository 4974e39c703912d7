import type { Locale } from '@counterfoil/bff-api/session'

interface FormLinkWords {
  readonly newOne: Readonly<Record<'customer' | 'product' | 'invoice', string>>
  readonly change: string
}

/** Words of the ways to a form: what they lead to has its own. */
export const FORM_LINK_WORDS: Readonly<Record<Locale, FormLinkWords>> = {
  en: {
    newOne: { customer: 'New customer', product: 'New product', invoice: 'New invoice' },
    change: 'Change',
  },
  fr: {
    newOne: { customer: 'Nouveau client', product: 'Nouveau produit', invoice: 'Nouvelle facture' },
    change: 'Modifier',
  },
}
