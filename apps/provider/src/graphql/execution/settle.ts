/** The thrown error, in the place of a value that could not be computed. */
export class Failure {
  readonly error: unknown

  constructor(error: unknown) {
    this.error = error
  }
}

export function isPromise(value: unknown): value is PromiseLike<unknown> {
  if (typeof value !== 'object' || value === null) return false
  // Reading a missing property costs a tenth of checking for it.
  return typeof (value as { readonly then?: unknown }).then === 'function'
}

/** Waits for all promises among the values, and replaces them by their results. Never rejects. */
export function settle(values: unknown[]): Promise<void> {
  return new Promise((resolve) => {
    // The first count is for the loop itself, so that nothing is over before all were begun.
    let waiting = 1
    const arrive = () => {
      waiting -= 1
      if (waiting === 0) resolve()
    }
    values.forEach((value, index) => {
      if (!isPromise(value)) return
      waiting += 1
      value.then(
        (found) => {
          values[index] = found
          arrive()
        },
        (error: unknown) => {
          values[index] = new Failure(error)
          arrive()
        },
      )
    })
    arrive()
  })
}

/** Waits for all promises in nested lists, and replaces them. Undefined if there is nothing to wait for. */
export function settleLists(values: unknown[], depth: number): Promise<void> | undefined {
  const pending = values.flatMap((value, index) => {
    if (!Array.isArray(value) || (depth === 1 && !value.some(isPromise))) return []
    // The resolver's own array must not change.
    const items: unknown[] = [...value]
    values[index] = items
    return settle(items).then(() => (depth === 1 ? undefined : settleLists(items, depth - 1)))
  })
  return pending.length === 0 ? undefined : Promise.all(pending).then(() => undefined)
}
