import { EQUIVALENT_IN_BFF } from './equivalent-bff.ts'
import { EQUIVALENT_IN_BOOKS } from './equivalent-books.ts'
import { EQUIVALENT_IN_PROVIDER } from './equivalent-provider.ts'
import { EQUIVALENT_IN_PACKAGES } from './equivalent-packages.ts'
import { EQUIVALENT_IN_WEB } from './equivalent-web.ts'
import type { EquivalentMutant } from './equivalent-mutant.ts'

/** By file. */
export const EQUIVALENT: Readonly<Record<string, readonly EquivalentMutant[]>> = {
  ...EQUIVALENT_IN_BFF,
  ...EQUIVALENT_IN_BOOKS,
  ...EQUIVALENT_IN_PROVIDER,
  ...EQUIVALENT_IN_PACKAGES,
  ...EQUIVALENT_IN_WEB,
}
