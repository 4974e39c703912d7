import { harbour, type HarbourOptions } from '../harbour.ts'

export const exampleProfile = (changes: Partial<HarbourOptions> = {}) =>
  harbour({ url: 'https://id.example', clientId: 'client', clientSecret: 'client-secret', ...changes })
