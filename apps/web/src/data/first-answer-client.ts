import type { ConnectionView } from '@counterfoil/bff-api/connection'
import type { Boot, FirstAnswer, FirstQuery } from '@counterfoil/bff-api/session'

/** After so long without anything new in it a page counts as cut off: the server gives a sign of life every two seconds. */
export const LONGEST_WAIT_MS = 6_000
/** Between two looks at what has come. */
const LOOK_MS = 50

/** What is known of it: it is here, it is on its way, or the page must ask for itself. */
export type FirstRead = FirstAnswer | 'awaited' | undefined

/** What the server read for this page, or is reading, in place of the page's first question. */
export interface FirstAnswerStore {
  /** Is this what the page brings, and was it not used yet? */
  readonly brings: (query: About) => boolean
  readonly read: () => FirstRead
  /**
   * What comes of it, for `use()`: settled already where it is known, also of what is in the page by now; undefined when the
   * page must read for itself.
   */
  readonly settled: () => Promise<FirstAnswer | undefined>
  /** Was the page cut off, or did it take so long that nobody waits any more? */
  readonly isGivenUp: () => boolean
  /** As it was when the first HTML was made, on the server and in the browser. */
  readonly readAtFirst: () => FirstRead
  /** Looks for what is on its way from the first subscription on. */
  readonly subscribe: (onChange: () => void) => () => void
  /** It was used: anyone who comes later wants to know how it is now. */
  readonly spend: () => void
  /** Forgets it, and waits no more. */
  readonly drop: () => void
}

/** The connection a page was made for, when `about` is about that version of it. */
function connectionOf(
  { session }: Boot,
  about: Pick<FirstQuery, 'connectionId' | 'version'>,
): ConnectionView | undefined {
  return session.connections.find(
    ({ id, version }) =>
      id === session.selectedConnectionId && id === about.connectionId && version === about.version,
  )
}

/** What is on its way to the page that is being made; only the server has it. */
export type LateAnswer = Promise<FirstAnswer | undefined>

/** Opens what the page's own HTML holds. Touches the document only when somebody listens. */
export function createFirstAnswerStore(boot: Boot, late?: LateAnswer): FirstAnswerStore {
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
  const settled = () => {
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
    brings: (query) => !isSpent && isSame(query, about),
    read: () => now,
    readAtFirst: () => first,
    settled,
    isGivenUp: () => first === 'awaited' && now === undefined,
    subscribe(onChange) {
      listeners.add(onChange)
      if (now === 'awaited' && !isLooking) {
        isLooking = true
        void look()
      }
      return () => listeners.delete(onChange)
    },
    spend() {
      isSpent = true
    },
    drop() {
      isSpent = true
      change(undefined)
    },
  }
}

/** A promise that React need not wait for. */
function fulfilled<Value>(value: Value): Promise<Value> {
  return Object.assign(Promise.resolve(value), { status: 'fulfilled', value })
}

/** A question; the answer to the same one with other variables is no answer to it. */
type About = Omit<FirstQuery, 'variables' | 'kind'> & { readonly variables: unknown }

function isSame(one: About, other: About | undefined): boolean {
  return (
    one.connectionId === other?.connectionId &&
    one.version === other.version &&
    one.operationName === other.operationName &&
    JSON.stringify(one.variables) === JSON.stringify(other.variables)
  )
}

/** Waits until the rest of the page has come, while it comes. A page that was cut off never ends: hence the longest wait. */
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

/** Undefined also while only its beginning has come. */
function readElement(): FirstAnswer | undefined {
  try {
    return JSON.parse(document.getElementById('first-answer')?.textContent ?? '') as FirstAnswer
  } catch {
    return undefined
  }
}
