import type { SentCommand } from './sent-command.ts'

/** The typed values of a form by field name. */
export type Values = Readonly<Record<string, string>>

/** The result of reading a form: the input, or its errors. */
export type ReadForm =
  | { readonly kind: 'input'; readonly input: SentCommand['input'] }
  | { readonly kind: 'wrong'; readonly errors: readonly InputError[] }

/** The provider's error about one field of an input, unchanged. */
export interface InputError {
  readonly code?: string | null | undefined
  readonly message?: string | null | undefined
  readonly path?: readonly string[] | null | undefined
}

/** Returns whether the text has the form of an e-mail address. Only sending can show whether it exists. */
export const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+$/.test(text)

/** An error and the field beside which it is shown. An error without a field is shown only in the summary. */
export interface FieldFault {
  readonly field: string | undefined
  readonly code: string
}

/** The fields in which parts of an input are typed under another name. Errors are shown at the first one on the page. */
const TYPED_IN: Readonly<Record<string, readonly string[]>> = {
  discounts: ['discount', 'discountKind'],
  exchangeRate: ['customerId', 'amount'],
  currency: ['customerId'],
  'address.provinceCode': ['address.countryCode'],
}

/**
 * Finds the field of each error. `input.items.2.quantity` is the field `items.2.quantity`. For a path that is deeper than the form,
 * the nearest field above it is used.
 * @param fields The names of the fields that are on the page.
 */
export function placeFaults(
  errors: readonly InputError[],
  fields: ReadonlySet<string>,
): readonly FieldFault[] {
  const faults = errors.map((error): FieldFault => {
    const path = error.path?.[0] === 'input' ? error.path.slice(1) : (error.path ?? [])
    const code = codeFor(path, error.code ?? 'INVALID')
    return { field: findField(path, { code, fields }), code }
  })
  const places = [...fields]
  // Sorted in the order of the page. Errors without a field are last.
  const placeOf = ({ field }: FieldFault) => (field === undefined ? places.length : places.indexOf(field))
  return faults
    .filter(
      (fault, index) =>
        faults.findIndex((other) => other.field === fault.field && other.code === fault.code) === index,
    )
    .toSorted((one, other) => placeOf(one) - placeOf(other))
}

/** Returns the code of the message for the field: a provider's code has different meanings for days, amounts and lines. */
function codeFor(path: readonly string[], code: string): string {
  const [name = ''] = path
  if (name === 'exchangeRate') return code === 'REQUIRED' ? 'NO_RATE' : 'TOO_LARGE'
  if (code === 'INVALID' && path.at(-1) === 'productId') return 'NOT_SOLD'
  if (code !== 'OUT_OF_RANGE') return code
  if (name.endsWith('Date')) return 'DAY'
  if (name === 'discounts') return 'DISCOUNT'
  return name === 'items' || name === 'unitPrice' ? 'TOO_LARGE' : code
}

function findField(
  path: readonly string[],
  about: { readonly code: string; readonly fields: ReadonlySet<string> },
): string | undefined {
  const { code, fields } = about
  const parts = [...path]
  while (parts.length > 0) {
    const name = parts.join('.')
    if (fields.has(name)) return name
    // An error of a whole line is shown at its price if that is too large, else at its first field.
    const inside = [...fields].filter((field) => field.startsWith(`${name}.`))
    const price = code === 'TOO_LARGE' ? inside.find((field) => field.endsWith('.unitPrice')) : undefined
    if (inside.length > 0) return price ?? inside[0]
    const typedIn = TYPED_IN[name]?.find((field) => fields.has(field))
    if (typedIn !== undefined) return typedIn
    parts.pop()
  }
  return undefined
}
