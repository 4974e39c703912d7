import type { ConnectionView } from '@counterfoil/bff-api/connection'
import type { Boot, FirstAnswer, FirstQuery } from '@counterfoil/bff-api/session'

/** The milliseconds without content after which a page counts as cut off: the server sends a sign of life every 2 s. */
export const LONGEST_WAIT_MS = 6_000
/** The time in milliseconds between two checks for new content. */
const LOOK_MS = 50

/** The state of the first answer: it is here, `awaited`, or undefined if the page must ask for itself. */
export type FirstRead = FirstAnswer | 'awaited' | undefined

export type FirstAnswerStore = ReturnType<typeof createFirstAnswerStore>

/** Returns the connection for which the page was made, if `about` is about that version of it. */
function connectionOf(
  { session }: Boot,
  about: Pick<FirstQuery, 'connectionId' | 'version'>,
): ConnectionView | undefined {
  return session.connections.find(
    ({ id, version }) =>
      id === session.selectedConnectionId && id === about.connectionId && version === about.version,
  )
}

/** The promise of the first answer while the server renders the page. Undefined in the browser. */
export type LateAnswer = Promise<FirstAnswer | undefined>

/**
 * Creates the store of the answer to the page's first query, which the server has read or is reading. It reads the document only
 * when somebody subscribes.
 */
export function createFirstAnswerStore(boot: Boot, late?: LateAnswer) {
  const about = boot.firstAnswer ?? boot.firstQuery
  const isOurs = about !== undefined && connectionOf(boot, about) !== undefined
  const first: FirstRead = isOurs ? (boot.firstAnswer ?? 'awaited') : undefined
  const listeners = new Set<() => void>()
  let now = first
  let isSpent = first === undefined
  let isLooking = false

  const change = (next: FirstRead) => {
    if (next === now) return
    now = next
    if (next !== 'awaited') coming.resolve(next)
    for (const listener of listeners) listener()
  }
  const coming = Promise.withResolvers<FirstAnswer | undefined>()
  // The same promise for every rendering.
  let done = first === 'awaited' ? undefined : fulfilled(first)
  /** Returns a promise for `use()`, settled already if the answer has arrived; of undefined if the page must read for itself. */
  const settled = (): Promise<FirstAnswer | undefined> => {
    if (late !== undefined) return late
    const known = now === 'awaited' ? readElement() : now
    if (now === 'awaited' && !(known && isSame(known, about))) return done ?? coming.promise
    done ??= fulfilled(known)
    return done
  }
  const look = async () => {
    const answer = await lateAnswer(() => now === 'awaited')
    if (now === 'awaited') change(answer !== undefined && isSame(answer, about) ? answer : undefined)
  }
  return {
    /** Returns true if the page brings the answer to this query, and the answer was not used yet. */
    brings: (query: About) => !isSpent && isSame(query, about),
    read: () => now,
    /** Returns the state when the first HTML was made, on the server and in the browser. */
    readAtFirst: () => first,
    settled,
    /** Returns true if the page was cut off, or took longer than anyone waits. */
    isGivenUp: () => first === 'awaited' && now === undefined,
    /** Checks for the awaited answer from the first subscription on. */
    subscribe(onChange: () => void) {
      listeners.add(onChange)
      if (now === 'awaited' && !isLooking) {
        isLooking = true
        void look()
      }
      return () => void listeners.delete(onChange)
    },
    /** Marks the answer as used: later components read the current state. */
    spend() {
      isSpent = true
    },
    /** Drops the answer, and waits no more. */
    drop() {
      isSpent = true
      change(undefined)
    },
  }
}

/** Returns a promise for which React need not wait. */
function fulfilled<Value>(value: Value): Promise<Value> {
  return Object.assign(Promise.resolve(value), { status: 'fulfilled', value })
}

/** A query with its variables; only an answer to the same variables answers it. */
type About = Omit<FirstQuery, 'variables' | 'kind'> & { readonly variables: unknown }

function isSame(one: About, other: About | undefined): boolean {
  return (
    one.connectionId === other?.connectionId &&
    one.version === other.version &&
    one.operationName === other.operationName &&
    JSON.stringify(one.variables) === JSON.stringify(other.variables)
  )
}

/** Waits for the rest of the page while content arrives. A page that was cut off never ends: hence the longest wait. */
async function lateAnswer(isAwaited: () => boolean): Promise<FirstAnswer | undefined> {
  let answer = readElement()
  let came = document.body.childNodes.length
  for (
    let leftMs = LONGEST_WAIT_MS;
    leftMs > 0 && !answer && isAwaited() && document.readyState === 'loading';
    leftMs -= LOOK_MS
  ) {
    const { length } = document.body.childNodes
    if (length !== came) leftMs = LONGEST_WAIT_MS
    came = length
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
    answer = readElement()
  }
  return answer
}

/** Reads the element with the first answer. Undefined while it is missing or incomplete. */
function readElement(): FirstAnswer | undefined {
  try {
    return JSON.parse(document.getElementById('first-answer')?.textContent ?? '') as FirstAnswer
  } catch {
    return undefined
  }
}
