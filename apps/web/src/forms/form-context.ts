import { createContext, useContext } from 'react'

/** What the fields of one form know: what they begin with, and what is wrong with them. */
interface FormFacts {
  readonly initial: Readonly<Record<string, string>>
  /** What the record says now, where somebody changed it since this was typed. */
  readonly present: Readonly<Record<string, string>> | undefined
  /** In words, by field name. */
  readonly faults: Readonly<Record<string, string>>
}

export const FormContext = createContext<FormFacts>({ initial: {}, present: undefined, faults: {} })

export const useFormFacts = () => useContext(FormContext)

/** The id of a field on the page. */
export const fieldId = (name: string) => `field-${name}`
