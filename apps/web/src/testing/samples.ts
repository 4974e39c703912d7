import type { ConnectionView, RecentDays } from '@counterfoil/bff-api/connection'
import type { ConnectOutcome, ConnectResult } from '@counterfoil/bff-api/connect-result'
import type { LeaveResult } from '@counterfoil/bff-api/leave'
import type { Boot, SessionView } from '@counterfoil/bff-api/session'
import {
  asAttemptId,
  asBusinessWireId,
  asConnectionId,
  asLeaveId,
  asUserWireId,
} from '@counterfoil/oauth/testing/ids'

/** The current time of every sample. */
export const SAMPLE_NOW = '2026-11-20T12:04:30.000Z'

const READ = ['user', 'business', 'account', 'customer', 'invoice', 'product', 'estimate', 'transaction']
export const SCOPES = READ.map((resource) => `${resource}:read`)

export function sampleConnection(change: Partial<ConnectionView> = {}): ConnectionView {
  return {
    id: asConnectionId('connection-northwind'),
    key: (change.id ?? 'connection-northwind').replace('connection-', ''),
    version: 1,
    state: 'connected',
    reason: null,
    since: '2026-11-18T09:41:00.000Z',
    connectedAt: '2026-11-18T09:41:00.000Z',
    userId: asUserWireId('VXNlcjox'),
    email: 'many@harbour.example',
    businessId: asBusinessWireId('QnVzaW5lc3M6MQ=='),
    businessName: 'Northwind Trading',
    lastGoodAt: '2026-11-20T12:02:00.000Z',
    lastUsedAt: '2026-11-20T12:02:00.000Z',
    endsUnusedAt: '2027-02-18T12:02:00.000Z',
    endsAt: null,
    canRetryAt: null,
    scopes: SCOPES,
    missing: [],
    revocation: null,
    ...change,
  }
}

export function sampleProvider(change: Partial<SessionView['provider']> = {}): SessionView['provider'] {
  return {
    name: 'Harbour',
    plansUrl: 'http://127.0.0.1:4000/plans',
    connectedAppsUrl: 'http://127.0.0.1:4000/connected-apps',
    offers: ['books', 'transactions', 'reports'],
    ...{ scopeWords: {}, hasBusinesses: true, revokes: true },
    ...change,
  }
}

export function sampleSession(change: Partial<SessionView> = {}): SessionView {
  return {
    person: null,
    provider: sampleProvider(),
    supportUrl: null,
    unusedDays: 90,
    returning: null,
    connections: [],
    selectedConnectionId: null,
    openAttempt: null,
    requestedScopes: SCOPES,
    optionalScopes: ['sales_tax:read', 'vendor:read', 'customer:write', 'invoice:write', 'invoice:send'],
    csrfToken: 'sample-form-token',
    idleEndsAt: null,
    locale: 'en',
    theme: 'system',
    timeZone: null,
    ...change,
  }
}

/** Returns a session with these connections; the first is the shown one. */
export function signedInSession(
  connections: readonly ConnectionView[],
  change: Partial<SessionView> = {},
): SessionView {
  return sampleSession({
    person: { userId: asUserWireId('VXNlcjox'), email: 'many@harbour.example' },
    connections: [...connections],
    selectedConnectionId: connections[0]?.id ?? null,
    idleEndsAt: '2026-11-20T12:34:30.000Z',
    ...change,
  })
}

export function sampleConnectResult(
  outcome: ConnectOutcome,
  change: Partial<ConnectResult> = {},
): ConnectResult {
  return {
    id: asAttemptId(`result-${outcome}`),
    intent: 'connect',
    outcome,
    connectionId: asConnectionId('connection-northwind'),
    businessName: 'Northwind Trading',
    expected: null,
    received: null,
    decisionOpen: false,
    missing: [],
    stayConnected: null,
    replaced: null,
    granted: SCOPES,
    finishedAt: SAMPLE_NOW,
    retryAt: null,
    reference: '7F2K-91',
    returnTo: '/',
    ...change,
  }
}

/** Returns thirty days up to {@link SAMPLE_NOW}: read on working days and today, with one failed day. */
export function sampleDays(change: Partial<RecentDays> = {}): RecentDays {
  const outcomes = Array.from({ length: 30 }, (_, index) =>
    index === 21 ? 'failed' : index % 7 === 2 || index % 7 === 3 ? 'quiet' : 'read',
  )
  return { until: SAMPLE_NOW.slice(0, 10), outcomes, timeZone: 'America/Toronto', ...change }
}

export function sampleBoot(session: SessionView, change: Partial<Boot> = {}): Boot {
  return { session, connectResult: null, left: null, build: 'sample', now: SAMPLE_NOW, ...change }
}

export function sampleLeft(change: Partial<LeaveResult> = {}): LeaveResult {
  return {
    ...{
      id: asLeaveId('left'),
      kind: 'signed_out',
      connectionId: null,
      businessName: null,
      disconnected: 0,
    },
    ...{ revocation: null, stayConnected: 0, needReconnect: 0, finishedAt: SAMPLE_NOW, reference: '7F2K-91' },
    ...{ asksPassword: false, atProvider: null, endSessionUrl: null },
    ...change,
  }
}
