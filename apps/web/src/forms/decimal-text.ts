import type { Locale } from '@counterfoil/bff-api/session'

type TypedNumber =
  | { readonly kind: 'empty' }
  /** `text`: decimal text with a point, as GraphQL expects it. `isAsTyped`: true if it equals the typed text. */
  | { readonly kind: 'number'; readonly text: string; readonly isAsTyped: boolean }
  | { readonly kind: 'unclear' }

/** The separators between groups of digits that are never decimal separators: spaces of every width, and apostrophes. */
const BLANKS = /[\s\u00a0\u2009\u202f'’]/g
const GROUPED = /^\d{1,3}(?:,\d{3})+$/

/**
 * Parses "1,234.50", "1 234,50", "1.234,50" and "1234.5". A single separator is decimal if the language uses it so; the other
 * separator groups digits if exactly three follow, and else is decimal too. Never uses a binary float.
 */
export function readDecimal(typed: string, language: Locale): TypedNumber {
  const trimmed = typed.trim()
  if (trimmed === '') return { kind: 'empty' }
  const sign = /^[-−]/.test(trimmed) ? '-' : ''
  const body = trimmed.replace(/^[-−]/, '').replace(BLANKS, '')
  if (!/^[\d.,]*\d[\d.,]*$/.test(body)) return { kind: 'unclear' }
  const unsigned = toPlain(body, language === 'en' ? '.' : ',')
  if (unsigned === undefined) return { kind: 'unclear' }
  const text = sign + unsigned.replace(/^0+(?=\d)/, '').replace(/^\./, '0.')
  return { kind: 'number', text, isAsTyped: text === trimmed }
}

/** Formats a decimal text so that {@link readDecimal} parses it in that language. Used for the initial values of a form. */
export function writeDecimal(text: string, language: Locale): string {
  return language === 'en' ? text : text.replace('.', ',')
}

function toPlain(body: string, decimal: ',' | '.'): string | undefined {
  const [commas, points] = [body.split(',').length - 1, body.split('.').length - 1]
  if (commas === 0 && points === 0) return body
  if (commas > 0 && points > 0) {
    // The last separator is decimal if it occurs only once.
    return join(body, body.lastIndexOf(',') > body.lastIndexOf('.') ? ',' : '.')
  }
  const only = commas > 0 ? ',' : '.'
  if (commas + points > 1) return ungroup(body, only)
  if (only === decimal) return join(body, only)
  return ungroup(body, only) ?? join(body, only)
}

function join(body: string, decimal: ',' | '.'): string | undefined {
  const [whole = '', fraction = '', ...more] = body.split(decimal)
  if (more.length > 0) return undefined
  const other = decimal === ',' ? '.' : ','
  const plain = whole.includes(other) ? ungroup(whole, other) : whole
  if (plain === undefined || fraction.includes(other)) return undefined
  return fraction === '' ? plain : `${plain}.${fraction}`
}

function ungroup(body: string, group: ',' | '.'): string | undefined {
  return GROUPED.test(body.replaceAll(group, ',')) ? body.replaceAll(group, '') : undefined
}
