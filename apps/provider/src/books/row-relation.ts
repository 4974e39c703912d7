import DataLoader from 'dataloader'
import { BATCH_ONLY, keyOf } from './row-reader.ts'

type Owner = { readonly businessId: string; readonly id: string }

/**
 * Reads related rows for one request: one statement per batch, with each owner once.
 *
 * @param read Returns the values by `keyOf` the owner; an owner without any is missing.
 */
export function createRelation<Each extends Owner, Value>(
  read: (owners: readonly Each[]) => Promise<ReadonlyMap<string, readonly Value[]>>,
): (owner: Each) => Promise<readonly Value[]> {
  const loader = new DataLoader(async (asked: readonly Each[]) => {
    const owners = new Map(asked.map((owner) => [keyOf(owner), owner]))
    const found = await read([...owners.values()])
    return asked.map((owner) => found.get(keyOf(owner)) ?? [])
  }, BATCH_ONLY)
  return (owner) => loader.load(owner)
}
