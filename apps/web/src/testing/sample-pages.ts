import type { ConnectionView } from '@counterfoil/bff-api/connection'
import type { ConnectOutcome, ConnectResult } from '@counterfoil/bff-api/connect-result'
import type { LeaveResult } from '@counterfoil/bff-api/leave'
import type { Boot } from '@counterfoil/bff-api/session'
import { asAttemptId, asBusinessWireId, asConnectionId } from '@counterfoil/oauth/testing/ids'
import {
  sampleConnection,
  sampleSession,
  signedInSession,
  sampleConnectResult,
  sampleDays,
  sampleBoot,
  sampleLeft,
  SCOPES,
} from './samples.ts'

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

/** A name of maximum length without a line break opportunity. */
const LONG_NAME = 'Northwindtradinginternationalholdingsandlogisticspartnership'
const LONG_EMAIL = 'bartholomew.featherstonehaugh-cholmondeley@northwind-trading.example'

/** Every screen and notable state by name. */
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

function left(change: Partial<LeaveResult>): { path: string; boot: Boot } {
  const result = sampleLeft(change)
  const returning = result.stayConnected > 0 ? { businessName: 'Northwind Trading' } : null
  return { path: `/?left=${result.id}`, boot: sampleBoot(sampleSession({ returning }), { left: result }) }
}
