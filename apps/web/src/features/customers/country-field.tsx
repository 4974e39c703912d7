import { useMemo } from 'react'
import { ChoiceField, type FieldProps } from '#forms/form-fields.tsx'
import { useFormWords } from '#forms/use-form-words.ts'
import { useWords } from '#words/words.tsx'
import { namedCountries } from './countries.ts'

/** A country, named and sorted in the reader's language; its value is the code of ISO 3166-1. */
export function CountryField(props: FieldProps) {
  const { locale } = useWords()
  const f = useFormWords()
  const choices = useMemo(() => namedCountries(locale), [locale])
  return <ChoiceField {...props} choices={choices} empty={f.field.none} />
}
