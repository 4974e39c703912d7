import { randomUUID } from 'node:crypto'
import type { Branded } from '@counterfoil/oauth/ids'

/** A new id of that kind. */
export function newUuid<Id extends Branded<string>>(): Id {
  return randomUUID() as string as Id
}
