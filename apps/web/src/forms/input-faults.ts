/** What the provider says is wrong with one field of an input, as it comes. */
export interface InputError {
  readonly code?: string | null | undefined
  readonly message?: string | null | undefined
  readonly path?: readonly string[] | null | undefined
}

/** Returns whether the text can be an email address at all; whether somebody reads it there only sending can tell. */
export const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+$/.test(text)

/** What is wrong, and beside which field it is; without a field it is in the summary alone. */
export interface FieldFault {
  readonly field: string | undefined
  readonly code: string
}

/** Fields in which parts of an input are typed that have another name, or none of their own: the first that is on the page. */
const TYPED_IN: Readonly<Record<string, readonly string[]>> = {
  discounts: ['discount', 'discountKind'],
  exchangeRate: ['customerId', 'amount'],
  currency: ['customerId'],
  'address.provinceCode': ['address.countryCode'],
}

/**
 * Finds the field of each error. `input.items.2.quantity` is the field `items.2.quantity`; of a path that goes deeper than the form,
 * the nearest field above it.
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
  // As they stand on the page; what is beside no field comes last.
  const placeOf = ({ field }: FieldFault) => (field === undefined ? places.length : places.indexOf(field))
  return faults
    .filter(
      (fault, index) =>
        faults.findIndex((other) => other.field === fault.field && other.code === fault.code) === index,
    )
    .toSorted((one, other) => placeOf(one) - placeOf(other))
}

/** Returns the code whose word fits the field: a code of the provider says different things of a day, an amount and a line. */
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
    // Of a line of a list, its price if it is too large, else its first field.
    const inside = [...fields].filter((field) => field.startsWith(`${name}.`))
    const price = code === 'TOO_LARGE' ? inside.find((field) => field.endsWith('.unitPrice')) : undefined
    if (inside.length > 0) return price ?? inside[0]
    const typedIn = TYPED_IN[name]?.find((field) => fields.has(field))
    if (typedIn !== undefined) return typedIn
    parts.pop()
  }
  return undefined
}
