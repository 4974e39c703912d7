import { AmountRefused } from './amount.ts'
import { RateUnknown } from './own-currency.ts'
import type { Unavailable } from './picture-facts.ts'

/** A picture, or that its amounts are too large to be exact or cannot be compared; the others on the page are left alone. */
export function orUnavailable<Model>(build: () => Model): Model | Unavailable {
  try {
    return build()
  } catch (thrown) {
    if (thrown instanceof AmountRefused) return { form: 'unavailable', why: 'refused' }
    if (thrown instanceof RateUnknown) return { form: 'unavailable', why: 'no_rate' }
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
