import type { Clock } from '@counterfoil/service/values/clock'
import type { BrowserKey, BrowserSessionId, UserId } from '@counterfoil/oauth/ids'
import { digestOf } from '#crypto/secrets.ts'
import type { Database } from '#database/database.ts'
import { SESSION_IDLE_MS } from './browser-session.ts'

export type OwnBrowsersStore = ReturnType<typeof createOwnBrowsersStore>

/** A browser in which somebody is signed in. */
export type SignedInBrowser = {
  readonly id: BrowserSessionId
  readonly browserName: string | undefined
  readonly signedInAtMs: number
  /** Accurate to a minute. */
  readonly lastSeenAtMs: number
  /** True for the browser that sent the request. */
  readonly isThis: boolean
}

/** Lists and ends sessions of one person. Other people in the same browser are neither shown nor signed out. */
export function createOwnBrowsersStore({ db, clock }: { readonly db: Database; readonly clock: Clock }) {
  return {
    /** Returns the browsers, the last used first. */
    async list(userId: UserId, browserKey: BrowserKey | undefined): Promise<readonly SignedInBrowser[]> {
      const rows = await db
        .selectFrom('session_accounts as account')
        .innerJoin('browser_sessions as session', 'session.id', 'account.session_id')
        .select([
          'session.id',
          'session.cookie_digest',
          'session.browser_name',
          'session.last_seen_at',
          'account.signed_in_at',
        ])
        .where('account.user_id', '=', userId)
        .where('account.signed_out_at', 'is', null)
        .where('session.expires_at', '>', new Date(clock()))
        .where('session.last_seen_at', '>', new Date(clock() - SESSION_IDLE_MS))
        .orderBy('session.last_seen_at', 'desc')
        .execute()
      const here = browserKey && digestOf(browserKey)
      return rows.map((row) => ({
        id: row.id,
        browserName: row.browser_name ?? undefined,
        signedInAtMs: row.signed_in_at.getTime(),
        lastSeenAtMs: row.last_seen_at.getTime(),
        isThis: row.cookie_digest === here,
      }))
    },

    /** Signs the person out in one browser and removes the account there. Returns false if they are not signed in there. */
    async end(userId: UserId, sessionId: BrowserSessionId): Promise<boolean> {
      const ended = await db
        .deleteFrom('session_accounts')
        .where('user_id', '=', userId)
        .where('session_id', '=', sessionId)
        .where('signed_out_at', 'is', null)
        .returning('session_id')
        .executeTakeFirst()
      return ended !== undefined
    },

    /** Signs the person out in every browser but the one with this key. */
    async endOthers(userId: UserId, browserKey: BrowserKey): Promise<void> {
      await db
        .deleteFrom('session_accounts')
        .where('user_id', '=', userId)
        .where('session_id', 'not in', (query) =>
          query.selectFrom('browser_sessions').select('id').where('cookie_digest', '=', digestOf(browserKey)),
        )
        .execute()
    },
  }
}
