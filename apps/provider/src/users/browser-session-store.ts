import type { Clock } from '@counterfoil/service/values/clock'
import type { BrowserKey, BrowserSessionId, PasswordHash, UserId } from '@counterfoil/oauth/ids'
import { digestOf } from '#crypto/secrets.ts'
import { newUuid } from '#crypto/new-uuid.ts'
import { readCookie } from '@counterfoil/service/http/cookies'
import { knownTimeZone } from './time-zone.ts'
import { cookieName, SESSION_COOKIE } from '#http/cookies.ts'
import type { Database } from '#database/database.ts'
import {
  NOBODY,
  SESSION_ABSOLUTE_MS,
  SESSION_IDLE_MS,
  signedInAccounts,
  type BrowserSession,
} from './browser-session.ts'

export type BrowserSessionStore = ReturnType<typeof createBrowserSessionStore>

const SEEN_STEP_MS = 60_000

type SignInFacts = {
  readonly timeZone?: string | undefined
  /**
   * The hash of the password that was correct; undefined in tests alone. Nobody is signed in if the account has another hash by
   * now: the change of the password signed everybody out.
   */
  readonly passwordHash?: PasswordHash | undefined
  /** The stored name of the browser, for example "Chrome on Mac". */
  readonly browserName?: string | undefined
  /** Queues the mail to the owner in the same transaction; not called at the first sign-in of the account. */
  readonly report?: ((trx: Database, at: Date) => Promise<void>) | undefined
}

type SessionParts = { readonly db: Database; readonly clock: Clock }

/** Stores sessions with their accounts. The table holds a digest of the cookie, never the cookie. */
export function createBrowserSessionStore(
  db: Database,
  clock: Clock,
  { isSecure = false }: { readonly isSecure?: boolean } = {},
) {
  const find = (browserKey: BrowserKey | undefined) => findSession({ db, clock }, browserKey)
  return {
    find,

    /** Returns the signed-in accounts for the authorize endpoint. */
    async findAccounts(
      cookie: string | undefined,
    ): Promise<{ readonly currentUserId?: UserId; readonly userIds: readonly UserId[] }> {
      const browserKey = readCookie({ cookie }, cookieName(SESSION_COOKIE, isSecure))
      const session = await find(browserKey as BrowserKey | undefined)
      const userIds = signedInAccounts(session).map((account) => account.userId)
      const current = userIds.find((userId) => userId === session.currentUserId) ?? userIds[0]
      return current === undefined ? { userIds } : { currentUserId: current, userIds }
    },

    /**
     * Signs a person in under a new cookie value. The accounts of the browser move to it; its previous value becomes invalid, so a
     * planted value signs nobody in. `timeZone` is stored for the times on pages.
     *
     * @returns whether the person is signed in now
     */
    signIn: async (
      previousKey: BrowserKey | undefined,
      newKey: BrowserKey,
      userId: UserId,
      facts: SignInFacts = {},
    ): Promise<boolean> => signIn({ db, clock }, await find(previousKey), newKey, { ...facts, userId }),

    async makeCurrent(sessionId: BrowserSessionId, userId: UserId): Promise<void> {
      await db
        .updateTable('browser_sessions')
        .set({ current_user_id: userId })
        .where('id', '=', sessionId)
        .execute()
    },

    async confirmPassword(sessionId: BrowserSessionId, userId: UserId): Promise<void> {
      await db
        .updateTable('session_accounts')
        .set({ password_checked_at: new Date(clock()) })
        .where('session_id', '=', sessionId)
        .where('user_id', '=', userId)
        .execute()
    },

    /** Signs one account out; it stays on the list as "Signed out - enter password". */
    async signOut(sessionId: BrowserSessionId, userId: UserId): Promise<void> {
      await db
        .updateTable('session_accounts')
        .set({ signed_out_at: new Date(clock()) })
        .where('session_id', '=', sessionId)
        .where('user_id', '=', userId)
        .where('signed_out_at', 'is', null)
        .execute()
    },

    /** Signs every account out and removes the list of accounts. */
    async end(sessionId: BrowserSessionId): Promise<void> {
      await db.deleteFrom('browser_sessions').where('id', '=', sessionId).execute()
    },
  }
}

