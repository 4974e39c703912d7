import { AmountRefused } from './amount.ts'
import type { Unavailable } from './picture-facts.ts'

/** A picture, or that an amount in it is too large to be exact; the others on the page are left alone. */
export function orRefused<Model>(build: () => Model): Model | Unavailable {
  try {
    return build()
  } catch (thrown) {
    if (thrown instanceof AmountRefused) return { form: 'unavailable', why: 'refused' }
    throw thrown
  }
}

/** While rows are missing, nothing is said to be none: what is empty then did not come. */
export function orFailed<Model extends { readonly form: string }>(
  model: Model | Unavailable,
): Model | Unavailable {
  const isPart = 'partial' in model && model.partial === true
  return isPart && model.form === 'empty' ? { form: 'unavailable', why: 'failed' } : model
}
