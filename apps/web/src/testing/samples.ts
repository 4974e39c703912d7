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

/** The instant every sample is told at. */
export const SAMPLE_NOW = '2026-11-20T12:04:30.000Z'

const READ = ['user', 'business', 'account', 'customer', 'invoice', 'product', 'estimate', 'transaction']
const SCOPES = READ.map((resource) => `${resource}:read`)

export function sampleConnection(change: Partial<ConnectionView> = {}): ConnectionView {
  return {
    id: asConnectionId('connection-northwind'),
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
    canRetryAt: null,
    scopes: SCOPES,
    missing: [],
    revocation: null,
    ...change,
  }
}

export function sampleSession(change: Partial<SessionView> = {}): SessionView {
  return {
    person: null,
    provider: {
      name: 'Harbour',
      plansUrl: 'http://127.0.0.1:4000/plans',
      connectedAppsUrl: 'http://127.0.0.1:4000/connected-apps',
      offers: ['transactions', 'reports'],
    },
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

/** A session with these connections; the first is the one that is shown. */
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

/** Thirty days up to {@link SAMPLE_NOW}: read on working days, one of them in vain, and today. */
export function sampleDays(change: Partial<RecentDays> = {}): RecentDays {
  const outcomes = Array.from({ length: 30 }, (_, index) =>
    index === 21 ? 'failed' : index % 7 === 2 || index % 7 === 3 ? 'quiet' : 'read',
  )
  return { until: SAMPLE_NOW.slice(0, 10), outcomes, timeZone: 'America/Toronto', ...change }
}

export function sampleBoot(session: SessionView, change: Partial<Boot> = {}): Boot {
  return { session, connectResult: null, left: null, build: 'sample', now: SAMPLE_NOW, ...change }
}

const bakery = sampleConnection({
  id: asConnectionId('connection-bakery'),
  businessId: asBusinessWireId('QnVzaW5lc3M6Mg=='),
  businessName: 'Harbour Lane Bakery',
  lastGoodAt: '2026-11-20T11:20:00.000Z',
})

const parties = {
  expected: { email: 'maria@northwind.example', businessName: 'Northwind Trading' },
  received: { email: 'sam@northwind.example', businessName: 'Harbour Lane Bakery' },
  decisionOpen: true,
}

/** As long as they get, with no place to break. */
const LONG_NAME = 'Northwindtradinginternationalholdingsandlogisticspartnership'
const LONG_EMAIL = 'bartholomew.featherstonehaugh-cholmondeley@northwind-trading.example'

/** Every screen and state worth looking at, by name. */
export const SAMPLE_PAGES: Readonly<Record<string, { readonly path: string; readonly boot: Boot }>> = {
  start: { path: '/', boot: sampleBoot(sampleSession()) },
  'start-unfinished': {
    path: '/',
    boot: sampleBoot(
      sampleSession({
        openAttempt: {
          id: asAttemptId('attempt'),
          startedAt: '2026-11-20T11:46:00.000Z',
          businessName: null,
        },
      }),
    ),
  },
  'start-returning': {
    path: '/',
    boot: sampleBoot(sampleSession({ returning: { businessName: 'Northwind Trading' } })),
  },
  'connection-signed-out': {
    path: '/settings/connection',
    boot: sampleBoot(sampleSession({ returning: { businessName: 'Northwind Trading' } })),
  },
  home: { path: '/', boot: sampleBoot(signedInSession([sampleConnection(), bakery])) },
  'home-limited': {
    path: '/',
    boot: sampleBoot(
      signedInSession([
        sampleConnection({
          state: 'limited',
          reason: 'fewer_permissions',
          scopes: SCOPES.slice(0, 5),
          missing: ['product:read'],
        }),
      ]),
    ),
  },
  'home-reconnect': state('reconnect', 'removed_at_provider'),
  'home-ended': state('reconnect', 'ended'),
  'home-gone': state('reconnect', 'business_access_lost'),
  'home-plan': state('plan_ended', 'subscription_inactive'),
  'home-trouble': state('trouble', 'provider_down'),
  'home-rate-limited': state('trouble', 'rate_limited', '2026-11-20T12:06:00.000Z'),
  'home-disconnected': {
    path: '/',
    boot: sampleBoot(
      signedInSession([
        sampleConnection({
          ...{ state: 'disconnected', reason: 'by_user', revocation: 'confirming' },
          endsUnusedAt: null,
        }),
      ]),
    ),
  },
  profile: { path: '/profile', boot: sampleBoot(signedInSession([sampleConnection(), bakery])) },
  businesses: {
    path: '/businesses',
    boot: sampleBoot(
      signedInSession([
        sampleConnection(),
        { ...bakery, state: 'plan_ended', reason: 'subscription_inactive' },
        {
          ...bakery,
          id: asConnectionId('gone'),
          businessName: 'Fern & Co',
          state: 'disconnected',
          reason: 'by_user',
        },
      ]),
    ),
  },
  'businesses-many': {
    path: '/businesses',
    boot: sampleBoot(
      signedInSession([
        sampleConnection({ businessName: LONG_NAME, email: LONG_EMAIL }),
        sampleConnection({
          id: asConnectionId('a'),
          businessName: 'Quay & Sons',
          state: 'reconnect',
          reason: 'ended',
        }),
        sampleConnection({
          id: asConnectionId('b'),
          businessName: 'Tern Ferries',
          state: 'trouble',
          reason: 'provider_down',
        }),
        { ...bakery, state: 'plan_ended', reason: 'subscription_inactive' },
      ]),
    ),
  },
  'connection-long-name': {
    path: '/settings/connection',
    boot: sampleBoot(signedInSession([sampleConnection({ businessName: LONG_NAME, email: LONG_EMAIL })])),
  },
  connection: {
    path: '/settings/connection',
    boot: sampleBoot(signedInSession([sampleConnection(), bakery]), { recentDays: sampleDays() }),
  },
  'connection-none': { path: '/settings/connection', boot: sampleBoot(sampleSession()) },
  disconnect: {
    path: '/settings/connection/disconnect',
    boot: sampleBoot(signedInSession([sampleConnection(), bakery])),
  },
  sessions: { path: '/settings/sessions', boot: sampleBoot(signedInSession([sampleConnection()])) },
  'not-found': { path: '/nothing', boot: sampleBoot(signedInSession([sampleConnection()])) },
  'result-connected': result(sampleConnectResult('connected')),
  'result-connected-less': result(
    sampleConnectResult('connected_less', {
      missing: ['product:read', 'customer:read'],
      granted: SCOPES.slice(0, 3),
    }),
  ),
  'result-still': result(sampleConnectResult('still_connected', { intent: 'reconnect' })),
  'result-declined': failed('declined'),
  'result-no-business': failed('no_business'),
  'result-expired': failed('expired'),
  'result-mismatch': failed('mismatch'),
  'result-other-business': result(sampleConnectResult('other_business', { intent: 'reconnect', ...parties })),
  'result-other-person': result(sampleConnectResult('other_person', { intent: 'reconnect', ...parties })),
  'result-switched': result(
    sampleConnectResult('switched', {
      intent: 'switch_business',
      replaced: { connectionId: asConnectionId('old'), businessName: 'Alpha Cakes', revocation: 'confirmed' },
    }),
  ),
  'result-other-account': result(sampleConnectResult('other_account', { ...parties, stayConnected: 3 })),
  'left-signed-out': left({ kind: 'signed_out', stayConnected: 4 }),
  'left-disconnected-all': left({
    ...{ kind: 'signed_out_everywhere', disconnected: 4, revocation: 'confirming' },
  }),
  'left-forgotten': left({ kind: 'forgotten', disconnected: 1, revocation: 'confirmed' }),
  'left-device': left({ kind: 'device_forgotten' }),
  'result-plan-ended': failed('plan_ended', { businessName: 'Fern & Co' }),
  'result-provider-failed': failed('provider_failed'),
  'result-misconfigured': failed('misconfigured'),
  'result-rate-limited': failed('rate_limited', { retryAt: '2026-11-20T12:15:00.000Z' }),
}

function state(
  name: ConnectionView['state'],
  reason: ConnectionView['reason'],
  canRetryAt: string | null = null,
): { path: string; boot: Boot } {
  return {
    path: '/',
    boot: sampleBoot(
      signedInSession([
        sampleConnection({
          state: name,
          reason,
          canRetryAt,
          since: '2026-11-18T09:41:00.000Z',
          lastGoodAt: '2026-11-18T08:40:00.000Z',
        }),
        bakery,
      ]),
    ),
  }
}

function result(connectResult: ConnectResult): { path: string; boot: Boot } {
  return {
    path: `/?result=${connectResult.id}`,
    boot: sampleBoot(signedInSession([sampleConnection(), bakery]), { connectResult }),
  }
}

function failed(outcome: ConnectOutcome, change: Partial<ConnectResult> = {}): { path: string; boot: Boot } {
  const connectResult = sampleConnectResult(outcome, { connectionId: null, businessName: null, ...change })
  return { path: `/?result=${connectResult.id}`, boot: sampleBoot(sampleSession(), { connectResult }) }
}

export function sampleLeft(change: Partial<LeaveResult> = {}): LeaveResult {
  return {
    ...{ id: asLeaveId('left'), kind: 'signed_out', connectionId: null, businessName: null, disconnected: 0 },
    ...{ revocation: null, stayConnected: 0, finishedAt: SAMPLE_NOW, reference: '7F2K-91' },
    ...change,
  }
}

function left(change: Partial<LeaveResult>): { path: string; boot: Boot } {
  const result = sampleLeft(change)
  const returning = result.stayConnected > 0 ? { businessName: 'Northwind Trading' } : null
  return { path: `/?left=${result.id}`, boot: sampleBoot(sampleSession({ returning }), { left: result }) }
}
