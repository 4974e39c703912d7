import type { SessionView } from '@counterfoil/bff-api/session'
import type { ConnectionId } from '@counterfoil/oauth/ids'
import type { SealedBox } from '#crypto/sealed-box.ts'
import type { CookieNames } from './cookie-names.ts'
import { formatCookie } from '@counterfoil/service/http/cookies'

/** The connection that a device showed last, with the name for the greeting. */
export interface RememberedConnection {
  readonly connectionId: ConnectionId
  readonly businessName: string | null
}

/** An answer to which one `Set-Cookie` header can be added. */
type Answer = { append(name: 'Set-Cookie', value: string): unknown }
type Cookies = ReadonlyMap<string, string>

/** The memory of the last person on a device, in one sealed cookie. Nothing of it is in the store. */
export interface DeviceMemory {
  /** Returns the connection; undefined if the cookie is missing, not sealed by us, or too old. */
  find(cookies: Cookies): RememberedConnection | undefined
  /** Returns the greeting of the start page, from the cookie alone. */
  readReturning(cookies: Cookies): SessionView['returning']
  /** Remembers the connection, unless that was done today under the newest key, or the person wants nothing remembered. */
  remember(res: Answer, cookies: Cookies, connection: RememberedConnection): void
  /** Like {@link DeviceMemory.remember}, for a person who has just signed in: an earlier choice to remember nothing ends. */
  rememberAnew(res: Answer, connection: RememberedConnection): void
  /** Forgets the connection. If the person is signed in, nothing is remembered until the next sign-in. */
  forget(res: Answer, person: { readonly isSignedIn: boolean }): void
  /** Forgets the connection if it is the remembered one. */
  forgetConnection(res: Answer, cookies: Cookies, connectionId: ConnectionId): void
}

const CONTEXT = 'device-memory'
const NOTHING_PLEASE = 'nothing'
/** The largest length of the name. A greeting needs no more, and cookies must be small. */
const MAX_NAME_CHARACTERS = 120
const DAY_MS = 86_400_000

/** The content of the cookie. */
type Row = [connectionId: ConnectionId, businessName: string | null, rememberedAtMs: number]

interface Memory extends RememberedConnection {
  readonly rememberedAtMs: number
  readonly isOldKey: boolean
}

export function createDeviceMemory(deps: {
  readonly box: SealedBox
  readonly cookies: CookieNames
  /** The life of the cookie in milliseconds, which is that of an unused connection: later there is nothing to return to. */
  readonly unusedMs: number
  readonly clock: () => number
}): DeviceMemory {
  const { box, cookies: names } = deps

  function open(cookies: Cookies): Memory | undefined {
    const sealed = cookies.get(names.device)
    const opened = sealed === undefined ? undefined : box.open({ sealed, context: CONTEXT })
    // Also if only the key is missing here: a missing greeting does no harm.
    if (opened?.kind !== 'opened') return undefined
    const [connectionId, businessName, rememberedAtMs] = JSON.parse(opened.text) as Row
    return deps.clock() < rememberedAtMs + deps.unusedMs
      ? { connectionId, businessName, rememberedAtMs, isOldKey: opened.isOldKey }
      : undefined
  }

  function write(res: Answer, value: string): void {
    const maxAgeSeconds = value === '' ? 0 : Math.floor(deps.unusedMs / 1000)
    res.append(
      'Set-Cookie',
      formatCookie({ name: names.device, value }, { isSecure: names.isSecure, maxAgeSeconds }),
    )
  }

  function rememberAnew(res: Answer, { connectionId, businessName }: RememberedConnection): void {
    const name = businessName === null ? null : businessName.slice(0, MAX_NAME_CHARACTERS)
    write(res, box.seal({ text: JSON.stringify([connectionId, name, deps.clock()]), context: CONTEXT }))
  }

  return {
    find: open,
    readReturning(cookies) {
      const known = open(cookies)
      return known === undefined ? null : { businessName: known.businessName }
    },
    remember(res, cookies, connection) {
      if (cookies.get(names.device) === NOTHING_PLEASE) return
      const known = open(cookies)
      const isKnown =
        known?.connectionId === connection.connectionId &&
        !known.isOldKey &&
        known.businessName === (connection.businessName?.slice(0, MAX_NAME_CHARACTERS) ?? null) &&
        deps.clock() - known.rememberedAtMs < DAY_MS
      if (!isKnown) rememberAnew(res, connection)
    },
    rememberAnew,
    forget(res, { isSignedIn }) {
      write(res, isSignedIn ? NOTHING_PLEASE : '')
    },
    forgetConnection(res, cookies, connectionId) {
      if (open(cookies)?.connectionId === connectionId) write(res, '')
    },
  }
}
