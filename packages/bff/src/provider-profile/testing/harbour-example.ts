import { harbour, type HarbourOptions } from '../harbour.ts'

/** Harbour's profile with invented credentials. */
export const exampleProfile = (changes: Partial<HarbourOptions> = {}) =>
  harbour({ url: 'https://id.example', clientId: 'client', clientSecret: 'client-secret', ...changes })
