import { isEmail } from '#forms/input-faults.ts'
import type { ReadForm } from '#forms/use-sending.ts'

type Values = Readonly<Record<string, string>>

/** What is sent to send a document: to whom, and the words. The provider fills in blank ones. @param document Names it. */
export function readSending(
  values: Values,
  document: { readonly invoiceId: string } | { readonly estimateId: string },
): ReadForm {
  const to = (values['to'] ?? '').split(/[,;\s]+/).filter((address) => address !== '')
  if (to.length === 0) return { kind: 'wrong', errors: [{ path: ['to'], code: 'REQUIRED' }] }
  if (!to.every(isEmail)) return { kind: 'wrong', errors: [{ path: ['to'], code: 'INVALID' }] }
  const texts = Object.fromEntries(
    ['subject', 'message'].flatMap((name) => {
      const text = (values[name] ?? '').trim()
      return text === '' ? [] : [[name, text]]
    }),
  )
  return {
    kind: 'input',
    input: {
      ...document,
      to,
      ...texts,
      attachPDF: values['attachPDF'] === 'on',
      ccMyself: values['ccMyself'] === 'on',
    },
  }
}
