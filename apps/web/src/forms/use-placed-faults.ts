import { useEffect, useMemo, useState } from 'react'
import { useSession } from '#data/session/session.tsx'
import { type FormWords, useFormWords } from './form-fields.tsx'
import { type FieldFault, type InputError, placeFaults } from './input-faults.ts'

/** What is wrong in a form, as it is configured to: in words, and beside which field. */
interface PlacedFaults {
  /** As they stand on the page; the same list while they are the same. */
  readonly list: readonly FieldFault[]
  readonly wordOf: (fault: FieldFault) => string
  /** In words, by field name. */
  readonly byField: Readonly<Record<string, string>>
}

const NO_FAULTS: readonly FieldFault[] = []

/** @param errors What was refused; undefined: nothing was. An empty list says that something is wrong, and not what. */
export function usePlacedFaults(
  form: { readonly current: HTMLFormElement | null },
  errors: readonly InputError[] | undefined,
): PlacedFaults {
  const { session } = useSession()
  const f = useFormWords()
  const wordOf = (fault: FieldFault) => faultWord(fault, f, session.provider.name)
  const [list, setList] = useState(NO_FAULTS)
  useEffect(() => {
    setList(
      errors === undefined
        ? NO_FAULTS
        : placeFaults(errors.length > 0 ? errors : [{}], namesIn(form.current)),
    )
  }, [form, errors])
  const byField = useMemo(
    () =>
      Object.fromEntries(
        list.flatMap((fault) => (fault.field === undefined ? [] : [[fault.field, wordOf(fault)]])),
      ),
    // oxlint-disable-next-line react/exhaustive-deps -- the words change with the page alone
    [list],
  )
  return { list, wordOf, byField }
}

function namesIn(form: HTMLFormElement | null): ReadonlySet<string> {
  return new Set(
    [...(form?.elements ?? [])].flatMap((element) =>
      'name' in element && typeof element.name === 'string' && element.name !== '' ? [element.name] : [],
    ),
  )
}

/** Says what to enter instead, in plain words; of a code that is not known, that the entry is to be checked. */
export function faultWord({ code, field }: FieldFault, { fault }: FormWords, provider: string): string {
  if (code === 'INVALID' && field !== undefined && /(?:^|\.)(?:email|to)$/.test(field)) return fault.EMAIL
  if (code === 'INVALID' && field === 'website') return fault.WEBSITE
  if (code === 'NOT_ENABLED') return fault.NOT_ENABLED(provider)
  const word = code in fault ? fault[code as Exclude<keyof typeof fault, 'title' | 'NOT_ENABLED'>] : undefined
  return typeof word === 'string' ? word : fault.INVALID
}
