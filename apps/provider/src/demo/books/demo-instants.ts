import { firstRowIdAt } from '#books/book-ids.ts'

/** Ids in the order of creation: so many from an instant on. */
export function idsFrom<Id extends string>(at: Date, count: number): readonly Id[] {
  const first = BigInt(firstRowIdAt(at))
  return Array.from({ length: count }, (_, index) => (first + BigInt(index)).toString() as Id)
}

/** One after the other within a day, so that ids are in the order of creation and never alike. */
export function createdAt({ day }: { readonly day: string }, index: number, now: Date): Date {
  const atMs = Date.parse(`${day}T12:00:00Z`) + index * 100
  return new Date(Math.min(atMs, now.getTime() - 3_600_000 + index * 100))
}

/** Returns noon of the day, or now if that is earlier. */
export function instantOn(day: string, now: Date): Date {
  return new Date(Math.min(Date.parse(`${day}T13:00:00Z`), now.getTime()))
}
