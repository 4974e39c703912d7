import type { SessionView } from '@counterfoil/bff-api/session'
import type { ConnectionId } from '@counterfoil/oauth/ids'
import type { SealedBox } from '#crypto/sealed-box.ts'
import type { CookieNames } from './cookie-names.ts'
import { formatCookie } from '@counterfoil/service/http/cookies'

/** What a device remembers: the connection it showed last, and the name to greet with. */
export interface RememberedConnection {
  readonly connectionId: ConnectionId
  readonly businessName: string | null
}

/** Sets one `Set-Cookie` header, beside those that are there. */
type Answer = { append(name: 'Set-Cookie', value: string): unknown }
type Cookies = ReadonlyMap<string, string>

/** What a device knows of the person who used it last, in one sealed cookie. Nothing in the store belongs to it. */
export interface DeviceMemory {
  /** Undefined when the cookie is missing, not sealed by us, or of a day that is too long ago. */
  find(cookies: Cookies): RememberedConnection | undefined
  /** What the start page says; read from the cookie alone. */
  readReturning(cookies: Cookies): SessionView['returning']
  /** Remembers the connection, unless that is known since today under the newest key, or the person asked to have nothing remembered. */
  remember(res: Answer, cookies: Cookies, connection: RememberedConnection): void
  /** {@link DeviceMemory.remember} for a person who has just signed in: what was asked for before is over. */
  rememberAnew(res: Answer, connection: RememberedConnection): void
  /** @param isSignedIn Then nothing is remembered again before the next sign-in. */
  forget(res: Answer, isSignedIn: boolean): void
  /** Forgets the connection if it is the one that is remembered. */
  forgetConnection(res: Answer, cookies: Cookies, connectionId: ConnectionId): void
}

const CONTEXT = 'device-memory'
const NOTHING_PLEASE = 'nothing'
/** A greeting needs no more, and a cookie has little room. */
const MAX_NAME_CHARACTERS = 120
const DAY_MS = 86_400_000

/** As it lies in the cookie. */
type Row = [connectionId: ConnectionId, businessName: string | null, rememberedAtMs: number]

interface Memory extends RememberedConnection {
  readonly rememberedAtMs: number
  readonly isOldKey: boolean
}

export function createDeviceMemory(deps: {
  readonly box: SealedBox
  readonly cookies: CookieNames
  /** As long as a connection lives without use: afterwards there is nothing to come back to. */
  readonly unusedMs: number
  readonly clock: () => number
}): DeviceMemory {
  const { box, cookies: names } = deps

  function open(cookies: Cookies): Memory | undefined {
    const sealed = cookies.get(names.device)
    const opened = sealed === undefined ? undefined : box.open({ sealed, context: CONTEXT })
    // Also when only the key is missing here: nothing is lost by not greeting.
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
    forget(res, isSignedIn) {
      write(res, isSignedIn ? NOTHING_PLEASE : '')
    },
    forgetConnection(res, cookies, connectionId) {
      if (open(cookies)?.connectionId === connectionId) write(res, '')
    },
  }
}
