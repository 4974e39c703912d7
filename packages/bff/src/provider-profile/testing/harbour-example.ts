import { harbour, type HarbourOptions } from '../harbour.ts'

/** Harbour's profile with credentials of nobody. */
export const exampleProfile = (changes: Partial<HarbourOptions> = {}) =>
  harbour({ url: 'https://id.example', clientId: 'client', clientSecret: 'client-secret', ...changes })
