import { randomUUID } from 'node:crypto'
import type { Branded } from '@counterfoil/oauth/ids'

/** Returns a new random id of the given type. */
export function newUuid<Id extends Branded<string>>(): Id {
  return randomUUID() as string as Id
}