/** Returns the session of a cookie value; {@link NOBODY} if it has ended or never existed. */
async function findSession(
  { db, clock }: SessionParts,
  browserKey: BrowserKey | undefined,
): Promise<BrowserSession> {
  if (browserKey === undefined) return NOBODY
  const nowMs = clock()
  const rows = await db
    .selectFrom('browser_sessions as session')
    .innerJoin('session_accounts as account', 'account.session_id', 'session.id')
    .innerJoin('users as person', 'person.id', 'account.user_id')
    .select([
      'session.id',
      'session.current_user_id',
      'session.last_seen_at',
      'session.time_zone',
      'account.user_id',
      'account.password_checked_at',
      'account.signed_out_at',
      'person.email',
      'person.first_name',
      'person.last_name',
    ])
    .where('session.cookie_digest', '=', digestOf(browserKey))
    .where('session.expires_at', '>', new Date(nowMs))
    .where('person.disabled_at', 'is', null)
    .orderBy('account.signed_in_at')
    .execute()
  const [first] = rows
  if (first === undefined || nowMs - first.last_seen_at.getTime() >= SESSION_IDLE_MS) return NOBODY
  if (nowMs - first.last_seen_at.getTime() >= SEEN_STEP_MS) {
    await db
      .updateTable('browser_sessions')
      .set({ last_seen_at: new Date(nowMs) })
      .where('id', '=', first.id)
      .execute()
  }
  return {
    id: first.id,
    currentUserId: first.current_user_id ?? undefined,
    timeZone: knownTimeZone(first.time_zone ?? undefined),
    accounts: rows.map((row) => ({
      userId: row.user_id,
      email: row.email,
      name:
        [row.first_name, row.last_name].filter((part) => part !== null && part !== '').join(' ') || row.email,
      isSignedIn: row.signed_out_at === null,
      passwordCheckedAtMs: row.password_checked_at.getTime(),
    })),
  }
}

async function signIn(
  { db, clock }: SessionParts,
  previous: BrowserSession,
  newKey: BrowserKey,
  { userId, timeZone, passwordHash, browserName, report }: SignInFacts & { readonly userId: UserId },
): Promise<boolean> {
  const now = new Date(clock())
  return db.transaction().execute(async (trx) => {
    const isFirst = passwordHash !== undefined && (await isFirstSignIn(trx, userId, passwordHash))
    if (passwordHash !== undefined && !isFirst && !(await isPasswordOf(trx, userId, passwordHash)))
      return false
    const sessionId = previous.id ?? newUuid<BrowserSessionId>()
    const session = {
      cookie_digest: digestOf(newKey),
      current_user_id: userId,
      browser_name: browserName ?? null,
      time_zone: timeZone ?? previous.timeZone ?? null,
      last_seen_at: now,
      expires_at: new Date(clock() + SESSION_ABSOLUTE_MS),
    }
    if (previous.id === undefined) {
      await trx
        .insertInto('browser_sessions')
        .values({ id: sessionId, created_at: now, ...session })
        .execute()
    } else {
      await trx.updateTable('browser_sessions').set(session).where('id', '=', sessionId).execute()
    }
    const fresh = { signed_in_at: now, password_checked_at: now, signed_out_at: null }
    await trx
      .insertInto('session_accounts')
      .values({ session_id: sessionId, user_id: userId, ...fresh })
      .onConflict((conflict) => conflict.columns(['session_id', 'user_id']).doUpdateSet(fresh))
      .execute()
    if (report !== undefined && !isFirst) await report(trx, now)
    return true
  })
}

/** Marks the account as having signed in. Returns true for the first sign-in, if the password is still the same. */
async function isFirstSignIn(trx: Database, userId: UserId, passwordHash: PasswordHash): Promise<boolean> {
  const first = await trx
    .updateTable('users')
    .set({ has_signed_in: true })
    .where('id', '=', userId)
    .where('password_hash', '=', passwordHash)
    .where('has_signed_in', '=', false)
    .returning('id')
    .executeTakeFirst()
  return first !== undefined
}

/** Returns true if the password is unchanged. Locks the row, so that a password change waits until it can end this session. */
async function isPasswordOf(trx: Database, userId: UserId, passwordHash: PasswordHash): Promise<boolean> {
  const row = await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('password_hash', '=', passwordHash)
    .forShare()
    .executeTakeFirst()
  return row !== undefined
}
