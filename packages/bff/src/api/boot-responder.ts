import type { ConnectionState } from '@counterfoil/bff-api/connection'
import type { LeaveResult } from '@counterfoil/bff-api/leave'
import { CONNECTION_PAGE, readAddress, withoutSlashesAtEnd } from '@counterfoil/bff-api/paths'
import type { Boot, SessionView } from '@counterfoil/bff-api/session'
import type { BrowserId, LeaveId } from '@counterfoil/oauth/ids'
import { isPrefetch } from '@counterfoil/service/http/prefetch'
import type { Request, Response } from 'express'
import { offsetMsOf, viewDays } from '#connections/activity-history.ts'
import type { Connections } from '#connections/connections.ts'
import type { LastReadStore } from '#connections/last-read-store.ts'
import { readQuery } from '#http/request-parts.ts'
import type { Exchange } from '#session/cookies-responder.ts'
import type { Signing } from '#session/signing.ts'
import type { CookieNames } from '#session/cookie-names.ts'
import type { DeviceMemory } from '#session/device-memory.ts'
import type { SessionLifecycle } from '#session/session-lifecycle-store.ts'
import { presentSession } from '#session/session-responder.ts'
import { type LoadedView, type SessionViews, openView } from './session-view-responder.ts'
import { parseAttemptId, parseLeaveId } from '#http/given-id.ts'
import type { LetterStore } from '#letter/letter-store.ts'
import { isLiving } from '#connections/connection.ts'
import { rememberShown } from './own-connection-responder.ts'

/** The states in which the data of a connection cannot be read now. */
const BROKEN: ReadonlySet<ConnectionState> = new Set(['trouble', 'plan_ended', 'reconnect'])

interface BootDeps {
  readonly cookies: CookieNames
  readonly views: SessionViews
  readonly leaving: {
    find(id: LeaveId, browserId: BrowserId | undefined): Promise<LeaveResult | undefined>
  }
  readonly device: Pick<DeviceMemory, 'remember'>
  readonly changes: Pick<SessionLifecycle, 'select'>
  readonly connections: Pick<Connections, 'use'>
  readonly lastReads: Pick<LastReadStore, 'list'>
  /** Undefined if the Monday letter is not offered. */
  readonly letters: Pick<LetterStore, 'view'> | undefined
  readonly clock: () => number
  readonly signing: Pick<Signing, 'draftKeysOf'>
}

/** Builds the function that loads the first data of a page. Loading counts as a use of the shown connection, and sets cookies. */
export function createBootLoader(
  deps: BootDeps,
): (req: Request, res: Response) => Promise<Omit<Boot, 'build'>> {
  const { views, clock } = deps
  return async (req, res) => {
    const loaded = await openView(deps, { req, res }, presentSession(res))
    const { view, browserId } = loaded
    const query = readQuery(req)
    const resultId = parseAttemptId(query.get('result'))
    const leaveId = parseLeaveId(query.get('left'))
    const reader = { browserId, principalId: loaded.session?.principalId }
    const connectResult = resultId === undefined ? null : await views.findConnectResult(resultId, reader)
    const left = leaveId === undefined ? null : ((await deps.leaving.find(leaveId, browserId)) ?? null)
    const now = { nowMs: clock(), timeZone: view.timeZone ?? 'UTC' }
    await useSelected({ req, res, loaded, now })
    return {
      session: view,
      connectResult,
      left,
      now: new Date(now.nowMs).toISOString(),
      ...(await viewOwnPage(req.path, loaded, now)),
      ...(loaded.session && { draftKeys: deps.signing.draftKeysOf(loaded.session.principalId) }),
      ...(await findLastRead(view)),
    }
  }

  async function useSelected(
    page: Exchange & { readonly loaded: LoadedView; readonly now: Now },
  ): Promise<void> {
    const { selected } = page.loaded
    if (selected === undefined) return
    // A page is shown even if the store takes no writes.
    const isKnown = page.loaded.session?.selectedConnectionId === selected.id
    if (!isKnown && !isPrefetch(page.req))
      await deps.changes.select(page.req, selected.id).catch(() => undefined)
    if (!isLiving(selected)) return
    const { now } = page
    rememberShown(deps, page, selected)
    await deps.connections.use(selected, offsetMsOf(now.nowMs, now.timeZone))
  }

  /** Returns the extra data of a connection's own page, its recent days and its letter; empty for other pages. */
  async function viewOwnPage(path: string, { selected }: LoadedView, now: Now) {
    const { page } = readAddress(path)
    if (selected === undefined || withoutSlashesAtEnd(page) !== CONNECTION_PAGE) return {}
    const letter = await deps.letters?.view(selected.id)
    const recentDays = viewDays(selected.activityHistory, selected.connectedAtMs, now)
    return { recentDays, ...(letter && { letter }) }
  }

  /** Returns the last answers read for the shown connection if its data cannot be read now; otherwise an empty object. */
  async function findLastRead({ connections, selectedConnectionId }: SessionView) {
    const shown = connections.find(({ id }) => id === selectedConnectionId)
    if (shown === undefined || !BROKEN.has(shown.state)) return {}
    const answers = await deps.lastReads.list(shown.id)
    return { lastRead: { connectionId: shown.id, version: shown.version, answers } }
  }
}

interface Now {
  readonly nowMs: number
  readonly timeZone: string
}
