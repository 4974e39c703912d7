import DataLoader from 'dataloader'
import { BATCH_ONLY, keyOf } from './row-reader.ts'

type Owner = { readonly businessId: string; readonly id: string }

/**
 * Reads what belongs to things for one request: one statement for all that are asked for at once, each of them named
 * once, however many fields ask.
 *
 * @param read By `keyOf` the owner; one without anything is missing.
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
