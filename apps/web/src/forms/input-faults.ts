/** What the provider says is wrong with one field of an input, as it comes. */
export interface InputError {
  readonly code?: string | null | undefined
  readonly message?: string | null | undefined
  readonly path?: readonly string[] | null | undefined
}

/** What is wrong, and beside which field it is; without a field it is in the summary alone. */
export interface FieldFault {
  readonly field: string | undefined
  readonly code: string
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
  const faults = errors.map(({ path, code }) => ({
    field: findField(path ?? [], fields),
    code: code ?? 'INVALID',
  }))
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

function findField(path: readonly string[], fields: ReadonlySet<string>): string | undefined {
  const parts = path[0] === 'input' ? path.slice(1) : [...path]
  while (parts.length > 0) {
    const name = parts.join('.')
    if (fields.has(name)) return name
    // Of a line of a list, the first field of that line.
    const inside = [...fields].find((field) => field.startsWith(`${name}.`))
    if (inside !== undefined) return inside
    parts.pop()
  }
  return undefined
}
