/**
 * Files of the folders of rules that are no rules: a service acts through ports, a contract is the form of what two sides say to
 * each other, most of it types. By file without its ending, the tests that hold it, most of them on real sockets and a real Redis.
 */
export const HELD_ELSEWHERE: Readonly<Record<string, readonly string[]>> = {
  'apps/bff/src/connect/awaken': ['apps/bff/src/connect/coming-back.http.test.ts'],
  'apps/bff/src/connect/begin-attempt': [
    'apps/bff/src/connect/starting.http.test.ts',
    'apps/bff/src/connect/coming-back.http.test.ts',
    'apps/bff/src/connect/switching.http.test.ts',
  ],
  'apps/bff/src/connect/exchange-code': [
    'apps/bff/src/connect/callback.http.test.ts',
    'apps/bff/src/connect/callback-failures.http.test.ts',
  ],
  'apps/bff/src/connect/finish-attempt': [
    'apps/bff/src/connect/callback.http.test.ts',
    'apps/bff/src/connect/reconnecting.http.test.ts',
  ],
  'apps/bff/src/connect/open-connection': [
    'apps/bff/src/connect/reconnecting.http.test.ts',
    'apps/bff/src/connect/switching.http.test.ts',
  ],
  'apps/bff/src/connect/replace-connection': ['apps/bff/src/connect/switching.http.test.ts'],
  'apps/bff/src/connect/take-attempt': [
    'apps/bff/src/connect/callback.http.test.ts',
    'apps/bff/src/connect/callback-failures.http.test.ts',
  ],
  'apps/bff/src/connections/connections': [
    'apps/bff/src/connections/connections.http.test.ts',
    'apps/bff/src/connections/broken-record.http.test.ts',
    'apps/bff/src/connections/unused.http.test.ts',
  ],
  'apps/bff/src/connections/record-sealing': [
    'apps/bff/src/connections/connection-store.http.test.ts',
    'apps/bff/src/connections/broken-record.http.test.ts',
    'apps/bff/src/refresh/refresh-store-failures.http.test.ts',
  ],
  'apps/bff/src/refresh/access-tokens': ['apps/bff/src/refresh/refresh.http.test.ts'],
  'apps/bff/src/refresh/refresh-connection': [
    'apps/bff/src/refresh/refresh.http.test.ts',
    'apps/bff/src/refresh/refresh-processes.wide.http.test.ts',
  ],
  'apps/bff/src/refresh/refresh-line': [
    'apps/bff/src/refresh/refresh-processes.wide.http.test.ts',
    'apps/bff/src/refresh/frozen-process.deep.http.test.ts',
  ],
  'apps/bff/src/refresh/refresh-outcome': [
    'apps/bff/src/refresh/refresh.http.test.ts',
    'apps/bff/src/refresh/refresh-store-failures.http.test.ts',
  ],
  'apps/bff/src/refresh/spend-refresh-token': [
    'apps/bff/src/refresh/refresh.http.test.ts',
    'apps/bff/src/refresh/refresh-processes.wide.http.test.ts',
  ],
  'apps/bff/src/refresh/token-rescue': ['apps/bff/src/refresh/refresh-store-failures.http.test.ts'],
  'packages/bff-api/src/connect-result': [
    'apps/bff/src/connect/starting.http.test.ts',
    'apps/bff/src/connect/reconnecting.http.test.ts',
  ],
  'packages/bff-api/src/connection': ['apps/bff/src/connections/connections.http.test.ts'],
  'packages/bff-api/src/graphql': ['apps/bff/src/graphql/graphql-request.test.ts'],
  'packages/bff-api/src/leave': ['apps/bff/src/leave/leaving.http.test.ts'],
  'packages/bff-api/src/problem': ['apps/bff/src/pages/problem-page.test.ts'],
  'packages/bff-api/src/session': [
    'apps/bff/src/session/session-cookies.http.test.ts',
    'apps/bff/src/session/signed-in-sessions.http.test.ts',
  ],
  'packages/service/src/listen-and-stop': ['packages/service/src/listen-and-stop.http.test.ts'],
  'packages/service/src/logger': ['packages/service/src/logger.test.ts'],
  'packages/service/src/metrics': ['apps/bff/src/operations/metrics.http.test.ts'],
  'packages/service/src/otlp-metrics': ['packages/service/src/telemetry.http.test.ts'],
  'packages/service/src/request-metrics': ['apps/bff/src/operations/metrics.http.test.ts'],
  'packages/service/src/slow-senders': ['apps/bff/src/slow-senders.http.test.ts'],
  'packages/service/src/telemetry-sdk': ['packages/service/src/telemetry.http.test.ts'],
  'packages/service/src/telemetry': ['packages/service/src/telemetry.http.test.ts'],
  'packages/service/src/tracing': [
    'packages/service/src/telemetry.http.test.ts',
    'packages/testkit/src/traces.deep.http.test.ts',
  ],
}
